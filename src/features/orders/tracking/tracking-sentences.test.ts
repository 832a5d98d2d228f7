import { describe, expect, it } from 'vitest'
import type { TrackedParcel } from './tracking.contract.ts'
import { describeParcelDays, describeParcelState } from './tracking-sentences.ts'

const TODAY = '2026-11-26'
const SENT: TrackedParcel = {
  status: 'shipped',
  awaitingPayment: false,
  deliveryMethod: 'courier',
  heat: null,
  shipOn: '2026-11-25',
  packedAt: '2026-11-25T08:00:00.000Z',
  tracking: null,
  number: null,
  expectedDelivery: { from: '2026-11-27', to: '2026-11-28' },
  courierState: null,
}
const PACKING: TrackedParcel = { ...SENT, status: 'processing', packedAt: null, shipOn: TODAY }

const say = (parcel: TrackedParcel, today = TODAY) =>
  [describeParcelState(parcel, today), describeParcelDays(parcel, today)].filter(Boolean).join('. ')

describe('the words of a tracking page', () => {
  it.each<[name: string, words: string, parcel: TrackedParcel, today?: string]>([
    ['an unpaid order', 'Waiting for payment', { ...PACKING, awaitingPayment: true, expectedDelivery: null }],
    ['a paid order', 'Being prepared. Leaves on Thu, 26 Nov. Expected between Fri, 27 Nov and Sat, 28 Nov.', PACKING],
    [
      'an order held for heat',
      'Waits for cooler weather. Leaves on Mon, 30 Nov. Expected on Tue, 1 Dec.',
      { ...PACKING, heat: 'wait', shipOn: '2026-11-30', expectedDelivery: { from: '2026-12-01', to: '2026-12-01' } },
    ],
    [
      'a packed order that is picked up',
      'Ready for pickup. Pickup on Fri, 27 Nov.',
      {
        ...PACKING,
        deliveryMethod: 'pickup',
        packedAt: SENT.packedAt,
        expectedDelivery: { from: '2026-11-27', to: '2026-11-27' },
      },
    ],
    ['a sent order', 'On its way. Expected between Fri, 27 Nov and Sat, 28 Nov.', SENT],
    ['its last day', 'Arriving today. Expected between Fri, 27 Nov and Sat, 28 Nov.', SENT, '2026-11-28'],
    [
      'its last day, when the courier has not said so',
      'On its way. Expected between Fri, 27 Nov and Sat, 28 Nov.',
      { ...SENT, courierState: { state: 'in-transit', day: '2026-11-27' } },
      '2026-11-28',
    ],
    [
      'an order that is out for delivery',
      'Arriving today',
      { ...SENT, courierState: { state: 'out-for-delivery', day: '2026-11-27' } },
      '2026-11-27',
    ],
    [
      'an order that was out for delivery yesterday',
      'On its way. Expected between Fri, 27 Nov and Sat, 28 Nov.',
      { ...SENT, courierState: { state: 'out-for-delivery', day: '2026-11-27' } },
      '2026-11-28',
    ],
    [
      'an order that nobody received',
      'Delivery was tried. Expected between Fri, 27 Nov and Sat, 28 Nov.',
      { ...SENT, courierState: { state: 'undelivered', day: '2026-11-27' } },
      '2026-11-27',
    ],
    [
      'an order that the courier lost',
      'Lost on the way. We are sorry, and will write with what we can do.',
      { ...SENT, courierState: { state: 'lost', day: '2026-11-27' } },
      '2026-11-30',
    ],
    [
      'an order that comes back',
      'On its way back to us. We are sorry, and will write with what we can do.',
      { ...SENT, courierState: { state: 'returning', day: '2026-11-27' } },
      '2026-11-30',
    ],
    [
      'a late order',
      'On its way. We expected it between Fri, 27 Nov and Sat, 28 Nov. If it has not arrived, please write to us.',
      SENT,
      '2026-11-30',
    ],
    [
      'an order that is late and has not left',
      'Packed. We expected it between Fri, 27 Nov and Sat, 28 Nov, but it has not left yet. We are sorry. Please write to us if you want to know more, or to cancel it.',
      { ...SENT, status: 'processing' },
      '2026-11-28',
    ],
    [
      'an order that could be picked up for days',
      'Ready for pickup. It has been ready since Fri, 27 Nov.',
      { ...SENT, status: 'processing', deliveryMethod: 'pickup' },
      '2026-12-02',
    ],
    ['a delivered order', 'Delivered', { ...SENT, status: 'delivered', expectedDelivery: null }],
    [
      'an order that was picked up',
      'Picked up',
      { ...SENT, status: 'completed', deliveryMethod: 'pickup', expectedDelivery: null },
    ],
    ['a cancelled order', 'Cancelled', { ...PACKING, status: 'cancelled', expectedDelivery: null }],
  ])('name %s', (...[, words, ...said]) => {
    expect(say(...said)).toBe(words)
  })
})
