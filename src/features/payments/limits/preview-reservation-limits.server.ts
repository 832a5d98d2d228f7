import { sql } from 'drizzle-orm'
import type { Paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findStock } from '#src/features/catalog/stock/stock-shortages.server.ts'
import { hasFulfilledOrder } from '#src/features/orders/place/reservation-eligibility.server.ts'
import { limitMultiplier } from '#src/server/overload/rate-limit.server.ts'
import { checkReservationLimits } from './reservation-limits.ts'

type Line = { productId: number; quantity: number; unitPrice: Paise }
type Previewed = { userId: string; lines: readonly Line[]; now: Date }

/** Explains why the limits refuse these lines, apart from the reservations of others; undefined if they do not. */
export async function previewReservationLimits(db: Db, { userId, lines, now }: Previewed): Promise<string | undefined> {
  const pieces = Map.groupBy(lines, ({ productId }) => productId)
  const { rows: customers } = await db.execute(sql`select 1 where ${hasFulfilledOrder(userId)}`)
  const sum = (some: readonly Line[]) => some.reduce((total, { quantity }) => total + quantity, 0)
  const held = (await findStock(db, [...pieces.keys()])).map((product) => {
    const own = sum(pieces.get(product.id) ?? [])
    return { ...product, reserved: own, own, firstTime: own, near: own, wide: own }
  })
  const value = lines.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0)
  const usage = {
    ...{ isKnown: customers.length > 0, openPayments: 0, unpaid: [], lastPaidAt: null },
    ...{ near: null, wide: null, shop: { firstTime: 0, stock: null } },
    own: { pieces: sum(lines), paise: value },
    products: held,
  }
  return checkReservationLimits(usage, { now, factor: limitMultiplier() })?.message
}
