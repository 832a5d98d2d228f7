import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { addMinutes, shopDay } from '../dates.ts'
import { NATIONAL_HOLIDAYS } from './business-days.ts'
import { type DeliveryPromise, promiseDelivery } from './delivery-promise.ts'
import { NO_LOAD } from './delivery-rules.ts'
import { blockedDeliveryReason, formatDeliveryWindow, parsePincode } from './delivery-window.ts'
import { craftingDaysUntil, craftingEndsOn } from './dispatch-days.ts'

const RULES = toDeliveryRules(DEFAULT_SETTINGS)
const ARMY = 'Army Post Office: by arrangement. Please write to us before you order.'
const inIndia = (time: string) => new Date(`${time}:00+05:30`)
const MONDAY = inIndia('2026-11-23T12:00')
const days = (place: string, ...[shipOn, from, to]: [string, string, string]) => ({
  kind: 'days',
  place,
  shipOn,
  from,
  to,
  heat: null,
})
const promise = (pincode: string, orderedAt = MONDAY, more = {}) =>
  promiseDelivery({ orderedAt, pincode, ...more }, RULES)

describe('the date of a parcel', () => {
  it.each([
    ['500001', days('Hyderabad', '2026-11-23', '2026-11-24', '2026-11-24')],
    ['506002', days('Telangana', '2026-11-23', '2026-11-24', '2026-11-25')],
    ['110001', days('Delhi', '2026-11-23', '2026-11-25', '2026-11-27')],
    ['560034', days('Bengaluru', '2026-11-23', '2026-11-25', '2026-11-27')],
    ['781001', days('Your area', '2026-11-23', '2026-11-26', '2026-11-28')],
    ['900056', { kind: 'by-arrangement', shipOn: '2026-11-23', text: ARMY }],
  ])('to %s, ordered on a Monday at noon', (pincode, expected) => {
    expect(promise(pincode)).toEqual(expected)
  })

  it.each([
    ['before the studio opens', '2026-11-24T06:00', '2026-11-24'],
    ['a minute before the cut-off', '2026-11-24T13:59', '2026-11-24'],
    ['at the cut-off', '2026-11-24T14:00', '2026-11-25'],
    ['at night, when nobody packs', '2026-11-24T23:30', '2026-11-25'],
    ['on a Saturday, on which the studio works', '2026-11-28T10:00', '2026-11-28'],
    ['on a Saturday evening', '2026-11-28T19:00', '2026-11-30'],
    ['on a Sunday, on which no courier comes', '2026-11-29T12:00', '2026-11-30'],
    ['on the evening before Republic Day', '2027-01-25T20:00', '2027-01-27'],
    ['half an hour into Monday, still Sunday in UTC', '2026-11-23T00:30', '2026-11-23'],
  ])('leaves the studio when ordered %s', (_, orderedAt, shipOn) => {
    expect(promise('500034', inIndia(orderedAt)).shipOn).toBe(shipOn)
  })

  it('counts over Sundays and holidays on the way', () => {
    expect(promise('500034', inIndia('2027-01-25T10:00'))).toMatchObject({ shipOn: '2027-01-25', from: '2027-01-27' })
    expect(promise('110001', inIndia('2026-11-27T10:00'))).toMatchObject({ from: '2026-11-30', to: '2026-12-02' })
  })

  it('leaves before the studio closes where that is before the cut-off', () => {
    const week = RULES.studio.week.map((day) => day && { opens: 540, closes: 720 })
    const rules = { ...RULES, studio: { ...RULES.studio, week } }
    const shipOn = (time: string) => promiseDelivery({ orderedAt: inIndia(time), pincode: '500034' }, rules).shipOn
    expect([shipOn('2026-11-24T11:59'), shipOn('2026-11-24T12:00')]).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('of what is crafted first begins when it is made, or on the day that was named', () => {
    expect(promise('500034', MONDAY, { craftingDays: 3 })).toMatchObject({ shipOn: '2026-11-26', from: '2026-11-27' })
    expect(promise('500034', MONDAY, { craftingDays: 3, readyOn: '2026-11-29' })).toMatchObject({
      shipOn: '2026-11-30',
      from: '2026-12-01',
    })
    expect(promise('500034', MONDAY, { craftingDays: 3, readyOn: '2026-11-24' }).shipOn).toBe('2026-11-26')
    expect(craftingEndsOn(MONDAY, 3, RULES)).toBe('2026-11-26')
    expect(craftingDaysUntil('2026-11-26', MONDAY, RULES)).toBe(3)
  })

  it('goes by the narrowest place that the admin has named', () => {
    const zones = [
      { prefix: '5', place: 'The south', from: 3, to: 4 },
      { prefix: '500034', place: 'Banjara Hills', from: 1, to: 1 },
    ]
    const to = (pincode: string) => promiseDelivery({ orderedAt: MONDAY, pincode }, { ...RULES, zones })
    expect(to('500034')).toMatchObject({ place: 'Banjara Hills', from: '2026-11-24' })
    expect(to('500001')).toMatchObject({ place: 'The south', from: '2026-11-26' })
    expect(to('110001')).toMatchObject({ place: 'Your area' })
  })

  it('is one day for people, or two', () => {
    expect(formatDeliveryWindow({ from: '2026-11-26', to: '2026-11-26' })).toBe('on Thu, 26 Nov')
    expect(formatDeliveryWindow({ from: '2026-11-26', to: '2026-11-28' })).toBe('between Thu, 26 Nov and Sat, 28 Nov')
  })
})

const orderTime = fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }).map((minutes) => addMinutes(MONDAY, minutes))
const aPincode = fc.integer({ min: 100_000, max: 899_999 }).map(String)
const aDay = orderTime.map(shopDay)
const someHolidays = fc.array(aDay, { maxLength: 20 }).map((found) => [...NATIONAL_HOLIDAYS, ...found])
const aWeek = fc
  .array(fc.constantFrom(null, { opens: 540, closes: 1140 }, { opens: 600, closes: 780 }), {
    minLength: 7,
    maxLength: 7,
  })
  .filter((week) => week.some((day) => day !== null))
