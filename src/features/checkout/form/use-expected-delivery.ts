import { useSyncExternalStore } from 'react'
import { formatDeliveryWindow, type Parcel, parsePincode, promiseDelivery } from '#src/core/delivery-promise.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toDeliveryRules } from '#src/features/settings/studio-schedule.ts'

/**
 * When a parcel to the typed PIN code would arrive if it were paid now, in a sentence; without a PIN code the shop's
 * usual text. What the order keeps is the server's to say: the payment shows it.
 */
export function useExpectedDelivery(typedPincode: string, parcel: Omit<Parcel, 'orderedAt' | 'pincode'> = {}): string {
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null)
  const rules = toDeliveryRules(usePublicSettings())
  const { delivery } = usePromises()
  const pincode = parsePincode(typedPincode)
  if (!pincode || minute === null) return `Expected delivery in ${delivery}`
  const promise = promiseDelivery({ ...parcel, orderedAt: new Date(minute * MINUTE_MS), pincode }, rules)
  return promise.kind === 'days' ? `Expected delivery ${formatDeliveryWindow(promise)}` : promise.text
}

const MINUTE_MS = 60_000

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS)

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE_MS / 4)
  return () => clearInterval(timer)
}
