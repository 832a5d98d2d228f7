import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { addMinutes, formatDay, shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { confirmDelivery } from '#src/features/orders/customer/customer-orders.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

type Checkout = NonNullable<Parameters<typeof createOrder>[1]['checkout']>

async function createPaidOrder(db: Db, checkout: Checkout = {}) {
  const [context, customer] = [createTestPayments(db), await createCustomer(db)]
  const product = await insertProduct(db)
  const order = await createOrder(context, { customer, product, checkout })
  const change = (status: 'shipped' | 'completed', reason?: string) =>
    setOrderStatus(db, { orderId: order.id, status, by: TEST_ADMIN, ...(reason && { reason }) }, ORDER_EVENTS)
  return { order, customer, product, change }
}

const deliveredMails = (db: Db) =>
  db.select().from(outboxMessages).where(like(outboxMessages.idempotencyKey, 'order-delivered:%'))

it('an order that arrived asks once whether everything is well, also if its status goes back and forth', () =>
  inTestTransaction(async (db) => {
    const { order, product, change } = await createPaidOrder(db)
    await change('shipped')
    expect(await deliveredMails(db)).toEqual([])
    await change('completed')
    await change('shipped', 'The courier was wrong.')
    await change('completed')
    const mails = await deliveredMails(db)
    expect(mails).toHaveLength(1)
    const { subject, text = '' } = mails[0] ?? {}
    const today = shopDay(new Date())
    expect(subject).toContain(`your order ${order.reference} has arrived`)
    expect(text).toContain(`was delivered on ${formatDay(today)}.`)
    expect(text).toContain(`please tell us by ${formatDay(shopDay(addMinutes(new Date(), 7 * 24 * 60)))}.`)
    expect(text).toContain(`Report a problem: `)
    expect(text).toContain(`/orders?view=${order.id}`)
    expect(text).toContain(`1 × ${product.name}: `)
    expect(text).toContain(`Review ${product.name}: `)
  }))

it('also when the customer confirms the delivery, and not again when an admin completes it', () =>
  inTestTransaction(async (db) => {
    const { order, customer, change } = await createPaidOrder(db)
    await change('shipped')
    await confirmDelivery(db, { userId: customer.id, orderId: order.id })
    expect(await deliveredMails(db)).toHaveLength(1)
    await change('completed')
    expect(await deliveredMails(db)).toHaveLength(1)
  }))

it('a gift that arrived is told to the buyer, who neither stores nor reviews it', () =>
  inTestTransaction(async (db) => {
    const gift = { recipientPhone: '+919876543213', message: '', from: 'Asha', hasWrap: false, notify: 'none' } as const
    const { order, customer, product, change } = await createPaidOrder(db, { gift })
    await change('shipped')
    await change('completed')
    const [mail] = await deliveredMails(db)
    const { firstName, lastName, city } = order.shippingAddress
    expect(mail?.to).toBe(customer.email)
    expect(mail?.text).toContain(`Your gift to ${firstName} ${lastName} in ${city} has arrived.`)
    expect(mail?.text).not.toMatch(new RegExp(`How to store it|Review ${product.name}`))
  }))
