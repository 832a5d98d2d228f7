import { DomainError } from '#src/core/domain-error.ts'
import { canSupply, resolvePlaceOfSupply, resolveSupplyType } from '#src/core/gst.ts'
import { HOME_CITY } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { assertDeliverable } from '#src/features/orders/delivery/deliverable.server.ts'
import type { OrderForm, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'

type Destined = Pick<OrderForm, 'deliveryMethod' | 'shippingAddress' | 'gift' | 'buyerGstin'>

/** Where the order goes. What is picked up is supplied at the studio, which decides its tax. */
export async function resolveDestination(
  tx: Db,
  form: Destined,
): Promise<{ address: ShippingAddress; settings: Settings }> {
  const { deliveryMethod: method = 'courier', shippingAddress } = form
  const settings = await assertDeliverable(tx, { ...shippingAddress, method })
  refuseGift(form, settings)
  if (method !== 'pickup') return { address: shippingAddress, settings }
  const { firstName, lastName } = shippingAddress
  const { pickup, tax } = settings
  const studio = { address: pickup.address, city: HOME_CITY, state: tax.homeState, pincode: pickup.pincode }
  return { address: { firstName, lastName, ...studio }, settings }
}

/** Throws `conflict` if the shop sends no gifts, or cannot invoice this one. */
export function refuseGift(
  { gift, deliveryMethod, buyerGstin, shippingAddress: { state } }: Destined,
  settings: Settings,
): void {
  if (!gift) return
  if (!settings.gift.isOffered)
    throw new DomainError('conflict', 'We do not send gifts at the moment. Please order without a gift.')
  if (deliveryMethod === 'pickup') return
  const { mode, homeState } = settings.tax
  const place = resolvePlaceOfSupply({ state, buyerGstin, isForAnother: true })
  if (!canSupply(mode, resolveSupplyType(place, homeState)))
    throw new DomainError('conflict', `For gifts, we can only invoice companies that are registered in ${homeState}.`)
}

/** What the customer chose about delivery, as part of a parcel. */
export const toChosenDelivery = ({ deliveryMethod: method = 'courier', deliverOn, heat }: OrderForm) => ({
  method,
  deliverOn,
  heat,
})
