import { z } from 'zod'
import { coerceNumber, multiLineText, multiLineTextNoLinks, optionalLineNoLinks } from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { IndianMobile, OrderForm, OrderReference } from '#src/features/orders/order-form.contract.ts'
import {
  CONCENTRATION,
  CUSTOM_ORDER_ACTORS,
  CUSTOM_ORDER_EVENT_KINDS,
  CUSTOM_ORDER_STATUSES,
  FLAVORS,
  INGREDIENTS,
  MAX_CUSTOM_QUANTITY,
  OCCASIONS,
  PACKAGINGS,
  QUANTITY_LIMIT_TEXT,
  SHAPES,
} from './custom-order-options.ts'

export const NewCustomOrder = z.strictObject({
  flavor: z.enum(FLAVORS, 'Please choose a flavor.'),
  concentration: coerceNumber(z.int().min(CONCENTRATION.min).max(CONCENTRATION.max)).default(CONCENTRATION.default),
  name: optionalLineNoLinks(100).default(''),
  ingredients: z
    .array(z.enum(INGREDIENTS))
    .max(INGREDIENTS.length)
    .default([])
    .transform((chosen) => [...new Set(chosen)]),
  occasion: z.enum(['', ...OCCASIONS]).default(''),
  shape: z.enum(SHAPES, 'Please choose a shape.'),
  packaging: z.enum(PACKAGINGS, 'Please choose a packaging.'),
  message: multiLineTextNoLinks(2000).default(''),
  quantity: coerceNumber(z.int().min(1).max(MAX_CUSTOM_QUANTITY, QUANTITY_LIMIT_TEXT)).default(1),
  customerMobile: IndianMobile,
  customerEmail: Email,
})
export type CustomOrderInput = z.input<typeof NewCustomOrder>
export type NewCustomOrder = z.output<typeof NewCustomOrder>

/** Random and without characters that look alike. */
export const CustomOrderReference = z.string().regex(/^CC-[A-HJ-NP-Z2-9]{6}$/)

export const CustomOrderReceipt = z.object({
  success: z.literal(true),
  reference: CustomOrderReference,
  dueAt: z.iso.datetime(),
})
export type CustomOrderReceipt = z.infer<typeof CustomOrderReceipt>

const PriceLine = z.object({ label: z.string(), each: z.number(), times: z.int(), amount: z.number() })

/** The specification's fields and the state of the quotation. Amounts in rupees. */
export const AdminCustomOrder = z.object({
  id: z.uuid(),
  orderId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  chocolateName: z.string(),
  flavor: z.enum(FLAVORS),
  concentration: z.int(),
  shape: z.enum(SHAPES),
  packaging: z.enum(PACKAGINGS),
  occasion: z.enum(OCCASIONS).nullable(),
  quantity: z.int(),
  ingredients: z.array(z.enum(INGREDIENTS)),
  message: z.string(),
  status: z.enum(CUSTOM_ORDER_STATUSES),
  quotedPrice: z.number().nullable(),
  adminNotes: z.string(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  validUntil: z.iso.datetime().nullable(),
  /** Channels that delivered the latest quotation. */
  sentVia: z.array(z.enum(['email', 'sms'])),
  openQuestionAt: z.iso.datetime().nullable(),
})
export type AdminCustomOrder = z.infer<typeof AdminCustomOrder>

export const AdminCustomOrderDetails = AdminCustomOrder.extend({
  /** The day in the latest quotation while it is ahead; otherwise the default for a quotation sent now. */
  readyOn: z.iso.date(),
  suggestion: z.object({ lines: z.array(PriceLine), total: z.number() }),
  order: z.object({ id: z.uuid(), orderId: OrderReference, isPaid: z.boolean() }).nullable(),
  unsent: z.array(z.object({ channel: z.enum(['email', 'sms']), isUndelivered: z.boolean() })),
  events: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      kind: z.enum(CUSTOM_ORDER_EVENT_KINDS),
      actor: z.enum(CUSTOM_ORDER_ACTORS),
      to: z.enum(CUSTOM_ORDER_STATUSES).nullable(),
      amount: z.number().nullable(),
      text: z.string().nullable(),
    }),
  ),
})
export type AdminCustomOrderDetails = z.infer<typeof AdminCustomOrderDetails>

