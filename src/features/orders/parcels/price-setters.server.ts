import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { findFamilies } from '#src/features/catalog/tiers/price-tiers.server.ts'
import { countPieces } from '#src/features/catalog/tiers/price-tiers.ts'
import { type OrderRow, payingOrderId } from '#src/features/orders/orders.server.ts'
import { orderLines } from '#src/features/orders/orders.table.server.ts'
import { findMinSubtotal } from '#src/features/pricing/promotions/promotions.server.ts'

type Parcel = Pick<OrderRow, 'id' | 'groupId' | 'status' | 'paidAt' | 'subtotalPaise'>

/** Finds the paid parcels without which others would miss their price tier, or the subtotal that the promo code needs. */
export async function findPriceSetters(db: Db, parcels: readonly Parcel[]): Promise<Set<string>> {
  const sold = parcels.filter(({ status, paidAt }) => status !== 'cancelled' && paidAt !== null)
  const [first] = sold
  if (!first || sold.length < 2) return new Set()
  const lines = await listTierLines(db, sold)
  const families = await findFamilies(db, [...new Set(lines.map(({ productId }) => productId))])
  const minSubtotal = await findMinSubtotal(db, payingOrderId(first))
  const piecesIn = (some: typeof lines) => countPieces(some, (productId) => families.get(productId))
  const piecesOfAll = piecesIn(lines)
  const goods = sold.reduce((sum, { subtotalPaise }) => sum + subtotalPaise, 0)
  const isSetter = ({ id: own, subtotalPaise }: Parcel) => {
    const others = lines.filter(({ orderId }) => orderId !== own)
    const piecesOfOthers = piecesIn(others)
    const wouldMissTier = ({ productId, tierFrom }: (typeof lines)[number]) =>
      piecesOfOthers(productId) < tierFrom && piecesOfAll(productId) >= tierFrom
    return (goods >= minSubtotal && goods - subtotalPaise < minSubtotal) || others.some(wouldMissTier)
  }
  return new Set(sold.filter(isSetter).map(({ id }) => id))
}

async function listTierLines(db: Db, parcels: readonly Parcel[]) {
  const { orderId, productId, quantity, tierFrom } = orderLines
  const ids = parcels.map(({ id }) => id)
  const rows = await db.select({ orderId, productId, quantity, tierFrom }).from(orderLines).where(inArray(orderId, ids))
  return rows.flatMap(({ productId, tierFrom, ...line }) =>
    productId === null ? [] : [{ ...line, productId, tierFrom: tierFrom ?? 0 }],
  )
}
