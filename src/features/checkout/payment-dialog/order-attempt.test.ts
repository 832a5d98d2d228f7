import { describe, expect, it } from 'vitest'
import { HttpError } from '#src/browser/http-client.ts'
import { type CartOrder, NewOrderReference } from '#src/features/orders/order-form.contract.ts'
import {
  isOrderForLines,
  PAYMENT_NOT_STARTED,
  renewPendingOrder,
  resolvePendingOrder,
  toOrderRejection,
} from './order-attempt.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const content: CartOrder = {
  amount: 1750,
  customerName: 'Asha Rao',
  customerEmail: 'asha@golconda.example',
  customerPhone: '+919876543210',
  items: [
    { productId: 7, quantity: 2 },
    { productId: 3, quantity: 1 },
  ],
  shippingAddress: {
    firstName: 'Asha',
    lastName: 'Rao',
    address: '12-3-456, Banjara Hills',
    city: 'Hyderabad',
    state: 'Telangana',
    pincode: '500034',
  },
}
const payment = (expiresAt: string) => ({
  transactionId: '34a10d47-9936-4b3a-8fc8-a4fa3932404a',
  orderId: 'ORD_1763750000000_a',
  amount: 1750,
  paymentUrl: 'https://bank.example/pay',
  upiLink: 'upi://pay?pa=golconda%40sandbox',
  qrCode: 'data:image/png;base64,AA',
  upiId: 'golconda@sandbox',
  payeeName: 'Golconda Cacao',
  status: 'pending',
  expiresAt,
})

const asha = { content, userId: 'asha', now: NOW }

describe('the pending order of a checkout', () => {
  it('has an id of the agreed form and replaces no order', () => {
    const order = resolvePendingOrder(null, asha)
    expect(NewOrderReference.safeParse(order.orderId).success).toBe(true)
    expect(order).toMatchObject({ userId: 'asha', items: content.items, replaces: null, payment: null })
  })

  it('is the same order for the same cart and form, even before the server answered', () => {
    const order = resolvePendingOrder(null, asha)
    expect(resolvePendingOrder(order, { ...asha, now: NOW + 5000 })).toBe(order)
    const started = { ...order, payment: payment('2026-11-21T12:15:00Z') }
    expect(resolvePendingOrder(started, asha)).toBe(started)
  })

  it('does not depend on the order of the lines', () => {
    const order = resolvePendingOrder(null, asha)
    expect(resolvePendingOrder(order, { ...asha, content: { ...content, items: content.items.toReversed() } })).toBe(
      order,
    )
  })

  it.each<[string, Partial<CartOrder>]>([
    ['a quantity', { items: [{ productId: 7, quantity: 3 }] }],
    ['the price', { amount: 1800 }],
    ['the phone number', { customerPhone: '+919876543211' }],
    ['a wish', { notes: 'No nuts, please' }],
    ['the address', { shippingAddress: { ...content.shippingAddress, city: 'Secunderabad' } }],
  ])('is a new order that replaces the old one when %s changed', (_, change) => {
    const order = resolvePendingOrder(null, asha)
    const next = resolvePendingOrder(order, { ...asha, content: { ...content, ...change }, now: NOW + 1 })
    expect(next.orderId).not.toBe(order.orderId)
    expect(next).toMatchObject({ replaces: order.orderId, payment: null })
  })

  it('is a new order when the old payment has expired', () => {
    const order = { ...resolvePendingOrder(null, asha), payment: payment('2026-11-21T11:59:59Z') }
    expect(resolvePendingOrder(order, asha)).toMatchObject({ replaces: order.orderId, payment: null })
  })

  it('never touches the order of another customer on the same device', () => {
    const order = resolvePendingOrder(null, asha)
    expect(resolvePendingOrder(order, { ...asha, userId: 'ravi' })).toMatchObject({ userId: 'ravi', replaces: null })
  })

  it('keeps its content under a new id when it is renewed', () => {
    const order = resolvePendingOrder(null, asha)
    const renewed = renewPendingOrder(order, NOW + 1)
    expect(renewed).toEqual({ ...order, orderId: renewed.orderId, replaces: order.orderId })
    expect(renewed.orderId).not.toBe(order.orderId)
  })

  it('keeps names and addresses out of the storage', () => {
    expect(JSON.stringify(resolvePendingOrder(null, asha))).not.toMatch(/rao|banjara|98765/i)
  })

  it('is recognized by exactly its items', () => {
    const order = resolvePendingOrder(null, asha)
    expect(isOrderForLines(order, content.items.toReversed())).toBe(true)
    expect(isOrderForLines(order, [{ productId: 7, quantity: 2 }])).toBe(false)
  })
})

describe('the rejection of a payment', () => {
  const refused = (status: number, body: unknown) => toOrderRejection(new HttpError(status, JSON.stringify(body)))

  it('can be a changed total', () => {
    expect(refused(409, { message: 'The price has changed.', total: 1800 })).toEqual({
      reason: 'price',
      message: 'The price has changed.',
      total: 1800,
    })
  })

  it('can be items that are sold out', () => {
    const items = [{ productId: 7, available: 1 }]
    expect(refused(409, { message: 'Not enough.', items })).toEqual({ reason: 'stock', message: 'Not enough.', items })
  })

  it('can be a promo code that is no longer valid', () => {
    const promo = { code: 'DIWALI', ok: false, reason: 'USED_UP' }
    expect(refused(409, { message: 'DIWALI has been used up.', promo })).toEqual({
      reason: 'promo',
      message: 'DIWALI has been used up.',
    })
  })

  it('can be an earlier order that is already paid', () => {
    expect(refused(409, { message: 'Already paid.', paidOrderId: 'ORD_1763750000000_a' })).toMatchObject({
      reason: 'already-paid',
    })
  })

  it("shows the server's message for an expected refusal", () => {
    expect(refused(429, { message: 'You have three unpaid orders.' })).toEqual({
      reason: 'other',
      message: 'You have three unpaid orders.',
    })
  })

  it.each([
    ['a failure of the server', new HttpError(500, '{"message":"Something went wrong"}')],
    ['no network', new TypeError('Failed to fetch')],
    ['an unreadable refusal', new HttpError(400, '<html>')],
  ])('is a plain sentence after %s', (_, error) => {
    expect(toOrderRejection(error)).toEqual({ reason: 'other', message: PAYMENT_NOT_STARTED })
  })
})
