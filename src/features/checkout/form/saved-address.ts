import { formatMobile } from '#src/core/shop-contact.ts'
import { MAX_NAME_LENGTH } from '#src/core/validation/fields.ts'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import {
  explainForbiddenPincode,
  explainUndeliverableState,
  type GstRegistration,
  MAIN_STATES,
} from '#src/features/orders/place/shipping-states.ts'
import { type CheckoutInput, fullName, OTHER_STATE, toPlaceKey } from './checkout.contract.ts'

/** Fills the fields of the checkout. Who saved a doubtful PIN code and state has confirmed them. */
export function toAddressFields(
  { id, phone: saved, shippingAddress }: Address,
  { isGift }: Pick<CheckoutInput, 'isGift'>,
) {
  const { state: where, landmark = '', firstName, lastName, ...place } = shippingAddress
  const main = MAIN_STATES.find((name) => name === where)
  const state: CheckoutInput['state'] = main ?? OTHER_STATE
  const otherState: CheckoutInput['otherState'] = main ? '' : where
  const typed = { ...place, state, otherState }
  const phone = formatMobile(saved)
  const person = isGift
    ? { recipientFirstName: firstName, recipientLastName: lastName, recipientPhone: phone }
    : { firstName, lastName, phone }
  return { ...typed, ...person, landmark, confirmedPlace: toPlaceKey(typed), addressId: id }
}

/** Name and telephone number stay: most people order for themselves. */
export const WITHOUT_ADDRESS = {
  ...{ addressId: '', address: '', city: '', state: 'Telangana', otherState: '' },
  ...{ pincode: '', landmark: '', confirmedPlace: '' },
} as const satisfies Partial<CheckoutInput>

export function pickPlace(form: CheckoutInput) {
  const { addressId, address, city, state, otherState, pincode, landmark, confirmedPlace } = form
  return { addressId, address, city, state, otherState, pincode, landmark, confirmedPlace }
}

/** Neither the recipient of a gift nor an address that was only added is where the customer usually orders to. */
export const startsCheckout = ({ isDefault, isRecipient, isUsed }: Address) => isDefault || (isUsed && !isRecipient)

/** Those to which the shop delivers, and that the form would accept. */
export function listUsableAddresses(saved: readonly Address[], tax: GstRegistration): Address[] {
  return saved.filter(
    ({ shippingAddress }) =>
      !explainUndeliverableState(shippingAddress.state, tax) &&
      !explainForbiddenPincode(shippingAddress.pincode, tax) &&
      fullName(shippingAddress).length <= MAX_NAME_LENGTH,
  )
}
