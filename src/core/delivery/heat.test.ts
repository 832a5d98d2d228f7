import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { addDays } from './business-days.ts'
import { deliveryFrom, listDeliveryDays, nextShipDay, promiseDelivery } from './delivery-promise.ts'
import { NO_LOAD, type Parcel } from './delivery-rules.ts'
import { assessHeat, countGelPacks, heatOnJourney, heatText, MELT_CLASSES, meltsFirst } from './heat.ts'

const RULES = toDeliveryRules(DEFAULT_SETTINGS)
const { heat } = RULES
const journey = (pincode: string, shipOn: string, to = shipOn) => ({ pincode, shipOn, to })
const parcel = (pincode: string, day: string, more: Partial<Parcel> = {}): Parcel => ({
  ...{ orderedAt: new Date(`${day}T11:00:00+05:30`), pincode, meltClass: 'truffle' },
  ...more,
})
const daysOf = (found: Parcel) => {
  const promise = promiseDelivery(found, RULES)
  if (promise.kind !== 'days') throw new Error('Delivery is by arrangement')
  return promise
}

/** A Tuesday; parcels take two or three days to Nagpur, and up to four to Delhi. */
const MAY = '2027-05-04'

describe('the heat of a journey', () => {
  it('is that of the city of the PIN code, the longest prefix first', () => {
    expect(heatOnJourney(journey('440001', '2026-11-24'), heat.cities)).toEqual({
      ...{ place: 'Nagpur', celsius: 31, month: 10 },
    })
    expect(heatOnJourney(journey('682001', '2026-03-10'), heat.cities)).toMatchObject({ place: 'Kochi', celsius: 35 })
    expect(heatOnJourney(journey('682555', '2026-03-10'), heat.cities)).toMatchObject({ place: 'Agatti', celsius: 32 })
  })

  it('is that of the hotter month where a journey touches two', () => {
    expect(heatOnJourney(journey('440001', '2026-03-30'), heat.cities)).toMatchObject({ celsius: 36, month: 2 })
    expect(heatOnJourney(journey('440001', '2026-03-30', '2026-04-01'), heat.cities)).toMatchObject({
      ...{ celsius: 41, month: 3 },
    })
    expect(heatOnJourney(journey('440001', '2026-05-31', '2026-06-02'), heat.cities)).toMatchObject({
      ...{ celsius: 43, month: 4 },
    })
  })

  it('is the strictest of the state where no city is near, and of all India where the state is unknown', () => {
    expect(heatOnJourney(journey('442001', '2026-05-05'), heat.cities)).toMatchObject({
      ...{ place: 'Maharashtra', celsius: 43 },
    })
    const hottest = Math.max(...heat.cities.map(({ months }) => months[4] ?? 0))
    expect(heatOnJourney(journey('999999', '2026-05-05'), heat.cities).celsius).toBe(hottest)
  })

  it('asks for a cool pack from the limit of each class on, and bars bear most', () => {
    const jaipur = { ...journey('302001', '2027-08-03', '2027-08-05'), transit: 3 }
    const levels = MELT_CLASSES.map((meltClass) => assessHeat(jaipur, meltClass, heat))
    expect(levels).toEqual(['fine', 'fine', 'cool-pack'])
    const march = { ...journey('440001', '2027-03-02', '2027-03-04'), transit: 3 }
    expect(MELT_CLASSES.map((meltClass) => assessHeat(march, meltClass, heat))).toEqual([
      'cool-pack',
      'cool-pack',
      'cool-pack',
    ])
  })

  it('does not matter for a day on the road, or if the shop does not look at it', () => {
    const local = { ...journey('500034', MAY, '2027-05-05'), transit: 1 }
    expect(assessHeat(local, 'truffle', heat)).toBe('fine')
    expect(assessHeat({ ...local, transit: 2 }, 'truffle', { ...heat, isOn: false })).toBe('fine')
  })

  it('forbids a journey that is longer than a cool pack lasts, or over a Sunday', () => {
    const nagpur = (shipOn: string, to: string) => ({ ...journey('440001', shipOn, to), transit: 3 })
    expect(assessHeat(nagpur(MAY, '2027-05-07'), 'truffle', heat)).toBe('cool-pack')
    expect(assessHeat({ ...nagpur(MAY, '2027-05-08'), transit: 4 }, 'truffle', heat)).toBe('too-hot')
    expect(assessHeat(nagpur('2027-05-06', '2027-05-10'), 'truffle', heat)).toBe('too-hot')
    expect(assessHeat(nagpur('2027-05-06', '2027-05-08'), 'truffle', heat)).toBe('cool-pack')
  })

  it('goes by what melts first in a cart', () => {
    expect(meltsFirst(['bar', 'truffle', 'bonbon'])).toBe('truffle')
    expect(meltsFirst(['bar', 'bonbon'])).toBe('bonbon')
    expect(meltsFirst([])).toBe('bar')
  })
})

