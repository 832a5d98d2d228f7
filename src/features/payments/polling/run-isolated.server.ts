import { databaseErrorCode, isDatabaseUnavailable } from '#src/db/database.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

/** Logs a failure and goes on with the batch; only an unavailable database stops it. Returns whether it succeeded. */
export async function runIsolated(about: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error) && databaseErrorCode(error) === undefined) throw error
    log.error(`${about} could not be processed`, { err: error })
    return false
  }
}
