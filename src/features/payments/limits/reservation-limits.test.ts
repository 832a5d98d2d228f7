import { describe, expect, it } from 'vitest'
import { checkReservationLimits, type ProductReservations, type ReservationUsage } from './reservation-limits.ts'

const now = new Date('2026-11-24T10:00:00Z')

const aProduct = (change: Partial<ProductReservations> = {}): ProductReservations => {
  const own = change.own ?? 1
  return { id: 1, name: 'Bar', stock: 40, reserved: own, own, firstTime: own, near: own, wide: 0, ...change }
}

const theHolds = (change: Partial<ReservationUsage> = {}): ReservationUsage => ({
  isKnown: false,
  openPayments: 0,
  own: { pieces: 1, paise: 500_00 },
  unpaid: [],
  lastPaidAt: null,
  near: { pieces: 1, paise: 500_00, unpaid: 0, paid: 0, starts: 0 },
  wide: null,
  shop: { firstTime: 1, stock: null },
  products: [aProduct()],
  ...change,
})

const windowsBefore = (end: Date, count: number) =>
  Array.from({ length: count }, (_, nth) => {
    const to = end.getTime() - (count - 1 - nth) * 16 * 60_000
    return { from: to - 15 * 60_000, to, whole: true }
  })

const said = (change: Partial<ReservationUsage>, factor = 1) =>
  checkReservationLimits(theHolds(change), { now, factor })?.message

describe('the reservation limit of an account', () => {
  it('shrinks for a product as new customers reserve more of it', () => {
    expect(said({ products: [aProduct({ own: 10 })] })).toBeUndefined()
    expect(said({ products: [aProduct({ own: 11 })] })).toContain('up to 10 of Bar')
    const crowded = { stock: 40, reserved: 23, firstTime: 23, own: 2 }
    expect(said({ products: [aProduct(crowded)] })).toContain('up to 1 of Bar')
    expect(said({ isKnown: true, products: [aProduct({ ...crowded, firstTime: 21 })] })).toBeUndefined()
  })

  it('is small while new customers reserve more than half of the shop, and never less', () => {
    const shop = { firstTime: 60, stock: 100 }
    expect(said({ shop, own: { pieces: 5, paise: 5_00 } })).toContain('up to 4 pieces')
    expect(said({ shop, own: { pieces: 4, paise: 5_00 } })).toBeUndefined()
    expect(said({ shop, own: { pieces: 5, paise: 5_00 }, isKnown: true })).toBeUndefined()
  })

  it('is at least one expensive item', () => {
    expect(said({ own: { pieces: 1, paise: 25_000_00 } })).toBeUndefined()
    expect(said({ own: { pieces: 2, paise: 25_000_00 } })).toContain('up to ₹20,000')
  })

  it('shrinks for a network with unpaid orders, and paid ones count double', () => {
    const own = { pieces: 10, paise: 1_000_00 }
    const near = { pieces: 10, paise: 1_000_00, unpaid: 30, paid: 0, starts: 40 }
    expect(said({ own, near })).toContain('up to 4 pieces')
    expect(said({ own, near: { ...near, paid: 14 } })).toBeUndefined()
    expect(said({ near: { ...near, pieces: 161 } })).toContain('Too many orders from your network')
    expect(said({ near: { ...near, starts: 300 } })).toContain('Too many payments')
    expect(said({ isKnown: true, near: { ...near, pieces: 161, starts: 300 } })).toBeUndefined()
  })

  it('is a thousand times as high with relaxed limits, except for the three open payments', () => {
    const own = { pieces: 40, paise: 90_000_00 }
    const near = { pieces: 500, paise: 9_00_000_00, unpaid: 30, paid: 0, starts: 999 }
    const unpaid = windowsBefore(now, 20)
    expect(said({ own, near, unpaid, products: [aProduct({ own: 40 })] }, 1000)).toBeUndefined()
    expect(said({ openPayments: 3 }, 1000)).toContain('3 unpaid orders')
  })

  it('does not apply to custom chocolates, except for open payments', () => {
    const waits = { unpaid: windowsBefore(now, 5) }
    expect(said({ ...waits })).toContain('Please wait')
    expect(said({ ...waits, products: [] })).toBeUndefined()
    expect(said({ openPayments: 3, products: [] })).toContain('3 unpaid orders')
  })
})
