import { z } from 'zod'
import { optionalLineNoLinks } from '#src/core/validation/fields.ts'
import { IndianMobile, ShippingAddress } from '#src/features/orders/order-form.contract.ts'

export const MAX_ADDRESSES = 10
export const MAX_LABEL_LETTERS = 40

/** An address as a customer enters it in the address book. */
export const AddressInput = z.strictObject({
  label: optionalLineNoLinks(MAX_LABEL_LETTERS).default(''),
  phone: IndianMobile,
  shippingAddress: ShippingAddress,
  isDefault: z.boolean().default(false),
})
export type AddressInput = z.output<typeof AddressInput>

export const Address = z.object({
  id: z.uuid(),
  label: z.string(),
  phone: z.string(),
  shippingAddress: ShippingAddress,
  isDefault: z.boolean(),
  /** The recipient of a gift: the checkout does not start with it. */
  isRecipient: z.boolean(),
  /** An order has gone there. */
  isUsed: z.boolean(),
})
export type Address = z.infer<typeof Address>
