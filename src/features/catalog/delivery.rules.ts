import { businessDaysLater } from '#src/core/business-days.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

export type DeliveryEstimate =
  | { kind: 'days'; place: string; from: string; to: string }
  /** Parcels do not simply go there: what the maker says about it. */
  | { kind: 'by-arrangement'; text: string }
  | { kind: 'not-a-pin' }

/** Where parcels go and how fast, as the maker has set it, and the days on which nobody sends any. */
export type DeliveryRules = { delivery: Settings['delivery']; holidays: readonly string[] }

/** How people write a PIN code: 500 034. */
export function readPincode(typed: string): string | undefined {
  const pincode = typed.replaceAll(/\s/g, '')
  return /^[1-9][0-9]{5}$/.test(pincode) ? pincode : undefined
}

/** The days in India (2026-11-26) between which a parcel ordered now arrives; Sundays, Saturdays and holidays do not count. */
export function estimateDelivery(typed: string, now: Date, { delivery, holidays }: DeliveryRules): DeliveryEstimate {
  const pincode = readPincode(typed)
  if (!pincode) return { kind: 'not-a-pin' }
  const blocked = narrowest(delivery.blocked, pincode)
  if (blocked) return { kind: 'by-arrangement', text: blocked.text }
  const { place, from, to } = narrowest(delivery.zones, pincode) ?? { place: 'Your area', ...delivery.elsewhere }
  return {
    kind: 'days',
    place,
    from: businessDaysLater(now, from, holidays),
    to: businessDaysLater(now, to, holidays),
  }
}

/** Why an order to this PIN code is not taken; undefined wherever the maker has not said so in as many words. */
export function refusedDelivery(pincode: string, { blocked }: Settings['delivery']): string | undefined {
  const found = narrowest(blocked, pincode)
  return found?.refusesOrders ? found.text : undefined
}

/** The entry that says most about a PIN code: the one with the longest prefix of it. */
export function narrowest<Entry extends { prefix: string }>(
  entries: readonly Entry[],
  pincode: string,
): Entry | undefined {
  return entries
    .filter(({ prefix }) => pincode.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .at(0)
}
