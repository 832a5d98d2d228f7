import { randomUUID } from 'node:crypto'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import type { OrderEvents } from '#src/features/orders/order-events.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import {
  createSandboxGateway,
  type SandboxOptions,
} from '#src/features/payments/gateways/sandbox/sandbox-gateway.server.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import type { ProductRow } from '#tests/factories/catalog.ts'

export { ORDER_EVENTS }

export type TestCustomer = { id: string; email: string; cookie: string }

export async function createCustomer(db: Db): Promise<TestCustomer> {
  const email = `asha-${randomUUID()}@shopper.example`
  const { id } = onlyRow(await db.insert(users).values({ email, name: 'Asha Rao' }).returning())
  const token = await startSession(db, { userId: id, kind: 'customer' })
  return { id, email, cookie: `shop_session=${token}` }
}

export type TestPaymentContext = PaymentContext & { sandbox: SandboxOptions; advanceMinutes: (minutes: number) => void }

/** A payment context with the sandbox gateway and a clock that the test moves. */
export function createTestPayments(db: Db, at = new Date()): TestPaymentContext {
  let time = at.getTime()
  const sandbox = { db, publicUrl: 'http://localhost:3000', secret: 'a secret for these tests' }
  return {
    db,
    sandbox,
    gateway: createSandboxGateway(sandbox),
    events: ORDER_EVENTS,
    now: () => new Date(time),
    advanceMinutes: (minutes) => {
      time += minutes * 60_000
    },
  }
}

/** The shop's hooks, and one more that may undo a payment after all others. */
export const failingWhenPaid = (act: (order: OrderRow) => Promise<void>): OrderEvents => ({
  ...ORDER_EVENTS,
  paid: [...ORDER_EVENTS.paid, (_, { order }) => act(order)],
})

/** A checkout of one product. `amount` is what the shop itself would charge. */
export function createCheckout(
  product: ProductRow,
  wanted: Partial<InitiatePayment> & { quantity?: number } = {},
): InitiatePayment {
  const { quantity = 1, ...fields } = wanted
  const subtotal = product.pricePaise * quantity
  return {
    amount: (subtotal >= 200_000 ? subtotal : subtotal + 15_000) / 100,
    orderId: `ORD_${Date.now()}_${randomUUID().slice(0, 8)}`,
    customerName: 'Asha Rao',
    customerEmail: 'asha@shopper.example',
    customerPhone: '+919876543210',
    items: [{ productId: product.id, quantity }],
    shippingAddress: {
      firstName: 'Asha',
      lastName: 'Rao',
      address: '12 Charminar Road',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500002',
    },
    ...fields,
  }
}
