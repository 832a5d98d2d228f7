import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { GIFT } from '#tests/factories/gifts.ts'
import {
  createCheckout,
  createCustomer,
  createTestPayments,
  type TestCustomer,
  type TestPaymentContext,
} from '#tests/factories/payments/payments.ts'
import { createFakeBank, type EventDistortion, type FakeBank } from '#tests/fakes/bank.ts'
import { STOCK_LEVELS, type StockSetup } from './money-steps.ts'

/** Fixtures that all histories share; each history is rolled back. */
export type ScenarioFixtures = { customers: TestCustomer[]; admin: Actor; products: ProductRow[] }

export async function createScenarioFixtures(db: Db): Promise<ScenarioFixtures> {
  const products = []
  for (const stock of STOCK_LEVELS) products.push(await insertProduct(db, { pricePaise: 199_900, stock }))
  const { id, email } = await createAdmin(db)
  return { customers: [await createCustomer(db), await createCustomer(db)], admin: { id, email }, products }
}

/** One history: two carts with the same product, the second of them a wrapped gift, payments through the fake bank, and an admin. */
export type Scenario = {
  db: Db
  context: TestPaymentContext
  bank: FakeBank
  admin: Actor
  carts: { customer: TestCustomer; checkout: InitiatePayment }[]
  /** Every delivered webhook. */
  delivered: GatewayEvent[]
  /** When the jobs last ran. */
  jobsRanAt: Date
}

type Setting = { cast: ScenarioFixtures; storage: StockSetup; lie?: EventDistortion }

export function createScenario(db: Db, { cast, storage, lie }: Setting): Scenario {
  const product = cast.products.find(({ stock }) => stock === storage.stock)
  if (!product) throw new Error('Every shelf of a history has a product')
  const bank = createFakeBank(lie)
  return {
    db,
    bank,
    context: { ...createTestPayments(db), gateway: bank.provider },
    admin: cast.admin,
    carts: cast.customers.map((customer, i) => ({
      customer,
      checkout: checkoutOf(product, { quantity: storage.quantities[i] ?? 1, isGift: i === 1 }),
    })),
    delivered: [],
    jobsRanAt: new Date(0),
  }
}

function checkoutOf(product: ProductRow, { quantity, isGift }: { quantity: number; isGift: boolean }): InitiatePayment {
  const checkout = createCheckout(product, { quantity })
  return isGift ? { ...checkout, amount: checkout.amount + DEFAULT_SETTINGS.gift.wrapFee, gift: GIFT } : checkout
}

type Placed = { id: string; userId: string; reference: string }

/** Applies to the order of a cart, if it was placed. */
export async function withScenarioOrder(
  { db, carts }: Pick<Scenario, 'db' | 'carts'>,
  which: 0 | 1,
  use: (order: Placed) => Promise<unknown>,
) {
  const cart = carts[which]
  if (!cart) return
  const { orderId: reference } = cart.checkout
  const [placed] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.reference, reference), eq(orders.userId, cart.customer.id)))
  if (placed) await use({ ...placed, userId: cart.customer.id, reference })
}

export type PaymentAttempt = Pick<typeof payments.$inferSelect, 'id' | 'status' | 'clientTxnId' | 'amountPaise'>

/** Applies to the payment attempts of a cart's order, oldest first. */
export function withPaymentAttempts(stage: Scenario, which: 0 | 1, use: (attempts: PaymentAttempt[]) => Promise<void>) {
  return withScenarioOrder(stage, which, async ({ id }) => {
    const attempts = await stage.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.createdAt)
    if (attempts.length > 0) await use(attempts)
  })
}
