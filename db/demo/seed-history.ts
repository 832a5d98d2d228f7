import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { DEMO_PRODUCTS } from '#db/demo/data/catalog.ts'
import { createSampleHistory, type PlacedOrder, type SampleOrder } from '#db/demo/data/order-history.ts'
import { promiseDelivery } from '#src/core/delivery/delivery-promise.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { orderLines, orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { addSamplePayments } from './seed-history-payments.ts'

/**
 * Seeds sample orders with payments and stock changes, unless there are orders. Current stock stays as in the catalog.
 * Sample orders of older demos get their day of dispatch.
 */
export async function seedDemoHistory(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Serializes processes that start together, without waiting for the orders of one that sells.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo-history', 0))`)
    if ((await tx.$count(orders)) > 0) return promiseSampleOrders(tx)
    const storage = await shelfBySku(tx)
    if (DEMO_PRODUCTS.some(({ sku }) => !storage.has(sku))) return
    const placed = await placeOrders(tx, createSampleHistory(now))
    const moves = await sellLines(tx, placed, storage)
    await raiseOpeningStock(tx, moves)
    await addSamplePayments(tx, placed)
    await promiseSampleOrders(tx)
  })
}

type ShelfProduct = Pick<typeof products.$inferSelect, 'id' | 'name' | 'imageUrl'>

async function shelfBySku(tx: Db): Promise<Map<string, ShelfProduct>> {
  const { id, sku, name, imageUrl } = products
  const rows = await tx.select({ id, sku, name, imageUrl }).from(products)
  return new Map(rows.map((row) => [row.sku, row]))
}

async function placeOrders(tx: Db, history: SampleOrder[]): Promise<PlacedOrder[]> {
  const rows = await tx.insert(orders).values(history.map(toRow)).returning({ id: orders.id, name: orders.reference })
  const idOf = new Map(rows.map(({ id, name }) => [name, id]))
  const placed = history.map((order, number) => ({ ...order, id: idOf.get(referenceOf(order, number)) ?? '', number }))
  await tx.insert(orderStatusChanges).values(placed.flatMap(toStatusChanges))
  return placed
}

function toRow(order: SampleOrder, number: number): typeof orders.$inferInsert {
  const { customer, basket, placedAt, paidAt, steps } = order
  return {
    reference: referenceOf(order, number),
    contentHash: 'sample',
    status: steps.at(-1)?.to,
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    shippingAddress: customer.address,
    subtotalPaise: basket.subtotal,
    shippingPaise: basket.shipping,
    totalPaise: basket.total,
    createdAt: placedAt,
    paidAt,
    packedAt: steps.find(({ to }) => to === 'shipped')?.at,
    isSample: true,
  }
}

function referenceOf({ placedAt }: SampleOrder, number: number): string {
  return `ORD_${placedAt.getTime()}_SAMPLE${String(number + 1).padStart(3, '0')}`
}

function toStatusChanges({ id, steps }: PlacedOrder) {
  return steps.map(({ to, at, actor }, index) => ({
    orderId: id,
    from: steps[index - 1]?.to ?? ('pending' as const),
    to,
    actor,
    createdAt: at,
  }))
}

async function promiseSampleOrders(tx: Db): Promise<void> {
  const rules = toDeliveryRules(await readSettings(tx))
  const unpromised = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.isSample, true), isNull(orders.shipOn), isNotNull(orders.paidAt)))
  for (const { id, paidAt, createdAt, shippingAddress } of unpromised) {
    const promise = promiseDelivery({ orderedAt: paidAt ?? createdAt, pincode: shippingAddress.pincode }, rules)
    const days = promise.kind === 'days' ? { deliverFrom: promise.from, deliverTo: promise.to } : {}
    await tx
      .update(orders)
      .set({ shipOn: promise.shipOn, ...days })
      .where(eq(orders.id, id))
  }
}

type StockMove = typeof stockLedger.$inferInsert

const PRICES = new Map(DEMO_PRODUCTS.map(({ sku, price }) => [sku, price * 100]))

/** Inserts order lines at catalog prices, and their stock changes. */
async function sellLines(tx: Db, placed: PlacedOrder[], storage: Map<string, ShelfProduct>): Promise<StockMove[]> {
  const lines = placed.flatMap((order) =>
    order.basket.lines.flatMap(({ sku, quantity }) => {
      const product = storage.get(sku)
      return product ? [{ order, product, quantity, unitPaise: PRICES.get(sku) ?? 0 }] : []
    }),
  )
  await tx.insert(orderLines).values(
    lines.map(({ order, product: { id, name, imageUrl }, quantity, unitPaise }) => ({
      orderId: order.id,
      productId: id,
      name,
      imageUrl,
      unitPaise,
      quantity,
    })),
  )
  const moves = lines.flatMap(({ order, product, quantity }): StockMove[] => {
    const move = { productId: product.id, ownerId: order.id }
    const cancelled = order.steps.find(({ to }) => to === 'cancelled')
    return [
      { ...move, change: -quantity, reason: 'sold', createdAt: order.paidAt },
      ...(cancelled ? [{ ...move, change: quantity, reason: 'returned', createdAt: cancelled.at } as const] : []),
    ]
  })
  await tx.insert(stockLedger).values(moves)
  return moves
}

/** The opening stock is today's stock plus everything sold since. */
async function raiseOpeningStock(tx: Db, moves: StockMove[]): Promise<void> {
  const first = Math.min(...moves.map(({ createdAt }) => createdAt?.getTime() ?? Number.POSITIVE_INFINITY))
  const createdAt = new Date(first - 86_400_000)
  const opening = [...Map.groupBy(moves, (move) => move.productId)]
    .map(([productId, ofProduct]) => ({ productId, taken: -ofProduct.reduce((sum, { change }) => sum + change, 0) }))
    .filter(({ taken }) => taken !== 0)
    .map(({ productId, taken }) => ({ productId, change: taken, reason: 'opening' as const, createdAt }))
  if (opening.length > 0) await tx.insert(stockLedger).values(opening)
}