describe('truffles in May', () => {
  it('go to Nagpur with a cool pack, or when it is cooler', () => {
    const { heat: advice } = daysOf(parcel('440001', MAY))
    expect(advice).toEqual({
      ...{ place: 'Nagpur', celsius: 43, keepsTooShort: false, fee: 90 },
      coolPack: { shipOn: '2027-05-04', from: '2027-05-06', to: '2027-05-07' },
      wait: { shipOn: '2027-07-01', from: '2027-07-03', to: '2027-07-05' },
    })
    expect(advice && heatText(advice)).toMatch(
      /^It is up to 43 °C in Nagpur, too hot for this chocolate without cooling\. We can send it with a cool pack for ₹90, between Thu, 6 May and Fri, 7 May, or when it is cooler, between Sat, 3 Jul and Mon, 5 Jul\.$/,
    )
  })

  it('go to Delhi only when it is cooler, because a cool pack does not last four days', () => {
    const { heat: advice } = daysOf(parcel('110001', '2027-08-03'))
    expect(advice).toMatchObject({ place: 'Delhi', coolPack: null, wait: { shipOn: '2027-11-01' } })
  })

  it('do not go to Delhi in May, because it would be cool enough only after half a year', () => {
    const { heat: advice } = daysOf(parcel('110001', MAY))
    expect(advice).toMatchObject({ place: 'Delhi', coolPack: null, wait: null })
    expect(advice && heatText(advice)).toMatch(/We cannot send it there\. Please choose another chocolate\.$/)
  })

  it('wait for the first day that is cool enough, whichever it is', () => {
    const { shipOn } = daysOf(parcel('440001', MAY, { heat: 'wait' }))
    const isCool = (day: string) => {
      const promise = deliveryFrom(day, { pincode: '440001' }, RULES)
      const to = promise.kind === 'days' ? promise.to : day
      return heatOnJourney(journey('440001', day, to), heat.cities).celsius < heat.classes.truffle.coolPackFrom
    }
    const days: string[] = []
    for (let day = MAY; day < shipOn; day = addDays(day, 1)) days.push(day)
    const isSunday = (day: string) => new Date(day).getUTCDay() === 0
    expect(days.filter((day) => isCool(day) && !isSunday(day))).toEqual([])
    expect(isCool(shipOn)).toBe(true)
  })

  it('can be moved only to a day that the heat allows', () => {
    const next = (day: string, choice: 'cool-pack' | 'wait') =>
      nextShipDay(day, { parcel: { ...parcel('440001', MAY), heat: choice }, rules: RULES, load: NO_LOAD })
    expect(next('2027-05-05', 'cool-pack')).toBe('2027-05-05')
    expect(next('2027-05-07', 'cool-pack')).toBe('2027-05-10')
    expect(next('2027-05-05', 'wait')).toBe(daysOf(parcel('440001', MAY)).heat?.wait?.shipOn)
  })
})

describe('a day that is chosen before the heat begins', () => {
  const FEBRUARY = parcel('440001', '2027-02-20')

  it('is not offered if the parcel would need a cool pack', () => {
    const days = listDeliveryDays(FEBRUARY, RULES)
    expect(days[0]).toMatchObject({ state: 'free' })
    expect(days.find(({ day }) => day === '2027-03-04')).toEqual({ day: '2027-03-04', state: 'hot' })
  })

  it('needs the cool pack if it is wanted all the same', () => {
    const wanted = { ...FEBRUARY, deliverOn: '2027-03-04', heat: 'cool-pack' } as const
    expect(daysOf(wanted)).toMatchObject({ to: '2027-03-04', heat: { celsius: 36, coolPack: { to: '2027-03-04' } } })
    expect(daysOf({ ...FEBRUARY, deliverOn: '2027-03-04' })).toMatchObject({ to: '2027-02-27', heat: null })
  })
})

