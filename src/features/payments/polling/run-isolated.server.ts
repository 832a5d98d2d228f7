import { databaseErrorCode } from '#src/db/database.server.ts'
import { isDatabaseUnavailable } from '#src/db/database-unavailable.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

/**
 * Work on one payment among many: when it goes wrong, that is a line in the log, and the others have their turn. Only
 * when the database does not answer at all, nobody can go on. Gives back whether it went well.
 */
export async function runIsolated(about: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error) && databaseErrorCode(error) === undefined) throw error
    log.error(`${about} could not be worked on`, { err: error })
    return false
  }
}
