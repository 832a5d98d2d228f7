import { businessDaysLater } from '#src/core/business-days.ts'
import { DELIVERY_BUSINESS_DAYS } from '#src/core/shop-policy.ts'

/** Where a PIN code leads, as far as its first digits tell, and in how many business days a parcel is there. */
type Zone = { place: string; from: number; to: number }

const METRO = { from: 2, to: 4 }

/** First digits first match: the sorting districts of the big cities. From secondary sources, so nothing is ever refused by it. */
const ZONES: readonly [prefix: RegExp, zone: Zone][] = [
  [/^500/, { place: 'Hyderabad', from: 1, to: 1 }],
  [/^50/, { place: 'Telangana', from: 1, to: 2 }],
  [/^110/, { place: 'Delhi', ...METRO }],
  [/^400/, { place: 'Mumbai', ...METRO }],
  [/^411/, { place: 'Pune', ...METRO }],
  [/^380/, { place: 'Ahmedabad', ...METRO }],
  [/^560/, { place: 'Bengaluru', ...METRO }],
  [/^600/, { place: 'Chennai', ...METRO }],
  [/^700/, { place: 'Kolkata', ...METRO }],
]
const ELSEWHERE: Zone = { place: 'Your area', ...DELIVERY_BUSINESS_DAYS }

/** Army Post Offices, which couriers do not serve. */
const ARMY = /^9/

export type DeliveryEstimate =
  | { kind: 'days'; place: string; from: string; to: string }
  /** We have to talk about it first. */
  | { kind: 'by-arrangement' }
  | { kind: 'not-a-pin' }

/** How people write a PIN code: 500 034. */
export function readPincode(typed: string): string | undefined {
  const pincode = typed.replaceAll(/\s/g, '')
  return /^[1-9][0-9]{5}$/.test(pincode) ? pincode : undefined
}

/** The days in India (2026-11-26) between which a parcel ordered now arrives; Sundays, Saturdays and national holidays do not count. */
export function estimateDelivery(typed: string, now: Date): DeliveryEstimate {
  const pincode = readPincode(typed)
  if (!pincode) return { kind: 'not-a-pin' }
  if (ARMY.test(pincode)) return { kind: 'by-arrangement' }
  const { place, from, to } = ZONES.find(([prefix]) => prefix.test(pincode))?.[1] ?? ELSEWHERE
  return { kind: 'days', place, from: businessDaysLater(now, from), to: businessDaysLater(now, to) }
}
