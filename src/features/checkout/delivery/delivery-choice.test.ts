import { describe, expect, it } from 'vitest'
import type { DeliveryWish } from '#src/features/checkout/form/checkout.contract.ts'
import type { Delivery, DeliveryOffer } from '#src/features/orders/delivery/delivery.contract.ts'
import { resolveDelivery, toOrderedDelivery } from './delivery-choice.ts'

const SOONEST: DeliveryWish = { deliveryMethod: 'courier', when: 'soonest', deliverOn: '', heat: '' }
const WINDOW = { shipOn: '2026-11-25', from: '2026-11-26', to: '2026-11-26' }
const COURIER: DeliveryOffer = {
  method: 'courier',
  fee: 150,
  freeFrom: 2_000,
  promise: WINDOW,
  text: 'Hyderabad',
  days: [
    { day: '2026-11-26', state: 'free', shipOn: '2026-11-25', from: '2026-11-26', needsCoolPack: true },
    { day: '2026-11-27', state: 'full' },
    { day: '2026-11-28', state: 'free', shipOn: '2026-11-27', from: '2026-11-28', needsCoolPack: false },
    { day: '2026-11-29', state: 'closed' },
  ],
}
const PICKUP: DeliveryOffer = { ...COURIER, method: 'pickup', fee: 0, freeFrom: null }
const FULL = 'Not possible today: the day is full. On other days, order by 12:00 PM.'
const TODAY: DeliveryOffer = {
  ...COURIER,
  ...{ method: 'same-day', fee: 250, freeFrom: null, promise: null, text: FULL, days: [] },
}
const ANSWER: Delivery = { kind: 'days', place: 'Hyderabad', ...WINDOW, heat: null, offers: [COURIER, TODAY, PICKUP] }
const HEAT = {
  place: 'Nagpur',
  celsius: 41,
  text: 'It is hot.',
  fee: 90,
  coolPack: WINDOW,
  wait: null,
  keepsTooShort: false,
}

const resolve = (wish: Partial<DeliveryWish>, answer: Delivery = ANSWER) =>
  resolveDelivery({ ...SOONEST, ...wish }, answer)
const orderedBy = (wish: Partial<DeliveryWish>, answer: Delivery = ANSWER) =>
  toOrderedDelivery({ ...SOONEST, ...wish }, resolve(wish, answer))

describe('what the customer chooses about delivery', () => {
  it('is the soonest day by courier at first, and needs no field of the order', () => {
    expect(resolve({})).toMatchObject({ window: WINDOW, unavailable: undefined, missing: undefined })
    expect(orderedBy({})).toEqual({})
  })

  it('can be a free day, which leaves the studio on its own day', () => {
    const wish = { when: 'day', deliverOn: '2026-11-28' } as const
    expect(resolve(wish).window).toEqual({ shipOn: '2026-11-27', from: '2026-11-28', to: '2026-11-28' })
    expect(orderedBy(wish)).toEqual({ deliverOn: '2026-11-28' })
  })

  it('loses a day that has filled, and names the nearest one', () => {
    expect(resolve({ when: 'day', deliverOn: '2026-11-27' })).toMatchObject({
      window: null,
      nearestDay: '2026-11-28',
      unavailable: 'We cannot deliver on Fri, 27 Nov. The nearest day is Sat, 28 Nov.',
    })
  })

  it('asks for a day that is not chosen yet', () => {
    expect(resolve({ when: 'day' }).missing).toBe('Please choose a day, or as soon as possible.')
  })

  it('forgets a day of another choice', () => {
    expect(orderedBy({ when: 'soonest', deliverOn: '2026-11-28' })).toEqual({})
  })

  it('has the price of its way', () => {
    expect(resolve({ deliveryMethod: 'pickup' }).charged).toEqual({ fee: 0, freeFrom: null, coolPack: 0 })
    expect(resolve({}).charged).toEqual({ fee: 150_00, freeFrom: 2_000_00, coolPack: 0 })
    expect(orderedBy({ deliveryMethod: 'pickup' })).toEqual({ deliveryMethod: 'pickup' })
  })

  it('cannot be the same day when today is full, nor pickup where none is offered', () => {
    expect(resolve({ deliveryMethod: 'same-day' }).unavailable).toBe(`${FULL} Please choose another way.`)
    const withoutPickup = { ...ANSWER, offers: [COURIER] }
    expect(resolve({ deliveryMethod: 'pickup' }, withoutPickup).unavailable).toMatch(/cannot be picked up/)
  })

  it('must say how chocolate is sent in the heat, and pays for a cool pack', () => {
    const hot = { ...ANSWER, heat: HEAT }
    expect(resolve({}, hot).missing).toBe('Please choose how we send your chocolate in this heat.')
    expect(resolve({ heat: 'wait' }, hot).missing).toBeDefined()
    expect(resolve({ heat: 'cool-pack' }, hot)).toMatchObject({ missing: undefined, charged: { coolPack: 90_00 } })
    expect(orderedBy({ heat: 'cool-pack' }, hot)).toEqual({ heat: 'cool-pack' })
  })

  it('pays for no cool pack on a day that is cooler than the soonest', () => {
    const wish = { heat: 'cool-pack', when: 'day', deliverOn: '2026-11-28' } as const
    const hot = { ...ANSWER, heat: HEAT }
    expect(resolve(wish, hot)).toMatchObject({ needsCoolPack: false, missing: undefined, charged: { coolPack: 0 } })
    expect(resolve({ ...wish, deliverOn: '2026-11-26' }, hot).charged?.coolPack).toBe(90_00)
  })

  it('needs no cool pack at the studio, nor when the heat has passed', () => {
    const hot = { ...ANSWER, heat: HEAT }
    expect(resolve({ deliveryMethod: 'pickup', heat: 'cool-pack' }, hot).charged?.coolPack).toBe(0)
    expect(orderedBy({ deliveryMethod: 'pickup', heat: 'cool-pack' }, hot)).toEqual({ deliveryMethod: 'pickup' })
    expect(orderedBy({ heat: 'cool-pack' })).toEqual({})
  })

  it('has no day where delivery is by arrangement', () => {
    const promise = { ...COURIER, promise: null, days: [] }
    const answer: Delivery = {
      kind: 'by-arrangement',
      text: 'By arrangement.',
      shipOn: '2026-11-25',
      heat: null,
      offers: [promise],
    }
    expect(resolve({ when: 'day', deliverOn: '2026-11-28' }, answer)).toMatchObject({
      window: null,
      unavailable: undefined,
    })
    expect(orderedBy({ when: 'day', deliverOn: '2026-11-28' }, answer)).toEqual({})
  })

  it('is refused in words where the courier does not go', () => {
    const text = 'We do not deliver to PIN 799001 yet.'
    const answer: Delivery = { kind: 'not-served', text, shipOn: '2026-11-25', heat: null, offers: [PICKUP] }
    expect(resolve({}, answer).unavailable).toBe(text)
    expect(resolve({ deliveryMethod: 'pickup' }, answer).unavailable).toBeUndefined()
  })
})
