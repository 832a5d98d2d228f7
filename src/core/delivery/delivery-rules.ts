import type { BusinessDays } from '../shop-policy.ts'
import type { BlockedPlace } from './delivery-window.ts'
import type { HeatAdvice, HeatRules, MeltClass } from './heat.ts'
import type { StudioHours } from './studio-hours.ts'

export const DELIVERY_METHODS = ['courier', 'pickup', 'same-day'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

/** How the customer wants chocolate sent that would melt: with a cool pack, or later. */
export const HEAT_CHOICES = ['cool-pack', 'wait'] as const
export type HeatChoice = (typeof HEAT_CHOICES)[number]

export function isHeatChoicePossible(
  choice: HeatChoice | '' | undefined,
  { coolPack, wait }: Pick<HeatAdvice, 'coolPack' | 'wait'>,
): boolean {
  return choice === 'cool-pack' ? coolPack !== null : choice === 'wait' && wait !== null
}

type Zone = BusinessDays & { prefix: string; place: string }

export type DeliveryRules = {
  studio: StudioHours
  /** Minutes after midnight in India; later orders leave on the next working day. */
  cutOff: number
  elsewhere: BusinessDays
  zones: readonly Zone[]
  blocked: readonly BlockedPlace[]
  dispatch: DispatchRules
  heat: HeatRules
  /** A parcel packed today can be picked up from this minute of the day on. */
  pickup: { isOffered: boolean; readyFrom: number }
  sameDay: { isOffered: boolean; cutOff: number; prefixes: readonly string[] }
}

export type DispatchRules = {
  /** Weekdays on which parcels leave, Sunday is 0. */
  weekdays: readonly number[]
  /** Null is no limit. */
  parcelsPerDay: number | null
  /** Null is no limit. */
  craftingMinutesPerDay: number | null
  /** Working days added to the promise of each parcel without a ready day of its own. */
  busyDays: number
  /** Periods without any work, first and last day included. */
  closures: readonly { from: string; to: string }[]
}

/** The load so far: parcels by day of dispatch, minutes of crafting by working day. */
export type DispatchLoad = {
  parcels: ReadonlyMap<string, number>
  craftingMinutes: ReadonlyMap<string, number>
}

export const NO_LOAD: DispatchLoad = { parcels: new Map(), craftingMinutes: new Map() }

export type Parcel = {
  orderedAt: Date
  pincode: string
  method?: DeliveryMethod | undefined
  /** The day of arrival that the customer chose: the last one of its window. */
  deliverOn?: string | undefined
  /** Working days in production; zero for products in stock. */
  craftingDays?: number | undefined
  craftingMinutes?: number | undefined
  readyOn?: string | undefined
  /** The product that melts first; without one, heat does not count. */
  meltClass?: MeltClass | undefined
  heat?: HeatChoice | undefined
  /** Of the product that keeps least long; without one, waiting for cooler weather has no limit. */
  shelfLifeDays?: number | undefined
}
