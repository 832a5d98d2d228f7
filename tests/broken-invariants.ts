import { sql } from 'drizzle-orm'
import { brokenInvariants as broken, questionAboutInvariants } from '#src/app/invariants.server.ts'
import type { Db } from '#src/platform/database.server.ts'

/** The shop's own question about itself, which it asks every hour; here for the tests of features, which know no app. */
export const brokenInvariants = (db: Db, question?: string): Promise<Record<string, string[]>> => broken(db, question)

/**
 * For a session that asks after each of thousands of steps: the database plans the question once. Where tables are as
 * small as a test's, planning is nearly all of the work.
 */
export async function withInvariantsPlanned(db: Db, body: (ask: typeof brokenInvariants) => Promise<void>) {
  await db.execute(sql.raw(`prepare broken_invariants as ${questionAboutInvariants()}`))
  try {
    await body((within) => brokenInvariants(within, 'execute broken_invariants'))
  } finally {
    await db.execute(sql`deallocate broken_invariants`)
  }
}
