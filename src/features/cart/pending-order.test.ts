import { describe, expect, it } from 'vitest'
import { canStillSettle, type PendingOrder, parsePendingOrder } from './pending-order.ts'
import { createPendingOrderStore, PENDING_ORDER_KEY, selectReservedItems } from './pending-order-store.ts'

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

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
}

describe('the order that a cart became', () => {
  it('survives a reload, under a key of its own', () => {
    const place = storage()
    createPendingOrderStore(place).getState().keep(order)
    expect([...place.kept.keys()]).toEqual([PENDING_ORDER_KEY])
    expect(createPendingOrderStore(place).getState().order).toEqual(order)
  })

  it('still tells after a reload between which days it arrives', () => {
    const place = storage()
    const expected = { ...payment, expectedDelivery: { from: '2026-11-25', to: '2026-11-27' } }
    createPendingOrderStore(place)
      .getState()
      .keep({ ...order, payment: expected })
    expect(createPendingOrderStore(place).getState().order?.payment).toEqual(expected)
  })

  it('is forgotten in every tab', async () => {
    const place = storage()
    const [tab, otherTab] = [createPendingOrderStore(place), createPendingOrderStore(place)]
    tab.getState().keep(order)
    otherTab.reread()
    expect(otherTab.getState().order).toEqual(order)
    tab.getState().keep(null)
    otherTab.reread()
    expect(otherTab.getState().order).toBeNull()
  })

  it('holds its pieces while its payment can be paid', () => {
    const state = { order, keep: () => {} }
    expect(selectReservedItems(NOW)(state)).toEqual(order.items)
    expect(selectReservedItems(NOW + 15 * 60_000)(state)).toEqual([])
    expect(selectReservedItems(NOW)({ ...state, order: { ...order, payment: null } })).toEqual([])
  })

  it('is asked about for three days after its window, in which banks settle late', () => {
    expect(canStillSettle(payment, NOW + 72 * 3_600_000)).toBe(true)
    expect(canStillSettle(payment, NOW + 73 * 3_600_000)).toBe(false)
  })
})

describe('what the browser kept', () => {
  const kept = (change: object) => parsePendingOrder(JSON.stringify({ state: { order: { ...order, ...change } } }))

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
    expect(kept({ payment: { ...payment, ...damage } })).toEqual({ ...order, payment: null })
  })

  it.each([null, 'soon', { from: '2026-11-25' }, { from: '2026-11-25', to: 'never' }])(
    'tells no days of arrival when they are %j',
    (expectedDelivery) => {
      expect(kept({ payment: { ...payment, expectedDelivery } })?.payment).toEqual(payment)
    },
  )
})