const someDispatch = fc.record({
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }),
  parcelsPerDay: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  craftingMinutesPerDay: fc.option(fc.integer({ min: 60, max: 600 }), { nil: null }),
  busyDays: fc.integer({ min: 0, max: 5 }),
  closures: fc.array(
    aDay.map((from) => ({ from, to: shopDay(addMinutes(new Date(from), 10 * 24 * 60)) })),
    { maxLength: 5 },
  ),
})
const someRules = fc
  .record({ week: aWeek, holidays: someHolidays, cutOff: fc.integer({ min: 0, max: 1439 }), dispatch: someDispatch })
  .map(({ cutOff, dispatch, ...studio }) => ({ ...RULES, cutOff, studio, dispatch }))
const someLoad = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 4 })), { maxLength: 30 })
  .map((days) => days.map(([after, parcels]): [number, number] => [after, parcels]))
const loadFrom = (orderedAt: Date, load: [number, number][]) =>
  new Map(load.map(([after, parcels]) => [shopDay(addMinutes(orderedAt, after * 24 * 60)), parcels]))
const withParcels = (parcels: Map<string, number>) => ({ ...NO_LOAD, parcels })
const aParcel = fc.record({
  orderedAt: orderTime,
  pincode: aPincode,
  craftingDays: fc.integer({ min: 0, max: 20 }),
  readyOn: fc.option(aDay, { nil: undefined }),
})

function daysOf(found: DeliveryPromise): string[] {
  return found.kind === 'days' ? [found.shipOn, found.from, found.to] : [found.shipOn]
}

function expectNotEarlier(later: DeliveryPromise, earlier: DeliveryPromise) {
  for (const [i, day] of daysOf(earlier).entries()) expect((daysOf(later)[i] ?? '') >= day).toBe(true)
}

describe('whatever the studio does', () => {
  it('a parcel leaves on or after the day of its order, on a working day, and arrives after that', () => {
    fc.assert(
      fc.property(aParcel, someRules, (parcel, rules) => {
        const found = promiseDelivery(parcel, rules)
        expect(daysOf(found).toSorted()).toEqual(daysOf(found))
        expect(rules.dispatch.closures.some(({ from, to }) => from <= found.shipOn && found.shipOn <= to)).toBe(false)
        expect(found.shipOn >= shopDay(parcel.orderedAt)).toBe(true)
        expect(found.shipOn >= (parcel.readyOn ?? '')).toBe(true)
        expect(new Date(found.shipOn).getUTCDay()).not.toBe(0)
        expect(rules.studio.holidays.some((holiday) => found.shipOn.endsWith(holiday))).toBe(false)
      }),
    )
  })

  it('it never comes earlier with more crafting days, with a later day named, or ordered later', () => {
    fc.assert(
      fc.property(aParcel, someRules, fc.integer({ min: 1, max: 3000 }), (parcel, rules, more) => {
        const before = promiseDelivery(parcel, rules)
        const crafted = { ...parcel, craftingDays: parcel.craftingDays + (more % 10) }
        expectNotEarlier(promiseDelivery(crafted, rules), before)
        const named = { ...parcel, readyOn: shopDay(addMinutes(new Date(parcel.readyOn ?? MONDAY), more * 60)) }
        if (parcel.readyOn) expectNotEarlier(promiseDelivery(named, rules), before)
        expectNotEarlier(promiseDelivery({ ...parcel, orderedAt: addMinutes(parcel.orderedAt, more) }, rules), before)
      }),
    )
  })
})