export const CustomOrderListParams = z.object({
  status: z.enum(CUSTOM_ORDER_STATUSES).optional(),
  limit: coerceNumber(z.int().min(1).max(200)).optional(),
  cursor: z.uuid().optional(),
})
export type CustomOrderListParams = z.infer<typeof CustomOrderListParams>

export const NewQuote = z.strictObject({
  quotedPrice: OrderForm.shape.amount,
  readyOn: z.iso.date('Please enter a valid date.').optional(),
  adminNotes: multiLineText(2000).default(''),
})
export type NewQuote = z.output<typeof NewQuote>

/** `sentVia`: channels that delivered already; a stuck message in `unsent` needs an admin. */
export const SentQuote = z.object({
  success: z.literal(true),
  sentVia: AdminCustomOrder.shape.sentVia,
  unsent: AdminCustomOrderDetails.shape.unsent,
})
export type SentQuote = z.infer<typeof SentQuote>

export const CustomOrderStatusChange = z.strictObject({
  status: z.enum(CUSTOM_ORDER_STATUSES),
  reason: multiLineText(500).min(1).optional(),
})
export type CustomOrderStatusChange = z.infer<typeof CustomOrderStatusChange>

/** The secret of a mailed link, or the number of the customer's own request. */
export const QuoteToken = z
  .string()
  .regex(/^([\w-]{22}|CC-[A-HJ-NP-Z2-9]{6})$/, 'This link is not complete. Please open it from the e-mail again.')

/** A quotation as its customer sees it. Amounts in rupees. */
export const Quote = z.object({
  reference: z.string(),
  /** `agreed`: being made or done. `closed`: declined. */
  state: z.enum(['open', 'expired', 'agreed', 'closed']),
  composition: AdminCustomOrder.pick({
    flavor: true,
    concentration: true,
    ingredients: true,
    shape: true,
    packaging: true,
    occasion: true,
    message: true,
    quantity: true,
  }).extend({ name: z.string() }),
  customerEmail: z.string(),
  price: z.number(),
  shipping: z.number(),
  total: z.number(),
  validUntil: z.iso.datetime(),
  /** If paid now: the day when it is ready, and the working days until then. */
  readyOn: z.iso.date(),
  craftingDays: z.int(),
  notes: z.string(),
  declinedBecause: z.string(),
  conversation: z.array(
    z.object({ id: z.uuid(), at: z.iso.datetime(), by: z.enum(['customer', 'admin']), text: z.string() }),
  ),
  order: AdminCustomOrderDetails.shape.order,
})
export type Quote = z.infer<typeof Quote>

/** Contains nothing that was typed, because anyone can type any address. */
export const CustomerRequest = z.object({
  reference: CustomOrderReference,
  status: z.enum(CUSTOM_ORDER_STATUSES),
  composition: Quote.shape.composition.omit({ name: true, message: true }),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  isLate: z.boolean(),
  /** Set while the page of the quotation can be opened. Amounts in rupees. */
  quotation: Quote.pick({ state: true, price: true, shipping: true, total: true, validUntil: true }).nullable(),
  notes: Quote.shape.notes,
  declinedBecause: Quote.shape.declinedBecause,
  conversation: Quote.shape.conversation,
  order: Quote.shape.order,
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** `amount` is only compared with the total of the server. */
export const AcceptQuote = OrderForm
export type AcceptQuote = OrderForm

export const QuoteMessage = z.strictObject({ message: multiLineText(2000).min(1, 'This is required.') })
export type QuoteMessage = z.infer<typeof QuoteMessage>
