import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { onlyRow } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { getAdminOrder } from '#src/features/orders/admin/admin-order.server.ts'
import { queueOrderText } from '#src/features/orders/messages/notify-customer.server.ts'
import { orderChatText } from '#src/features/orders/messages/order-chat-text.ts'
import { orderShippedSms } from '#src/features/orders/messages/orders.messages.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

async function placeOrder(db: Db, wish: { onWhatsApp?: boolean }) {
  const [context, customer, product] = [createTestPayments(db), await createCustomer(db), await insertProduct(db)]
  await initiatePayment(context, customer.id, { ...createCheckout(product), ...wish })
  return onlyRow(await db.select().from(orders).where(eq(orders.userId, customer.id)))
}

const channelsOf = async (db: Db, idempotencyKey: string) =>
  (await db.select().from(outboxMessages).orderBy(outboxMessages.channel))
    .filter((message) => message.idempotencyKey.startsWith(idempotencyKey))
    .map(({ channel, to, text }) => ({ channel, to, text }))

it.each([
  ['only by SMS to a customer who did not ask for WhatsApp', {}, ['sms']],
  ['also on WhatsApp to a customer who asked for it', { onWhatsApp: true }, ['sms', 'whatsapp']],
])('news of an order goes %s', (_what, wish, channels) =>
  inTestTransaction(async (db) => {
    const order = await placeOrder(db, wish)
    const sms = orderShippedSms(order)
    await queueOrderText(db, order, { ...sms, idempotencyKey: 'shipped' })
    await queueOrderText(db, order, { ...sms, idempotencyKey: 'shipped' })
    const to = order.customerPhone
    expect(await channelsOf(db, 'shipped')).toEqual(channels.map((channel) => ({ channel, to, text: sms.text })))
  }),
)

it('an admin can copy a text for WhatsApp with the lines, the total and the tracking link of an order', () =>
  inTestTransaction(async (db) => {
    const { id, reference, trackingToken } = await placeOrder(db, {})
    const lookups = {
      paymentOf: async () => null,
      refundsOf: async () => new Map(),
      documentsOf: async () => new Map(),
    }
    const order = await getAdminOrder(db, id, lookups)
    const text = orderChatText(order)
    expect(text).toMatch(new RegExp(`^Dear ${order.customerName},\n\nyour order ${reference}:\n\\d+ × `))
    expect(text).toMatch(/Total: ₹[\d,]+\.\d\d\n/)
    const extras = { shipping: 150, giftWrap: 60, discount: 100, promoCode: 'DIWALI', subtotal: 1600, total: 1710 }
    expect(orderChatText({ ...order, ...extras })).toContain(
      'Subtotal: ₹1,600.00\nDiscount (DIWALI): -₹100.00\nShipping: ₹150.00\nGift wrapping: ₹60.00\nTotal: ₹1,710.00',
    )
    expect(orderChatText({ ...order, isReplacement: true })).toMatch(/: free\n\nTotal: free\n/)
    expect(text).toContain(`/orders?track=${trackingToken}`)
  }))
