import { describe, expect, it } from 'vitest'
import { canStillSettle, type PendingOrder, parsePendingOrder } from './pending-order.ts'
import {
  createPendingOrderStore,
  PENDING_ORDER_KEY,
  selectReservedItems,
  selectUnpaidOrder,
} from './pending-order-store.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const payment = {
  transactionId: '34a10d47-9936-4b3a-8fc8-a4fa3932404a',
  orderId: 'ORD_1763750000000_a',
  amount: 1750,
  paymentUrl: 'http://localhost:3000/api/demo/upi/KC01',
  upiLink: 'upi://pay?pa=golconda%40sandbox',
  qrCode: 'data:image/png;base64,AA',
  upiId: 'golconda@sandbox',
  payeeName: 'Golconda Cacao',
  status: 'pending',
  expiresAt: '2026-11-21T12:15:00Z',
}
const order: PendingOrder = {
  orderId: 'ORD_1763750000000_a',
  userId: 'asha',
  content: 'abc',
  items: [{ productId: 7, quantity: 2 }],
  replaces: null,
  payment,
}

function createStorage() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  }
}

describe('the pending order of a cart', () => {
  it('survives a reload, under a key of its own', () => {
    const device = createStorage()
    createPendingOrderStore(device).getState().setOrder(order)
    expect([...device.stored.keys()]).toEqual([PENDING_ORDER_KEY])
    expect(createPendingOrderStore(device).getState().order).toEqual(order)
  })

  it('keeps its delivery dates after a reload', () => {
    const device = createStorage()
    const dispatch = { parcels: 40, first: '2026-11-23', last: '2026-11-25' }
    const expected = { ...payment, expectedDelivery: { from: '2026-11-25', to: '2026-11-27' }, dispatch }
    createPendingOrderStore(device)
      .getState()
      .setOrder({ ...order, payment: expected })
    expect(createPendingOrderStore(device).getState().order?.payment).toEqual(expected)
  })

  it('is cleared in every tab', async () => {
    const device = createStorage()
    const [tab, otherTab] = [createPendingOrderStore(device), createPendingOrderStore(device)]
    tab.getState().setOrder(order)
    otherTab.reread()
    expect(otherTab.getState().order).toEqual(order)
    tab.getState().setOrder(null)
    otherTab.reread()
    expect(otherTab.getState().order).toBeNull()
  })

  it('reserves its items while the payment is open', () => {
    const state = { order, setOrder: () => {} }
    expect(selectReservedItems(NOW)(state)).toEqual(order.items)
    expect(selectUnpaidOrder(order.userId)(state)).toBe(order.orderId)
    expect(selectUnpaidOrder('another')(state)).toBeUndefined()
    expect(selectReservedItems(NOW + 15 * 60_000)(state)).toEqual([])
    expect(selectReservedItems(NOW)({ ...state, order: { ...order, payment: null } })).toEqual([])
  })

  it('is checked for three days after it expires, because banks settle late', () => {
    expect(canStillSettle(payment, NOW + 72 * 3_600_000)).toBe(true)
    expect(canStillSettle(payment, NOW + 73 * 3_600_000)).toBe(false)
  })
})

describe('the stored pending order', () => {
  const stored = (change: object) => parsePendingOrder(JSON.stringify({ state: { order: { ...order, ...change } } }))

  it.each([null, '', '{', '[]', '{"state":{"order":null}}', '{"state":{"order":{"orderId":7}}}'])(
    'is no order when it says %j',
    (text) => {
      expect(parsePendingOrder(text)).toBeNull()
    },
  )

  it.each([
    ['a link that runs code', { paymentUrl: 'javascript:alert(1)' }],
    ['an UPI link that is none', { upiLink: 'https://evil.example' }],
    ['a picture from elsewhere', { qrCode: 'https://evil.example/qr.png' }],
    ['a time that is none', { expiresAt: 'tomorrow' }],
    ['an amount that is a text', { amount: '1750' }],
  ])('loses a payment with %s, but not the order', (_, damage) => {
    expect(stored({ payment: { ...payment, ...damage } })).toEqual({ ...order, payment: null })
  })

  it.each([null, 'soon', { from: '2026-11-25' }, { from: '2026-11-25', to: 'never' }])(
    'tells no days of arrival when they are %j',
    (expectedDelivery) => {
      expect(stored({ payment: { ...payment, expectedDelivery } })?.payment).toEqual(payment)
    },
  )
})
