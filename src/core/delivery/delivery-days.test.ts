import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { addMinutes, shopDay } from '../dates.ts'
import { addDays } from './business-days.ts'
import { CHOICE_DAYS, listDeliveryDays, nearestFreeDay, promiseDelivery } from './delivery-promise.ts'
import { NO_LOAD } from './delivery-rules.ts'
import { nextDispatchDay, planCrafting } from './dispatch-days.ts'
import { refuseSameDay } from './same-day.ts'

const inIndia = (time: string) => new Date(`${time}:00+05:30`)
const RULES = toDeliveryRules(DEFAULT_SETTINGS)
const [TUESDAY, SATURDAY] = [inIndia('2026-11-24T11:00'), inIndia('2026-11-28T11:00')]
const toHyderabad = { orderedAt: TUESDAY, pincode: '500034' }

const withDispatch = (dispatch: Partial<typeof RULES.dispatch>) => ({
  ...RULES,
  dispatch: { ...RULES.dispatch, ...dispatch },
})
const full = (...days: string[]) => ({ ...NO_LOAD, parcels: new Map(days.map((day) => [day, 10])) })
const FULL_AT_TEN = withDispatch({ parcelsPerDay: 10 })

describe('the days that a customer can choose', () => {
  it('are three weeks from the soonest one on, and say which are full or closed', () => {
    const days = listDeliveryDays(toHyderabad, FULL_AT_TEN, full('2026-11-26'))
    expect(days).toHaveLength(CHOICE_DAYS)
    expect(days.slice(0, 5).map(({ day, state }) => [day, state])).toEqual([
      ['2026-11-25', 'free'],
      ['2026-11-26', 'free'],
      ['2026-11-27', 'full'],
      ['2026-11-28', 'free'],
      ['2026-11-29', 'closed'],
    ])
    expect(days[3]).toMatchObject({ shipOn: '2026-11-27', from: '2026-11-28' })
  })

  it('have a nearest one: the next free day, or the last one before the end', () => {
    const days = listDeliveryDays(toHyderabad, FULL_AT_TEN, full('2026-11-26', '2026-12-14'))
    expect(['2026-11-20', '2026-11-27', '2026-12-15'].map((wanted) => nearestFreeDay(wanted, days)?.day)).toEqual([
      '2026-11-25',
      '2026-11-28',
      '2026-12-14',
    ])
    expect(nearestFreeDay('2026-11-25', [])).toBeUndefined()
  })

  it('are named by the last day of the window on a longer journey', () => {
    const [first] = listDeliveryDays({ ...toHyderabad, pincode: '781001' }, RULES)
    expect(first).toEqual({
      day: '2026-11-30',
      state: 'free',
      shipOn: '2026-11-24',
      from: '2026-11-27',
      needsCoolPack: false,
    })
  })

  it('do not exist where delivery is by arrangement', () => {
    expect(listDeliveryDays({ ...toHyderabad, pincode: '900056' }, RULES)).toEqual([])
  })

  it('give the chosen day, or the next free one when it has filled', () => {
    const chosen = { ...toHyderabad, deliverOn: '2026-12-02' }
    expect(promiseDelivery(chosen, FULL_AT_TEN)).toMatchObject({ shipOn: '2026-12-01', to: '2026-12-02' })
    expect(promiseDelivery(chosen, FULL_AT_TEN, full('2026-12-01'))).toMatchObject({ to: '2026-12-03' })
  })

  it('end with the calendar: a later wish gets the last free day', () => {
    expect(promiseDelivery({ ...toHyderabad, deliverOn: '2027-11-01' }, RULES)).toMatchObject({ to: '2026-12-15' })
  })
})

describe('pickup at the studio', () => {
  const pickup = (orderedAt: Date) => ({ ...toHyderabad, orderedAt, method: 'pickup' }) as const

  it('is possible on the day of packing while the studio is open, else on the next open day', () => {
    expect(promiseDelivery(pickup(TUESDAY), RULES)).toMatchObject({ shipOn: '2026-11-24', to: '2026-11-24' })
    const late = { ...RULES, pickup: { ...RULES.pickup, readyFrom: 19 * 60 } }
    expect(promiseDelivery(pickup(SATURDAY), late)).toMatchObject({ shipOn: '2026-11-28', to: '2026-11-29' })
  })

  it('is offered on Sundays, although nothing is packed then', () => {
    const days = listDeliveryDays(pickup(SATURDAY), RULES)
    expect(days[1]).toEqual({
      day: '2026-11-29',
      state: 'free',
      shipOn: '2026-11-28',
      from: '2026-11-29',
      needsCoolPack: false,
    })
    expect(promiseDelivery({ ...pickup(SATURDAY), deliverOn: '2026-11-29' }, RULES)).toMatchObject({
      shipOn: '2026-11-28',
      to: '2026-11-29',
    })
  })

  it('is not offered on a holiday or in a closed period', () => {
    const closed = withDispatch({ closures: [{ from: '2026-11-29', to: '2026-11-29' }] })
    expect(listDeliveryDays(pickup(SATURDAY), closed)[1]).toEqual({ day: '2026-11-29', state: 'closed' })
  })
})

