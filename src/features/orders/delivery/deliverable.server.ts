import type { DeliveryMethod } from '#src/core/delivery/delivery-rules.ts'
import { blockedDeliveryReason } from '#src/core/delivery/delivery-window.ts'
import { isAssignedPincode } from '#src/core/delivery/pincode-states.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, runTogether } from '#src/db/database.server.ts'
import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import { explainForbiddenPincode, explainUndeliverableState } from '#src/features/orders/place/shipping-states.ts'
import { isServedPincode } from '#src/features/settings/delivery-area/served-pincodes.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

const NO_PICKUP = 'Orders cannot be picked up at the moment. Please choose delivery.'

type Destination = Pick<ShippingAddress, 'pincode' | 'state'> & { method: DeliveryMethod }

/** Refuses what the shop cannot deliver, or not to this address. Returns the settings that decided. */
export async function assertDeliverable(tx: Db, destination: Destination): Promise<Settings> {
  const [settings, isServed] = await runTogether(readSettings(tx), isServedPincode(tx, destination.pincode))
  const refusal = explainUndeliverable({ ...destination, isServed }, settings)
  if (refusal) throw new DomainError('conflict', refusal)
  return settings
}

/** Why the shop cannot deliver there; null if it can. `isServed` is the answer of `isServedPincode`. */
export function explainUndeliverable(
  { state, pincode, method, isServed }: Destination & { isServed: boolean },
  settings: Settings,
): string | null {
  const { tax, delivery, pickup } = settings
  const refusal = explainUndeliverableState(state, tax) ?? blockedDeliveryReason(pincode, delivery.blocked) ?? null
  switch (method) {
    case 'pickup':
      return pickup.isOffered ? null : NO_PICKUP
    case 'same-day':
      return refusal ?? explainForbiddenPincode(pincode, tax) ?? null
    case 'courier':
      return refusal ?? explainUnservedPincode({ pincode, isServed }, settings) ?? null
  }
}

/** Explains why the courier does not go there; undefined if it does. */
export function explainUnservedPincode(
  { pincode, isServed }: { pincode: string; isServed: boolean },
  { pickup, tax }: Pick<Settings, 'pickup' | 'tax'>,
): string | undefined {
  const refusal =
    explainForbiddenPincode(pincode, tax) ?? (isServed ? undefined : `We do not deliver to PIN ${pincode} yet.`)
  const mayHelp = pickup.isOffered && isAssignedPincode(pincode)
  return refusal && mayHelp ? `${refusal} You can pick up your order at our studio.` : refusal
}
