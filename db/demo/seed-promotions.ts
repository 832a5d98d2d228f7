import { sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { promotions } from '#src/features/pricing/promotions/promotions.table.server.ts'

/** Codes to try: two that work, one that has ended, one that is used up. */
export const DEMO_PROMOTIONS = [
  { code: 'WELCOME10', percent: 10, minSubtotalPaise: 500_00 },
  { code: 'DIWALI', amountPaise: 200_00, minSubtotalPaise: 1_500_00 },
  {
    code: 'MONSOON15',
    percent: 15,
    startsAt: new Date('2026-06-15T00:00:00+05:30'),
    endsAt: new Date('2026-10-01T00:00:00+05:30'),
  },
  { code: 'OPENING50', percent: 50, minSubtotalPaise: 500_00, maxUses: 0 },
] as const satisfies (typeof promotions.$inferInsert)[]

/** Seeds sample promo codes, unless there are any. */
export async function seedDemoPromotions(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together.
    await tx.execute(sql`lock table ${promotions} in share row exclusive mode`)
    if ((await tx.$count(promotions)) > 0) return
    await tx.insert(promotions).values([...DEMO_PROMOTIONS])
  })
}
