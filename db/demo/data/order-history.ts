import { addMinutes, startOfShopMonth, startOfShopWeek } from '#src/core/dates.ts'
import type { OrderActor, OrderStatus } from '#src/features/orders/order-status.ts'
import {
  createCartsTotalling,
  createSampleCarts,
  createSeededRandom,
  pickRandom,
  type RandomSource,
  type SampleCart,
} from './sample-carts.ts'
import { NEW_CUSTOMERS, RETURNING_CUSTOMERS, type SampleCustomer } from './sample-customers.ts'

/** What a fresh demo shows on the Analytics tab (specification, section 9). */
export const SAMPLE_METRICS = { revenueThisMonth: 45_750, ordersThisWeek: 23, newCustomers: 8 } as const

export type SampleStatusChange = { to: OrderStatus; at: Date; actor: OrderActor }
export type SampleOrder = {
  customer: SampleCustomer
  basket: SampleCart
  placedAt: Date
  paidAt: Date
  /** Status changes after the payment, in order. */
  steps: SampleStatusChange[]
}

export type PlacedOrder = SampleOrder & { id: string; number: number }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const REVENUE = SAMPLE_METRICS.revenueThisMonth * 100
const DAYS_BEFORE = 32
/** How many of the newest orders are not packed yet. */
const TO_PACK = 3
const UNHURRIED = 6

/**
 * Creates a sample history, oldest first, whose revenue, orders and new customers match the specification's figures at
 * `now`.
 */
export function createSampleHistory(now: Date): SampleOrder[] {
  const chance = createSeededRandom(45_750)
  const spans = spansOf(now, chance)
  const sales = spans.flatMap((span) => fill(span, chance))
  const bought = withShoppers(sales, startOfShopMonth(now), chance)
  const newestFirst = bought.sort((a, b) => b.paidAt.getTime() - a.paidAt.getTime())
  const orders = newestFirst.map((sale, index) => {
    const steps = stepsOf(sale.paidAt, { now, hasTime: index < UNHURRIED, chance })
    return { ...sale, steps: index < TO_PACK ? steps.slice(0, 1) : steps.filter(({ at }) => at <= now) }
  })
  return [cancelledOrder(now, chance), ...orders].reverse()
}

/** A period with its carts, `until` included. */
type Span = { from: Date; until: Date; baskets: SampleCart[] }

/** The current week may begin before the month; both figures meet in their overlap. */
function spansOf(now: Date, chance: RandomSource): Span[] {
  const [week, month] = [startOfShopWeek(now), startOfShopMonth(now)]
  const { ordersThisWeek } = SAMPLE_METRICS
  const [first, second] = week < month ? [week, month] : [month, week]
  const span = (from: Date, until: Date, filledWith: SampleCart[]) => ({ from, until, baskets: filledWith })
  const before = span(
    addMinutes(first, (-DAYS_BEFORE * DAY_MS) / MINUTE_MS),
    justBefore(first),
    createSampleCarts(56, chance),
  )
  const days = (second.getTime() - first.getTime()) / DAY_MS
  if (week < month) {
    const share = (now.getTime() - month.getTime()) / (now.getTime() - week.getTime())
    const inMonth = Math.max(16, Math.round(ordersThisWeek * share))
    return [
      before,
      span(first, justBefore(second), createSampleCarts(ordersThisWeek - inMonth, chance)),
      span(second, now, createCartsTotalling(REVENUE, inMonth, chance)),
    ]
  }
  const earlier = Math.min(26, Math.round(days * 1.7))
  const thisWeek = earlier === 0 ? REVENUE : toTenRupees((REVENUE * ordersThisWeek) / (ordersThisWeek + earlier))
  return [
    before,
    span(first, justBefore(second), earlier === 0 ? [] : createCartsTotalling(REVENUE - thisWeek, earlier, chance)),
    span(second, now, createCartsTotalling(thisWeek, ordersThisWeek, chance)),
  ]
}

const justBefore = (moment: Date) => new Date(moment.getTime() - 1)
const toTenRupees = (amount: number) => Math.round(amount / 10_00) * 10_00

type Sale = { basket: SampleCart; placedAt: Date; paidAt: Date }

function fill({ from, until, baskets: filledWith }: Span, chance: RandomSource): Sale[] {
  return filledWith.map((basket) => {
    const placedAt = wakingMoment(from, until, chance)
    const paidAt = new Date(Math.min(until.getTime(), placedAt.getTime() + 40_000 + Math.floor(chance() * 180_000)))
    return { basket, placedAt, paidAt }
  })
}

/** Between 9:00 and 22:30, if the period has such hours. */
function wakingMoment(from: Date, until: Date, chance: RandomSource): Date {
  let moment = from
  for (let attempt = 0; attempt < 12; attempt++) {
    moment = new Date(from.getTime() + Math.floor(chance() * (until.getTime() - from.getTime())))
    const hour = ((moment.getTime() + 5.5 * HOUR_MS) % DAY_MS) / HOUR_MS
    if (hour >= 9 && hour < 22.5) return moment
  }
  return moment
}

/** Eight of the month's orders are first orders; other customers bought before. */
function withShoppers(sales: Sale[], month: Date, chance: RandomSource): (Sale & { customer: SampleCustomer })[] {
  const inMonth = sales.filter(({ paidAt }) => paidAt >= month)
  const apart = inMonth.length / NEW_CUSTOMERS.length
  const newcomers = new Map(NEW_CUSTOMERS.map((customer, index) => [inMonth[Math.floor(index * apart)], customer]))
  return sales.map((sale, index) => ({
    ...sale,
    customer: newcomers.get(sale) ?? RETURNING_CUSTOMERS[index] ?? pickRandom(RETURNING_CUSTOMERS, chance),
  }))
}

type Progress = { now: Date; hasTime: boolean; chance: RandomSource }

/**
 * Packed and shipped within a day, delivered after some days, closed a week later. Dense periods are packed faster, so
 * that few orders are open.
 */
function stepsOf(paidAt: Date, { now, hasTime, chance }: Progress): SampleStatusChange[] {
  const later = (days: number) => new Date(paidAt.getTime() + Math.round(days * DAY_MS))
  const age = (now.getTime() - paidAt.getTime()) / DAY_MS
  const usual = 0.7 + chance() * 0.5
  const sentAfter = hasTime || age < 1 / 24 ? usual : Math.min(usual, age * 0.6)
  const thereAfter = sentAfter + 2 + chance() * 2
  return [
    { to: 'processing', at: paidAt, actor: 'payment' },
    { to: 'shipped', at: later(sentAfter), actor: 'admin' },
    { to: 'delivered', at: later(thereAfter), actor: 'customer' },
    { to: 'completed', at: later(thereAfter + 7), actor: 'admin' },
  ]
}

/** Cancelled in the week of its payment, so that no figure counts it. */
function cancelledOrder(now: Date, chance: RandomSource): SampleOrder {
  const latest = new Date(Math.max(startOfShopWeek(now).getTime(), startOfShopMonth(now).getTime()))
  const until = now.getTime() - latest.getTime() < 6 * HOUR_MS ? justBefore(latest) : now
  const hoursBefore = (hours: number) => new Date(until.getTime() - hours * HOUR_MS)
  return {
    customer: pickRandom(RETURNING_CUSTOMERS, chance),
    basket: pickRandom(createSampleCarts(9, chance), chance),
    placedAt: hoursBefore(5),
    paidAt: hoursBefore(4.98),
    steps: [
      { to: 'processing', at: hoursBefore(4.98), actor: 'payment' },
      { to: 'cancelled', at: hoursBefore(4.6), actor: 'customer' },
    ],
  }
}