describe('delivery on the same day', () => {
  const rules = { ...RULES, sameDay: { isOffered: true, cutOff: 12 * 60, prefixes: ['500'] } }
  const at = (time: string, pincode = '500034') => refuseSameDay({ orderedAt: inIndia(time), pincode }, rules)

  it.each([
    ['a minute before its cut-off', at('2026-11-24T11:59'), undefined],
    ['at its cut-off', at('2026-11-24T12:00'), 'too-late'],
    ['on a Sunday', at('2026-11-29T11:30'), 'closed'],
    ['elsewhere', at('2026-11-24T11:00', '560001'), 'not-offered'],
  ])('%s', (_, refusal, expected) => expect(refusal).toBe(expected))

  it('ends when the places of the day are taken', () => {
    const limited = { ...rules, dispatch: FULL_AT_TEN.dispatch }
    expect(refuseSameDay(toHyderabad, limited, full('2026-11-24'))).toBe('full')
  })

  it('waits for what is still to be made, and is closed in busy mode', () => {
    expect(refuseSameDay({ ...toHyderabad, craftingDays: 1 }, rules)).toBe('not-ready')
    const busy = { ...rules, dispatch: { ...rules.dispatch, busyDays: 1 } }
    expect(refuseSameDay(toHyderabad, busy)).toBe('not-offered')
  })
})

describe('the hours of crafting', () => {
  const limited = withDispatch({ craftingMinutesPerDay: 240 })
  const crafted = (craftingMinutes: number, craftingDays = 0) => ({ ...toHyderabad, craftingMinutes, craftingDays })

  it('fill the working days one after the other', () => {
    const load = { ...NO_LOAD, craftingMinutes: new Map([['2026-11-24', 200]]) }
    expect(planCrafting(crafted(300), limited, load)).toEqual([
      { day: '2026-11-24', minutes: 40 },
      { day: '2026-11-25', minutes: 240 },
      { day: '2026-11-26', minutes: 20 },
    ])
    expect(promiseDelivery(crafted(300), limited, load).shipOn).toBe('2026-11-26')
  })

  it('stand on the last day of crafting in a shop without a limit', () => {
    expect(planCrafting(crafted(300, 2), RULES, NO_LOAD)).toEqual([{ day: '2026-11-26', minutes: 300 }])
  })
})

const aParcel = fc.record({
  orderedAt: fc.integer({ min: 0, max: 500 * 24 * 60 }).map((minutes) => addMinutes(TUESDAY, minutes)),
  pincode: fc.constantFrom('500034', '506002', '440010', '110001', '781001', '695001'),
  method: fc.constantFrom('courier', 'pickup', undefined),
  meltClass: fc.constantFrom('bar', 'bonbon', 'truffle', undefined),
  heat: fc.constantFrom('cool-pack', 'wait', undefined),
  craftingMinutes: fc.integer({ min: 0, max: 2_000 }),
})
const aLoad = fc.record({
  parcels: fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 5, max: 12 })), { maxLength: 30 }),
  work: fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 0, max: 400 })), { maxLength: 15 }),
})
const BUSY = withDispatch({ parcelsPerDay: 10, craftingMinutesPerDay: 240 })

function loadFrom(orderedAt: Date, { parcels, work }: { parcels: [number, number][]; work: [number, number][] }) {
  const byDay = (found: [number, number][]) =>
    new Map(found.map(([after, count]) => [addDays(shopDay(orderedAt), after), count]))
  return { parcels: byDay(parcels), craftingMinutes: byDay(work) }
}

describe('whatever is ordered', () => {
  it('each free day of the calendar is promised when it is chosen, from a day of dispatch with a place', () => {
    fc.assert(
      fc.property(aParcel, aLoad, (parcel, some) => {
        const load = loadFrom(parcel.orderedAt, some)
        for (const found of listDeliveryDays(parcel, BUSY, load)) {
          if (found.state !== 'free') continue
          const { day, shipOn, from } = found
          expect(promiseDelivery({ ...parcel, deliverOn: day }, BUSY, load)).toMatchObject({ shipOn, from, to: day })
          expect(nextDispatchDay(shipOn, BUSY, load)).toBe(shipOn)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('the plan adds up to the work, and no day gets more than its limit', () => {
    fc.assert(
      fc.property(aParcel, aLoad, (parcel, some) => {
        const load = loadFrom(parcel.orderedAt, some)
        const plan = planCrafting(parcel, BUSY, load)
        expect(plan.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(parcel.craftingMinutes)
        for (const { day, minutes } of plan)
          expect(minutes + (load.craftingMinutes.get(day) ?? 0)).toBeLessThanOrEqual(240)
      }),
    )
  })

  it('a parcel never comes earlier with more hours of work, more parcels or heat on its way', () => {
    fc.assert(
      fc.property(aParcel, aLoad, fc.integer({ min: 1, max: 600 }), (parcel, some, more) => {
        const load = loadFrom(parcel.orderedAt, some)
        const before = promiseDelivery(parcel, BUSY, load).shipOn
        const longer = { ...parcel, craftingMinutes: parcel.craftingMinutes + more }
        expect(promiseDelivery(longer, BUSY, load).shipOn >= before).toBe(true)
        const day = addDays(shopDay(parcel.orderedAt), more % 40)
        const parcels = new Map(load.parcels).set(day, (load.parcels.get(day) ?? 0) + 1)
        expect(promiseDelivery(parcel, BUSY, { ...load, parcels }).shipOn >= before).toBe(true)
        const { meltClass: _, ...cold } = parcel
        expect(promiseDelivery(cold, BUSY, load).shipOn <= before).toBe(true)
      }),
    )
  })
})
