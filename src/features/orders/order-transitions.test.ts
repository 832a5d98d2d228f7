import { describe, expect, it } from 'vitest'
import { parseOrdersSearch } from '#src/features/orders/customer/orders-search.ts'
import { reorderText } from '#src/features/orders/customer/reorder-button.tsx'
import { buildOrderTimeline } from '#src/features/orders/lookup/order-timeline.ts'
import { canBeReordered, type OrderActor, type OrderStatus } from './order-status.ts'

describe('the timeline', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
  const words = (...steps: [OrderStatus, OrderStatus, OrderActor][]) =>
    buildOrderTimeline({
      createdAt: at(0),
      paidAt: at(1),
      deliveryMethod: 'courier',
      changes: steps.map(([from, to, actor], i) => ({ from, to, actor, createdAt: at(i + 2) })),
    }).map(({ text }) => text)

  it('shows the time of payment that the gateway reports', () => {
    const changes = [{ from: 'pending', to: 'processing', actor: 'payment', createdAt: at(5) }] as const
    expect(buildOrderTimeline({ createdAt: at(0), paidAt: at(1), deliveryMethod: 'courier', changes })).toEqual([
      { at: at(0), kind: 'placed', text: 'Order placed' },
      { at: at(1), kind: 'paid', text: 'Payment received' },
    ])
  })

  it('has a text for every transition', () => {
    expect(words(['pending', 'processing', 'payment'], ['processing', 'shipped', 'admin'])).toEqual([
      'Order placed',
      'Payment received',
      'On its way to you',
    ])
    expect(words(['shipped', 'completed', 'admin'])[1]).toBe('Delivered')
    expect(words(['shipped', 'delivered', 'customer'], ['delivered', 'completed', 'admin']).slice(1)).toEqual([
      'Delivered: you confirmed that it arrived',
    ])
    expect(words(['completed', 'processing', 'admin'], ['processing', 'pending', 'admin']).slice(1)).toEqual([
      'Being prepared',
      'Waiting to be prepared',
    ])
  })

  it.each([
    ['customer', 'Cancelled by you'],
    ['admin', 'Cancelled by us'],
    ['system', 'Cancelled, because it was not paid'],
  ] as const)('says what a cancellation by the %s is', (actor, text) => {
    expect(words(['pending', 'cancelled', actor])[1]).toBe(text)
  })
})

it('an order of custom chocolates only cannot be reordered, because it has no product', () => {
  const [bar, custom] = [{ product: { id: 7 } }, { product: { id: null } }]
  expect(canBeReordered({ status: 'delivered', items: [custom, bar], group: null })).toBe(true)
  expect(canBeReordered({ status: 'delivered', items: [custom], group: null })).toBe(false)
  expect(canBeReordered({ status: 'shipped', items: [bar], group: null })).toBe(false)
  const oneArrived = { statuses: { shipped: 3, delivered: 1 } }
  expect(canBeReordered({ status: 'shipped', items: [bar], group: oneArrived })).toBe(true)
})

describe('the text of a reorder', () => {
  const skipped = [{ productId: 1, name: 'Rose Truffle', quantity: 1, reason: 'sold out' }]
  const changed = [{ productId: 2, name: 'Sea Salt Bar', was: 240, now: 260 }]

  it('says what was added, what is gone and which prices changed', () => {
    expect(reorderText(3, { skipped, changed })).toBe(
      '3 added · Rose Truffle sold out · Sea Salt Bar now ₹260 (was ₹240)',
    )
  })

  it('is short when nothing has changed', () => {
    expect(reorderText(5, { skipped: [], changed: [] })).toBe('5 added')
    expect(reorderText(0, { skipped, changed: [] })).toBe('Rose Truffle sold out')
  })
})

describe('the search parameters of the orders page', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it.each([
    [{}, {}],
    [
      { view: id, shown: '20' },
      { view: id, shown: 20 },
    ],
    [{ view: id.toUpperCase() }, { view: id }],
    [{ shown: '13' }, { shown: 20 }],
    [{ shown: '10' }, {}],
    [{ view: 'ORD_1', shown: '-3', other: 'x' }, {}],
    [{ view: 7, shown: '99999' }, {}],
  ])('reads %j as %j', (typed, read) => {
    expect(parseOrdersSearch(typed)).toEqual(read)
  })
})
