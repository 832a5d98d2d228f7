import { formatDay } from '../dates.ts'

export type DeliveryWindow = { shipOn: string; from: string; to: string }

export type BlockedPlace = { prefix: string; text: string; refusesOrders: boolean }

/** Formats a window: Thu, 26 Nov, or between Thu, 26 Nov and Mon, 30 Nov. */
export function formatDeliveryWindow({ from, to }: Pick<DeliveryWindow, 'from' | 'to'>): string {
  return from === to ? `on ${formatDay(from)}` : `between ${formatDay(from)} and ${formatDay(to)}`
}

/** Explains why orders to this PIN code are refused; undefined if they are accepted. */
export function blockedDeliveryReason(pincode: string, blocked: readonly BlockedPlace[]): string | undefined {
  const found = longestPrefixMatch(blocked, pincode)
  return found?.refusesOrders ? found.text : undefined
}

export const NOT_A_PINCODE = 'A PIN code has six digits and does not begin with 0.'

/** Parses a PIN code, also with a space: 500 034. */
export function parsePincode(typed: string): string | undefined {
  const pincode = typed.replaceAll(/\s/g, '')
  return /^[1-9][0-9]{5}$/.test(pincode) ? pincode : undefined
}

export function longestPrefixMatch<Entry extends { prefix: string }>(
  entries: readonly Entry[],
  pincode: string,
): Entry | undefined {
  return entries
    .filter(({ prefix }) => pincode.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .at(0)
}
