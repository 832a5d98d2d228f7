import { z } from 'zod'
import { DELIVERY_METHODS, HEAT_CHOICES } from '#src/core/delivery/delivery-rules.ts'
import { NOT_A_PINCODE } from '#src/core/delivery/delivery-window.ts'
import { findGstinFault } from '#src/core/gstin.ts'
import {
  coerceNumber,
  isSmsName,
  multiLineTextNoLinks,
  optionalLineNoLinks,
  parseIndianMobile,
  personName,
  requiredLineNoLinks,
} from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { findCardFault } from '#src/features/orders/gift/card-name.ts'
import { CardMessage, CardSender } from '#src/features/orders/gift/card-text.ts'
import { INDIAN_STATES } from '#src/features/orders/place/shipping-states.ts'
import { CartItem, PromoCodeInput } from '#src/features/pricing/totals/priced-items.contract.ts'

/**
 * `ORD_{timestamp}_{random}`, made in the browser: the idempotency key and the order number. Its form leaves no room
 * for words, because SMS and emails contain it.
 */
export const NewOrderReference = z
  .string()
  .regex(/^ORD_[0-9]{10,14}_[A-Za-z0-9]{1,16}$/, 'This is not a valid order number.')

/** Also accepts the forms of earlier versions. */
export const OrderReference = z.string().regex(/^ORD_[A-Za-z0-9_-]{5,60}$/, 'This is not a valid order number.')

export const IndianMobile = z
  .string()
  .trim()
  .max(30)
  .transform((typed, context) => {
    const number = parseIndianMobile(typed)
    if (number) return number
    context.addIssue({ code: 'custom', message: 'Please enter an Indian mobile number with 10 digits.' })
    return z.NEVER
  })

export const Pincode = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^[1-9][0-9]{5}$/, NOT_A_PINCODE))

export const ShippingAddress = z.strictObject({
  firstName: personName(),
  lastName: personName(),
  address: requiredLineNoLinks(300),
  city: requiredLineNoLinks(100),
  state: z.enum(INDIAN_STATES, 'Please choose a state.'),
  pincode: Pincode,
  landmark: optionalLineNoLinks(200).optional(),
})
export type ShippingAddress = z.infer<typeof ShippingAddress>

export const Gstin = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((gstin, context) => {
    const message = findGstinFault(gstin)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** `surprise`: an SMS that a gift is on its way; `named`: it also says from whom. */
export const GIFT_NOTICES = ['none', 'surprise', 'named'] as const
export const SMS_NAME_RULE = 'To name you in an SMS, please enter at most 30 letters from A to Z.'

/** A parcel for somebody else: the shipping address is theirs, name, phone and email are the buyer's. */
export const Gift = z
  .strictObject({
    recipientPhone: IndianMobile,
    message: CardMessage.default(''),
    from: CardSender.default(''),
    hasWrap: z.boolean().default(false),
    notify: z.enum(GIFT_NOTICES).default('none'),
  })
  .refine(({ notify, from }) => notify !== 'named' || isSmsName(from), {
    path: ['from'],
    message: SMS_NAME_RULE,
  })
export type Gift = z.infer<typeof Gift>

/** Callers may also send `wrap` for `hasWrap`, and `hidePrices`, which is always so: no box of a gift shows a price. */
const GiftInput = z.preprocess((typed) => {
  if (typeof typed !== 'object' || typed === null) return typed
  const { hidePrices, wrap, ...gift } = typed as Record<string, unknown>
  return {
    ...gift,
    ...(wrap !== undefined && { hasWrap: wrap }),
    ...(hidePrices !== undefined && typeof hidePrices !== 'boolean' && { hidePrices }),
  }
}, Gift)

/** The card gets the name of its recipient when the order is placed. */
export function refuseWrongCard(
  { gift, shippingAddress: { firstName } }: { gift?: Gift | undefined; shippingAddress: ShippingAddress },
  context: z.RefinementCtx,
): void {
  const message = gift && context.issues.length === 0 && findCardFault(gift.message, firstName)
  if (message) context.addIssue({ code: 'custom', path: ['gift', 'message'], message })
}

type CompanyFields = { buyerGstin?: string | undefined; companyName?: string | undefined }

function refuseHalfCompany({ buyerGstin, companyName }: CompanyFields, context: z.RefinementCtx): void {
  if (buyerGstin && !companyName)
    context.addIssue({ code: 'custom', path: ['companyName'], message: 'Please enter the name of the company.' })
  if (companyName && !buyerGstin)
    context.addIssue({ code: 'custom', path: ['buyerGstin'], message: 'Please enter the GSTIN of the company.' })
}

/** What a customer fills in to order. Each field but `amount` is a column of `orders`. */
export const OrderForm = z
  .strictObject({
    /** Rupees; compared with the server's own price, never used as such. */
    amount: coerceNumber(z.number().positive('The total must be above zero.').max(10_000_000).multipleOf(0.01)),
    customerName: personName(),
    customerEmail: Email,
    customerPhone: IndianMobile,
    shippingAddress: ShippingAddress,
    notes: multiLineTextNoLinks(2000).optional(),
    /** By courier if missing. */
    deliveryMethod: z.enum(DELIVERY_METHODS, 'Please choose how you want to get your order.').optional(),
    /** The last day of the delivery window, chosen from `/api/delivery`; as soon as possible if missing. */
    deliverOn: z.iso.date('Please choose a day.').optional(),
    /** Required where `/api/delivery` says that it is too hot. */
    heat: z.enum(HEAT_CHOICES).optional(),
    gift: GiftInput.optional(),
    cardLogoId: z.uuid('Please upload your logo again.').optional(),
    buyerGstin: Gstin.optional(),
    companyName: requiredLineNoLinks(100).optional(),
    onWhatsApp: z.boolean().optional(),
  })
  .superRefine(refuseHalfCompany)
  .superRefine(refuseWrongCard)
export type OrderForm = z.infer<typeof OrderForm>

/** Whether the address goes into the address book. If missing it does, except that of a gift. */
export const SaveAddress = z.boolean().optional()

/** Its content hash covers every field, and each field of an item is a column of `order_lines`. */
export const CartOrder = OrderForm.safeExtend({
  items: z.array(CartItem).min(1).max(100),
  promoCode: PromoCodeInput.optional(),
})
export type CartOrder = z.infer<typeof CartOrder>

/** The day of dispatch and the last day of delivery that the customer saw. Later ones are refused with the new promise. */
export const ShownPromise = z.object({ shipOn: z.iso.date().optional(), deliverTo: z.iso.date().optional() })
export type ShownPromise = z.infer<typeof ShownPromise>

export const ExpectedDelivery = z.object({ from: z.iso.date(), to: z.iso.date() })
