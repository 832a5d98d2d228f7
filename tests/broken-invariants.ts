import { sql } from 'drizzle-orm'
import { findBrokenInvariants as broken, buildInvariantsQuery } from '#src/app/jobs/invariants.server.ts'
import type { Db } from '#src/db/database.server.ts'

/** Tests leave shipping as a shop begins with it. A real shop's orders may have any that its maker has ever set. */
const QUESTION = `${buildInvariantsQuery()}
  union all
  select 'shipping is what the subtotal says' as sentence, reference as what from orders
  where delivery_method = 'courier' and replaces_order_id is null and shipping_paise <> case when subtotal_paise >= 200000 then 0 else 15000 end`

/** The shop's own question about itself, which it asks every hour, and more; here also for features, which know no app. */
export const brokenInvariants = (db: Db, question = QUESTION): Promise<Record<string, string[]>> => broken(db, question)

/**
 * For a session that asks after each of thousands of steps: the database plans the question once. Where tables are as
 * small as a test's, planning is nearly all of the work.
 */
export async function withInvariantsPlanned(db: Db, body: (ask: typeof brokenInvariants) => Promise<void>) {
  await db.execute(sql.raw(`prepare broken_invariants as ${QUESTION}`))
  try {
    await body((within) => brokenInvariants(within, 'execute broken_invariants'))
  } finally {
    await db.execute(sql`deallocate broken_invariants`)
  }
}
