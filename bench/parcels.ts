import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { createServer } from 'vite'
import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type * as Quotes from '#src/features/orders/parcels/quote-parcels.server.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import type * as Orders from '#tests/factories/orders.ts'
import type * as Parcels from '#tests/factories/parcels.ts'
import type * as Payments from '#tests/factories/payments/payments.ts'
import { describeMachine, median, round } from './lib/report.ts'

const PARCELS = 200
/** The first two do not count: warm-up. */
const ROUNDS = 9

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const result = await work()
  return [performance.now() - began, result]
}

/** An order to 200 people and one to one person, in turns, on the embedded database: npm run bench:parcels. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-parcels-'))
const { db, close } = await openDatabase({ dataDir })
// Vite loads the shop's code, because some of it imports styles; nothing is served.
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' })
const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>
const { createCustomer, createTestPayments } = await load<typeof Payments>('/tests/factories/payments/payments.ts')
const { createOrder, simulatePayment } = await load<typeof Orders>('/tests/factories/orders.ts')
const { createParcels, startParcels } = await load<typeof Parcels>('/tests/factories/parcels.ts')
const { quoteParcels } = await load<typeof Quotes>('/src/features/orders/parcels/quote-parcels.server.ts')
await seedDemoTaxRegistration(db)
const context = createTestPayments(db)
const product = await insertProduct(db, { pricePaise: 240_00, stock: 1_000_000, maxPerOrder: 1_000 })
const parcels = createParcels(PARCELS)
const times: Record<'one' | 'price' | 'place' | 'pay', number>[] = []
for (let turn = 0; turn < ROUNDS; turn++) {
  // Whose first order is packed may order for many.
  const customer = await createCustomer(db)
  const [one, first] = await timed(() => createOrder(context, { customer, product, paid: false }))
  await db.update(orders).set({ paidAt: new Date(), status: 'shipped' }).where(eq(orders.id, first.id))
  const question = { parcels, items: [{ productId: product.id, quantity: 1 }] }
  const input = { question, userId: customer.id, now: context.now() }
  const [price, { total }] = await timed(() => quoteParcels(db, input))
  const checkout = { amount: total }
  const [placed, { clientTxnId }] = await timed(() => startParcels(context, { customer, product, parcels, checkout }))
  const [pay] = await timed(() => simulatePayment(context, clientTxnId))
  times.push({ one, price, place: placed - price, pay })
}
const middle = (what: keyof (typeof times)[number]) => median(times.slice(2).map((one) => one[what]))
const ratio = round((PARCELS * middle('one')) / middle('place'), 1)
console.log(`${describeMachine()}, ${PARCELS} parcels. In ms, and how many orders to one take the time of a parcel:`)
console.table({ price: round(middle('price')), place: round(middle('place')), pay: round(middle('pay')), ratio })
await vite.close()
await close()
rmSync(dataDir, { recursive: true })
process.exit()
