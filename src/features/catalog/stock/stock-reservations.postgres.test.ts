import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { categories, products, stockLedger } from '#src/features/catalog/products/products.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { commitReservation, releaseReservation, reserveStock } from './stock-reservations.server.ts'

const expiresAt = new Date(Date.now() + 15 * 60_000)

async function twoBarsWith(db: Db, stock: number) {
  const [category] = await db.insert(categories).values({ name: 'Dark' }).returning()
  const bar = { description: 'Cut.', pricePaise: 45000, minStock: 0, categoryId: category?.id ?? 0, stock }
  const rows = await db
    .insert(products)
    .values(['A', 'B'].map((name) => ({ ...bar, name, sku: name })))
    .returning()
  return rows.map(({ id }) => id)
}

it('never oversells when forty customers order at once, in any order of lines', async () => {
  const { db } = await testDatabase()
  const ids = await twoBarsWith(db, 10)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) =>
      inTransaction(db, async (tx) => {
        const ownerId = crypto.randomUUID()
        const order = i % 2 ? ids : ids.toReversed()
        await reserveStock(tx, { ownerId, expiresAt, lines: order.map((productId) => ({ productId, quantity: 1 })) })
        return ownerId
      }),
    ),
  )
  const held = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(held).toHaveLength(10)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })

  const sold = await Promise.all(held.map((ownerId) => inTransaction(db, (tx) => commitReservation(tx, ownerId))))
  expect(sold).toEqual(held.map(() => 'sold'))
  expect(await db.select({ stock: products.stock, reserved: products.reserved }).from(products)).toEqual([
    { stock: 0, reserved: 0 },
    { stock: 0, reserved: 0 },
  ])
})

it('either sells or gives back, when both are tried at the same moment', async () => {
  const { db } = await testDatabase()
  const [productId = 0] = await twoBarsWith(db, 50)
  for (let round = 0; round < 10; round++) {
    const ownerId = crypto.randomUUID()
    await inTransaction(db, (tx) => reserveStock(tx, { ownerId, expiresAt, lines: [{ productId, quantity: 1 }] }))
    const [sold, released] = await Promise.all([
      inTransaction(db, (tx) => commitReservation(tx, ownerId)),
      inTransaction(db, (tx) => releaseReservation(tx, ownerId)),
    ])
    expect(sold === 'sold').toBe(!released)
  }
  const [bar] = await db.select().from(products).where(eq(products.id, productId))
  const sales = await db.$count(stockLedger)
  expect(bar).toMatchObject({ stock: 50 - sales, reserved: 0 })
})
