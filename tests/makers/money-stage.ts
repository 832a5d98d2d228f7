import { and, eq } from 'drizzle-orm'
import type { Maker } from '#src/features/audit/audit.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { ProviderReport } from '#src/features/payments/payment-provider.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { aBank, type Bank, type Lie } from '#tests/doubles/bank.ts'
import { aProduct, type ProductRow } from './catalog.ts'
import { aMaker } from './maker.ts'
import { type Shelf, STOCKS } from './money-steps.ts'
import { aCheckout, aShopper, aTill, type Shopper, type TestTill } from './payments.ts'

/** Who takes part in every history, made once: each history is played with them and taken back. */
export type Cast = { shoppers: Shopper[]; maker: Maker; products: ProductRow[] }

export async function aCast(db: Db): Promise<Cast> {
  const products = []
  for (const stock of STOCKS) products.push(await aProduct(db, { pricePaise: 199_900, stock }))
  const { id, email } = await aMaker(db)
  return { shoppers: [await aShopper(db), await aShopper(db)], maker: { id, email }, products }
}

/** What one history is played on: two carts of the same product, a till whose bank the test keeps, and a maker. */
export type Stage = {
  db: Db
  till: TestTill
  bank: Bank
  maker: Maker
  carts: { shopper: Shopper; checkout: InitiatePayment }[]
  /** Every webhook that was delivered, as it was. */
  delivered: ProviderReport[]
  /** When the clock has gone round last. */
  dutiesDone: Date
}

type Setting = { cast: Cast; shelf: Shelf; lie?: Lie }

export function aStage(db: Db, { cast, shelf, lie }: Setting): Stage {
  const product = cast.products.find(({ stock }) => stock === shelf.stock)
  if (!product) throw new Error('Every shelf of a history has a product')
  const bank = aBank(lie)
  return {
    db,
    bank,
    till: { ...aTill(db), provider: bank.provider },
    maker: cast.maker,
    carts: cast.shoppers.map((shopper, i) => ({
      shopper,
      checkout: aCheckout(product, { quantity: shelf.quantities[i] ?? 1 }),
    })),
    delivered: [],
    dutiesDone: new Date(0),
  }
}

type Placed = { id: string; userId: string; reference: string }

/** Does something with the order of a cart, if it has been placed. */
export async function withOrder(
  { db, carts }: Pick<Stage, 'db' | 'carts'>,
  which: 0 | 1,
  use: (order: Placed) => Promise<unknown>,
) {
  const cart = carts[which]
  if (!cart) return
  const { orderId: reference } = cart.checkout
  const [placed] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.reference, reference), eq(orders.userId, cart.shopper.id)))
  if (placed) await use({ ...placed, userId: cart.shopper.id, reference })
}

export type Attempt = Pick<typeof payments.$inferSelect, 'id' | 'status' | 'clientTxnId' | 'amountPaise'>

/** Does something with the attempts to pay the order of a cart, the oldest first. */
export function withAttempts(stage: Stage, which: 0 | 1, use: (attempts: Attempt[]) => Promise<void>) {
  return withOrder(stage, which, async ({ id }) => {
    const attempts = await stage.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.createdAt)
    if (attempts.length > 0) await use(attempts)
  })
}
