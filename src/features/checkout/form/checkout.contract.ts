import { z } from 'zod'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'
import { getPincodeWarning } from '#src/core/delivery/pincode-states.ts'
import type { IndianState } from '#src/core/gst.ts'
import { MAX_NAME_LENGTH } from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { GiftFields } from '#src/features/checkout/gift/gift-form.contract.ts'
import { IndianMobile, OrderForm, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import {
  explainForbiddenPincode,
  type GstRegistration,
  MAIN_STATES,
  OTHER_STATES,
} from '#src/features/orders/place/shipping-states.ts'

export const OTHER_STATE = 'Other'

/** How the customer wants to get the order. An empty day or heat is not chosen yet. */
export const DeliveryWish = z.object({
  deliveryMethod: z.enum(DELIVERY_METHODS),
  when: z.enum(['soonest', 'day']),
  deliverOn: z.union([z.literal(''), z.iso.date()]),
  heat: z.enum(['', ...HEAT_CHOICES]),
})
export type DeliveryWish = z.infer<typeof DeliveryWish>

export const AS_SOON_AS_POSSIBLE: DeliveryWish = { deliveryMethod: 'courier', when: 'soonest', deliverOn: '', heat: '' }

export const CheckoutForm = z
  .object({
    ...ShippingAddress.shape,
    ...DeliveryWish.shape,
    ...GiftFields.shape,
    email: Email,
    phone: IndianMobile,
    state: z.enum([...MAIN_STATES, OTHER_STATE], 'Please choose a state.'),
    otherState: z.enum(['', ...OTHER_STATES]),
    /** The PIN code and state that the customer confirmed although they do not seem to match. */
    confirmedPlace: z.string(),
    /** The saved address that fills the fields; empty if they are typed. */
    addressId: z.string(),
    saveAddress: z.boolean(),
    paymentMethod: z.literal('upi'),
    notes: OrderForm.shape.notes,
    onWhatsApp: z.boolean().default(false),
  })
  .refine((form) => fullName(form).length <= MAX_NAME_LENGTH, {
    path: ['lastName'],
    message: `Both names together can have at most ${MAX_NAME_LENGTH} letters.`,
  })
  .refine((form) => form.state !== OTHER_STATE || form.otherState !== '', {
    path: ['otherState'],
    message: 'Please choose a state.',
  })
  .refine((form) => getAddressWarning(form) === undefined || form.confirmedPlace === toPlaceKey(form), {
    path: ['confirmedPlace'],
    message: 'Please correct the address, or confirm that it is correct.',
  })
export type CheckoutInput = z.input<typeof CheckoutForm>
export type CheckoutForm = z.output<typeof CheckoutForm>

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

type TypedPlace = { pincode: string; state: string; otherState: string }

export function chosenState({ state, otherState }: Omit<TypedPlace, 'pincode'>): IndianState | undefined {
  return ShippingAddress.shape.state.safeParse(state === OTHER_STATE ? otherState : state).data
}

/** Why the PIN code and the state may not match; undefined if they do, or if one is missing. */
export function getAddressWarning(typed: TypedPlace): string | undefined {
  const [pincode, state] = [parsePincode(typed.pincode), chosenState(typed)]
  return pincode && state && getPincodeWarning(pincode, state)
}

/** Explains why the shop may not deliver there. Parcels to several people have addresses of their own. */
export function explainForbiddenPlace(
  { pincode, isForSeveral }: { pincode: string; isForSeveral: boolean },
  tax: GstRegistration,
): string | undefined {
  const digits = parsePincode(pincode)
  return isForSeveral || digits === undefined ? undefined : explainForbiddenPincode(digits, tax)
}

export function toPlaceKey(typed: TypedPlace): string {
  return `${parsePincode(typed.pincode)} ${chosenState(typed)}`
}

/** A saved address is marked as used. */
export const savesAddress = ({ addressId, isGift, saveRecipient, saveAddress }: CheckoutForm) =>
  addressId !== '' || (isGift ? saveRecipient : saveAddress)

/** The buyer's fields of an order. */
export const toBuyer = (form: CheckoutForm) => ({
  customerName: fullName(form),
  customerEmail: form.email,
  customerPhone: form.phone,
  ...(form.notes && { notes: form.notes }),
  ...(form.onWhatsApp && { onWhatsApp: true }),
})

export function toShippingAddress(form: CheckoutForm): ShippingAddress {
  const { address, city, pincode, landmark } = form
  const [firstName, lastName] = form.isGift
    ? [form.recipientFirstName, form.recipientLastName]
    : [form.firstName, form.lastName]
  const state = ShippingAddress.shape.state.parse(chosenState(form))
  return { firstName, lastName, address, city, state, pincode, ...(landmark && { landmark }) }
}
