import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import type { Address } from '#src/features/addresses/addresses.contract.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { clearPaidCart } from '#src/features/cart/pending-order-store.ts'
import { NO_COMPANY, NO_GIFT } from '#src/features/checkout/gift/gift-form.contract.ts'
import { usePincode } from '#src/features/orders/delivery/pincode-store.ts'
import { AS_SOON_AS_POSSIBLE, type CheckoutInput, DeliveryWish } from './checkout.contract.ts'
import { startsCheckout, toAddressFields, WITHOUT_ADDRESS } from './saved-address.ts'

/** sessionStorage, so that a draft survives a reload but is gone with the tab. */
const FORM_KEY = 'golconda-checkout-form'
export const PEOPLE_KEY = 'golconda-checkout-people'

/** The form starts with what was typed before, or with the first saved address. */
export function initialFormValues(user: User, saved: readonly Address[]): CheckoutInput {
  // A customer without a name is called by the local part of the email, which is no name for a parcel.
  const name = user.email.startsWith(`${user.name}@`) ? '' : user.name
  const [firstName = '', ...otherNames] = name.trim().split(/\s+/)
  const values: CheckoutInput = {
    firstName,
    lastName: otherNames.join(' '),
    email: user.email,
    phone: '',
    address: '',
    city: '',
    state: 'Telangana',
    otherState: '',
    confirmedPlace: '',
    pincode: '',
    landmark: '',
    addressId: '',
    saveAddress: true,
    paymentMethod: 'upi',
    notes: '',
    onWhatsApp: false,
    ...AS_SOON_AS_POSSIBLE,
    ...NO_GIFT,
    ...NO_COMPANY,
  }
  const draft = readDraft(user.id)
  const wish = DeliveryWish.safeParse(draft).data ?? AS_SOON_AS_POSSIBLE
  // The form validates the draft again before it is sent.
  Object.assign(values, draft, wish, { addressId: '' })
  const isTyped = draft.address || draft.isGift
  const chosen = isTyped ? saved.find(({ id }) => id === draft.addressId) : saved.find(startsCheckout)
  if (chosen) return { ...values, ...toAddressFields(chosen, values) }
  return { ...values, pincode: values.pincode || usePincode.getState().pincode }
}

export function saveDraft(userId: string, values: object): void {
  sessionStorage.setItem(FORM_KEY, JSON.stringify({ userId, values }))
}

/** Clears a paid order from the cart and from the checkout, in whatever way the customer paid or came back. */
export function clearPaidOrder(userId: string): void {
  clearPaidCart()
  clearPaidDraft(userId)
  clearPeople()
}

export const clearPeople = () => sessionStorage.removeItem(PEOPLE_KEY)

/** Drops the notes, a gift, how this one is delivered, and an address that is in the address book now. */
export function clearPaidDraft(userId: string): void {
  const { notes: _, ...values } = readDraft(userId)
  const isSaved = values.saveAddress !== false && values.deliveryMethod !== 'pickup'
  const place = (isSaved || values.isGift) && WITHOUT_ADDRESS
  saveDraft(userId, { ...values, ...place, ...AS_SOON_AS_POSSIBLE, ...NO_GIFT })
}

function readDraft(userId: string): Record<string, string | boolean> {
  const remembered = asRecord(parseJsonOrNull(sessionStorage.getItem(FORM_KEY)))
  const values = remembered.userId === userId ? Object.entries(asRecord(remembered.values)) : []
  return Object.fromEntries(
    values.filter((entry): entry is [string, string | boolean] => ['string', 'boolean'].includes(typeof entry[1])),
  )
}
