import { z } from 'zod'
import { Email } from '#src/features/account/account.contract.ts'
import { MAIN_STATES, OTHER_STATES } from '#src/features/orders/order-address.rules.ts'
import { IndianMobile, ShippingAddress } from '#src/features/orders/orders.contract.ts'
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
    paymentMethod: z.literal('upi'),
    notes: InitiatePayment.shape.notes,
  })
  .refine((form) => form.state !== OTHER_STATE || form.otherState !== '', {
    path: ['otherState'],
    message: 'Please choose a state.',
  })
/** As it is typed. */
export type TypedCheckout = z.input<typeof CheckoutForm>
/** As it is sent: checked, trimmed, the phone number in its international form. */
export type CheckoutForm = z.output<typeof CheckoutForm>

export function shippingAddressOf(form: CheckoutForm): ShippingAddress {
  const { firstName, lastName, address, city, pincode, landmark } = form
  const state = ShippingAddress.shape.state.parse(form.state === OTHER_STATE ? form.otherState : form.state)
  return { firstName, lastName, address, city, state, pincode, ...(landmark && { landmark }) }
}