describe('a day that is chosen after the heat', () => {
  const JUNE = parcel('440001', '2027-06-22', { heat: 'cool-pack' })

  it('needs no cool pack, although the soonest needs one', () => {
    const { heat: advice } = daysOf(JUNE)
    expect(advice?.coolPack?.to).toBe('2027-06-25')
    const free = listDeliveryDays(JUNE, RULES).flatMap((day) => (day.state === 'free' ? [day] : []))
    const cool = free.find(({ needsCoolPack }) => !needsCoolPack)
    expect([free[0]?.needsCoolPack, cool?.day]).toEqual([true, advice?.wait?.to])
    expect(daysOf({ ...JUNE, deliverOn: cool?.day })).toMatchObject({ to: cool?.day, heat: null })
  })

  it('is still a wait for who chose to wait', () => {
    const { wait } = daysOf(JUNE).heat ?? {}
    const chosen = addDays(wait?.to ?? '', 1)
    expect(daysOf({ ...JUNE, heat: 'wait', deliverOn: chosen })).toMatchObject({ to: chosen, heat: { wait } })
  })
})

describe('waiting for cooler weather', () => {
  it.each([
    { what: 'is possible for what keeps for a year', shelfLifeDays: 365, shipOn: '2027-07-01' },
    { what: 'is not for what keeps for a month', shelfLifeDays: 30 },
    { what: 'is as long as 30 percent of the shelf life are left', shelfLifeDays: 89, shipOn: '2027-07-01' },
    { what: 'is not a day longer', shelfLifeDays: 88 },
  ])('$what', ({ shelfLifeDays, shipOn }) => {
    const keepsTooShort = shipOn === undefined
    const { heat: advice } = daysOf(parcel('440001', MAY, { shelfLifeDays }))
    expect(advice).toMatchObject({ keepsTooShort, coolPack: { shipOn: MAY } })
    expect(advice?.wait?.shipOn).toBe(shipOn)
    expect(advice && heatText(advice).includes('It does not keep long enough')).toBe(keepsTooShort)
  })

  it('is not replaced by a cool pack on the day of cooler weather', () => {
    // Mumbai is too far for truffles until January, also with a cool pack.
    const { heat: advice } = daysOf(parcel('400002', '2026-12-08', { shelfLifeDays: 30 }))
    expect(advice).toMatchObject({ coolPack: null, wait: null, keepsTooShort: true })
    expect(advice && heatText(advice)).toContain('We cannot send it there.')
  })
})

const anyParcel = fc.record({
  pincode: fc.constantFrom('440001', '110001', '560034', '600001', '781001', '682555', '442001', '302001'),
  day: fc.integer({ min: 0, max: 364 }).map((days) => addDays('2027-01-01', days)),
  meltClass: fc.constantFrom(...MELT_CLASSES),
})

describe('whatever the parcel', () => {
  it('with a cool pack never spends a Sunday on the road, on no day that can be chosen either', () =>
    fc.assert(
      fc.property(anyParcel, ({ day, ...more }) => {
        const found = parcel(more.pincode, day, { ...more, heat: 'cool-pack' })
        const free = listDeliveryDays(found, RULES).flatMap((one) => (one.state === 'free' ? [one] : []))
        for (const { shipOn, day: to } of free) {
          const sundays = new Date(shipOn).getUTCDay() + (Date.parse(to) - Date.parse(shipOn)) / 86_400_000
          const { celsius } = heatOnJourney(journey(more.pincode, shipOn, to), heat.cities)
          if (celsius >= heat.classes[more.meltClass].coolPackFrom) expect(sundays).toBeLessThan(7)
        }
      }),
      { numRuns: 60 },
    ))

  it('never leaves earlier when it waits than with a cool pack', () =>
    fc.assert(
      fc.property(anyParcel, ({ day, ...more }) => {
        const packed = daysOf(parcel(more.pincode, day, { ...more, heat: 'cool-pack' }))
        const waiting = daysOf(parcel(more.pincode, day, { ...more, heat: 'wait' }))
        if (waiting.heat?.wait) expect(waiting.shipOn >= packed.shipOn).toBe(true)
      }),
      { numRuns: 60 },
    ))
})

it.each([
  ['a bar', { grams: 110, pieces: 1, meltClass: 'bar' }, 1],
  ['exactly a kilogram', { grams: 1000, pieces: 9, meltClass: 'bonbon' }, 1],
  ['a little more than a kilogram', { grams: 1001, pieces: 9, meltClass: 'bonbon' }, 2],
  ['a small box of truffles', { grams: 108, pieces: 1, meltClass: 'truffle' }, 2],
  ['three kilograms of truffles', { grams: 3000, pieces: 30, meltClass: 'truffle' }, 3],
  ['ten pieces of unknown weight', { grams: null, pieces: 10, meltClass: 'bar' }, 1],
  ['eleven pieces of unknown weight', { grams: null, pieces: 11, meltClass: 'bar' }, 2],
] as const)('%s is packed with the right number of gel packs', (_, found, packs) => {
  expect(countGelPacks(found)).toBe(packs)
})