describe('the days of dispatch', () => {
  const TUESDAY = inIndia('2026-11-24T11:00')
  const shipOn = (
    dispatch: Partial<typeof RULES.dispatch>,
    { load = {}, ...parcel }: { load?: object; readyOn?: string } = {},
  ) =>
    promiseDelivery(
      { orderedAt: TUESDAY, pincode: '500034', ...parcel },
      { ...RULES, dispatch: { ...RULES.dispatch, ...dispatch } },
      { ...NO_LOAD, parcels: new Map(Object.entries(load)) },
    ).shipOn

  it('a full day passes the parcel on to the next one with a free place', () => {
    const load = { '2026-11-24': 10, '2026-11-25': 12, '2026-11-26': 9 }
    expect(shipOn({ parcelsPerDay: 10 }, { load })).toBe('2026-11-26')
    expect(shipOn({ parcelsPerDay: 9 }, { load })).toBe('2026-11-27')
    expect(shipOn({ parcelsPerDay: null }, { load })).toBe('2026-11-24')
  })

  it('are those that the admin chose', () => {
    expect(shipOn({ weekdays: [1, 4] })).toBe('2026-11-26')
    expect(shipOn({ weekdays: [1, 4], parcelsPerDay: 1 }, { load: { '2026-11-26': 1 } })).toBe('2026-11-30')
  })

  it('busy mode adds working days, but not to a day that the admin named', () => {
    expect(shipOn({ busyDays: 3 })).toBe('2026-11-27')
    expect(shipOn({ busyDays: 3 }, { readyOn: '2026-11-25' })).toBe('2026-11-25')
  })

  it('a closed period moves work and dispatch behind it', () => {
    const closures = [{ from: '2026-11-24', to: '2026-11-30' }]
    expect(shipOn({ closures })).toBe('2026-12-01')
    expect(craftingEndsOn(TUESDAY, 2, { ...RULES, dispatch: { ...RULES.dispatch, closures } })).toBe('2026-12-03')
  })

  it('a parcel never leaves on a full day, nor earlier with more work ahead', () => {
    fc.assert(
      fc.property(
        aParcel,
        someRules,
        fc.record({ load: someLoad, after: fc.nat(40) }),
        (parcel, rules, { load, after }) => {
          const before = loadFrom(parcel.orderedAt, load)
          const found = promiseDelivery(parcel, rules, withParcels(before))
          expect(before.get(found.shipOn) ?? 0).toBeLessThan(rules.dispatch.parcelsPerDay ?? Number.POSITIVE_INFINITY)
          const more = new Map(before)
          const day = shopDay(addMinutes(parcel.orderedAt, after * 24 * 60))
          more.set(day, (more.get(day) ?? 0) + 1)
          expectNotEarlier(promiseDelivery(parcel, rules, withParcels(more)), found)
        },
      ),
    )
  })
})

describe('a PIN code', () => {
  it.each(['', '50001', '5000011', '012345', 'abcdef', '500-034'])('is not %j', (typed) => {
    expect(parsePincode(typed)).toBeUndefined()
  })

  it('is read however it is spaced', () => {
    expect(parsePincode(' 500 034 ')).toBe('500034')
  })

  it('is refused only where the admin has said so', () => {
    expect(blockedDeliveryReason('900056', RULES.blocked)).toBeUndefined()
    const island = { prefix: '744', text: 'Chocolate does not survive the ship.', refusesOrders: true }
    expect(blockedDeliveryReason('744101', [island])).toBe(island.text)
    expect(blockedDeliveryReason('500001', [island])).toBeUndefined()
  })
})
