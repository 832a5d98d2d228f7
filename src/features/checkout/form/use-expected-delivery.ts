import { useSyncExternalStore } from 'react'
import { formatDeliveryWindow, type Parcel, parsePincode, promiseDelivery } from '#src/core/delivery-promise.ts'
import { usePromises, usePublicSettings } from '#src/features/settings/settings.queries.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'

/** An estimate for the PIN code if it were paid now. The server decides what the order promises. */
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
