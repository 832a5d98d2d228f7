import { randomUUID } from 'node:crypto'
import { users } from '#src/features/account/account.table.server.ts'
import { startSession } from '#src/features/account/sessions.server.ts'
import { confirmPaidQuote } from '#src/features/custom-orders/quoted-orders.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import type { Till } from '#src/features/payments/payments.server.ts'
import { createSandbox, type SandboxOptions } from '#src/features/payments/sandbox.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import type { ProductRow } from './catalog.ts'

export type Shopper = { id: string; email: string; cookie: string }

/** Somebody who has signed in. */
export async function aShopper(db: Db): Promise<Shopper> {
  const email = `asha-${randomUUID()}@shopper.example`
  const { id } = onlyRow(await db.insert(users).values({ email, name: 'Asha Rao' }).returning())
  const token = await startSession(db, { userId: id, kind: 'shopper' })
  return { id, email, cookie: `shop_session=${token}` }
}

export type TestTill = Till & { sandbox: SandboxOptions; passMinutes: (minutes: number) => void }

/** A till with the sandbox behind it and a clock that the test moves. */
export function aTill(db: Db, at = new Date()): TestTill {
  let moment = at.getTime()
  const sandbox = { db, publicUrl: 'http://localhost:3000', secret: 'a secret for these tests' }
  return {
    db,
    sandbox,
    provider: createSandbox(sandbox),
    onPaid: confirmPaidQuote,
    now: () => new Date(moment),
    passMinutes: (minutes) => {
      moment += minutes * 60_000
    },
  }
}

/** A cart of one product on its way to be paid. `amount` is what the shop itself would charge. */
export function aCheckout(
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
