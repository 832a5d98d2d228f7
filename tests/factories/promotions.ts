import { type Db, onlyRow } from '#src/db/database.server.ts'
import { promotions } from '#src/features/pricing/promotions/promotions.table.server.ts'

let made = 0

/** Ten per cent off from Rs 500, once per customer, without a total limit; with a unique code unless one is given. */
export async function insertPromotion(db: Db, wanted: Partial<typeof promotions.$inferInsert> = {}) {
  made += 1
  return onlyRow(
    await db
      .insert(promotions)
      .values({
        code: `TEST${made}`,
        minSubtotalPaise: 500_00,
        ...(wanted.amountPaise === undefined && { percent: 10 }),
        ...wanted,
      })
      .returning(),
  )
}
