import { z } from 'zod'
import { parsePincode } from '#src/core/delivery-promise.ts'
import type { IndianState } from '#src/core/gst.ts'
import { MAX_NAME_LENGTH } from '#src/core/validation/text-fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { IndianMobile, ShippingAddress } from '#src/features/orders/orders.contract.ts'
import { getPincodeWarning } from '#src/features/orders/place/pincode-states.ts'
import { MAIN_STATES, OTHER_STATES } from '#src/features/orders/place/shipping-states.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'

/** The select's last option: it opens the list of all other states and union territories. */
export const OTHER_STATE = 'Other'

/** What the shopper types at the checkout. */
export const CheckoutForm = z
  .object({
    ...ShippingAddress.shape,
    email: Email,
    phone: IndianMobile,
    state: z.enum([...MAIN_STATES, OTHER_STATE], 'Please choose a state.'),
    otherState: z.enum(['', ...OTHER_STATES]),
    /** The PIN code and the state that the shopper has confirmed although they do not seem to fit. */
    confirmedPlace: z.string(),
    paymentMethod: z.literal('upi'),
    notes: InitiatePayment.shape.notes,
  })
  .refine((form) => fullName(form).length <= MAX_NAME_LENGTH, {
    path: ['lastName'],
    message: `Both names together have at most ${MAX_NAME_LENGTH} letters.`,
  })
  .refine((form) => form.state !== OTHER_STATE || form.otherState !== '', {
    path: ['otherState'],
    message: 'Please choose a state.',
  })
  .refine((form) => getAddressWarning(form) === undefined || form.confirmedPlace === toPlaceKey(form), {
    path: ['confirmedPlace'],
    message: 'Please correct the address, or confirm that it is right.',
  })
/** As it is typed. */
export type CheckoutInput = z.input<typeof CheckoutForm>
/** As it is sent: checked, trimmed, the phone number in its international form. */
export type CheckoutForm = z.output<typeof CheckoutForm>

/** First and last name as the order has them. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

type TypedPlace = { pincode: string; state: string; otherState: string }

/** The state that is chosen, from whichever of the two lists; undefined while none is. */
export function chosenState({ state, otherState }: Omit<TypedPlace, 'pincode'>): IndianState | undefined {
  return ShippingAddress.shape.state.safeParse(state === OTHER_STATE ? otherState : state).data
}

/** Why PIN code and state may not both be right; undefined where nothing speaks against them, or one is missing. */
export function getAddressWarning(typed: TypedPlace): string | undefined {
  const [pincode, state] = [parsePincode(typed.pincode), chosenState(typed)]
  return pincode && state && getPincodeWarning(pincode, state)
}

/** What is confirmed with one tick: this PIN code in this state, and no other. */
export function toPlaceKey(typed: TypedPlace): string {
  return `${parsePincode(typed.pincode)} ${chosenState(typed)}`
}

export function toShippingAddress(form: CheckoutForm): ShippingAddress {
  const { firstName, lastName, address, city, pincode, landmark } = form
  const state = ShippingAddress.shape.state.parse(chosenState(form))
  return { firstName, lastName, address, city, state, pincode, ...(landmark && { landmark }) }
}
