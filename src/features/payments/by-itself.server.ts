import { databaseErrorCode } from '#src/platform/database.server.ts'
import { isDatabaseAway } from '#src/platform/database-away.server.ts'
import { log } from '#src/platform/log.server.ts'

/**
 * Work on one payment among many: when it goes wrong, that is a line in the log, and the others have their turn. Only
 * when the database does not answer at all, nobody can go on. Gives back whether it went well.
 */
export async function byItself(about: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isDatabaseAway(error) && databaseErrorCode(error) === undefined) throw error
    log.error(`${about} could not be worked on`, { err: error })
    return false
  }
}
