import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/coerce-number.ts'
import { multiLineText, multiLineTextNoLinks, optionalLineNoLinks } from '#src/core/validation/text-fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { IndianMobile, OrderReference } from '#src/features/orders/orders.contract.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
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

/** The builder's form as it is sent. What was not chosen may be missing or empty. */
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
/** As the browser sends it. */
export type CustomOrderInput = z.input<typeof NewCustomOrder>
/** Checked, the mobile number in its international form. */
export type NewCustomOrder = z.output<typeof NewCustomOrder>

/** What people quote: nobody can guess another's, and no sign in it can be mistaken for another. */
export const CustomOrderReference = z.string().regex(/^CC-[A-HJ-NP-Z2-9]{6}$/)

/** `dueAt` is when the maker's quotation is promised, by the studio's hours. */
export const CustomOrderReceipt = z.object({
  success: z.literal(true),
  reference: CustomOrderReference,
  dueAt: z.iso.datetime(),
})
export type CustomOrderReceipt = z.infer<typeof CustomOrderReceipt>

const PriceLine = z.object({ label: z.string(), each: z.number(), times: z.int(), amount: z.number() })

/** A custom order as the maker sees it in the list: the specification's fields, and how its quotation stands. Rupees. */
export const AdminCustomOrder = z.object({
  id: z.uuid(),
  /** The number that people quote. */
  orderId: z.string(),
  /** Known once the quotation is accepted; until then empty. */
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
  /** The channels that took the latest quotation. */
  sentVia: z.array(z.enum(['email', 'sms'])),
  /** When the shopper asked something that no quotation has answered since. */
  askedAt: z.iso.datetime().nullable(),
})
export type AdminCustomOrder = z.infer<typeof AdminCustomOrder>

/** The quote desk: one custom order with all that happened to it. */
export const AdminCustomOrderDetails = AdminCustomOrder.extend({
  /** The day that the latest quotation names, as long as it is to come; else the one that a quotation sent now would name. */
  readyOn: z.iso.date(),
  /** What the price book said when the shopper sent it, line by line. */
  suggestion: z.object({ lines: z.array(PriceLine), total: z.number() }),
  /** The order that it became, unless that was cancelled. */
  order: z.object({ id: z.uuid(), orderId: OrderReference, isPaid: z.boolean() }).nullable(),
  /** Messages of the latest quotation that did not get out. */
  unsent: z.array(z.object({ channel: z.enum(['email', 'sms']), isStuck: z.boolean() })),
  moments: z.array(
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
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.uuid().optional(),
})
export type CustomOrderListParams = z.infer<typeof CustomOrderListParams>

export const NewQuote = z.strictObject({
  quotedPrice: InitiatePayment.shape.amount,
  /** The day on which it is ready when it is paid at once; without it, after the usual crafting time. */
  readyOn: z.iso.date('This is not a day.').optional(),
  adminNotes: multiLineText(2000).default(''),
})
export type NewQuote = z.output<typeof NewQuote>

/** `sentVia` are the channels that took it already; of `unsent` a stuck one waits for a person. */
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

/** What is in the link of a message; or the request's number, with which only its own customer finds the quotation. */
export const QuoteToken = z
  .string()
  .regex(/^([\w-]{22}|CC-[A-HJ-NP-Z2-9]{6})$/, 'This is not the address of a quotation.')

/** A quotation as its shopper sees it. Rupees. */
export const Quote = z.object({
  reference: z.string(),
  /** `agreed`: the maker makes it. `closed`: it will not be made. */
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
  /** The day on which it is ready when it is paid now, and the working days that making it takes from then on. */
  readyOn: z.iso.date(),
  craftingDays: z.int(),
  notes: z.string(),
  /** What was asked about it and answered, the oldest first. */
  conversation: z.array(
    z.object({ id: z.uuid(), at: z.iso.datetime(), by: z.enum(['shopper', 'maker']), text: z.string() }),
  ),
  order: AdminCustomOrderDetails.shape.order,
})
export type Quote = z.infer<typeof Quote>

/** A request as its own customer finds it among their orders. Nothing of what was typed: anybody may have typed it. */
export const CustomerRequest = z.object({
  reference: CustomOrderReference,
  status: z.enum(CUSTOM_ORDER_STATUSES),
  composition: Quote.shape.composition.omit({ name: true, message: true }),
  createdAt: z.iso.datetime(),
  /** By when the quotation is promised, and whether that moment is over without one. */
  dueAt: z.iso.datetime(),
  isLate: z.boolean(),
  /** The latest quotation, as long as its page can be opened. Rupees. */
  quotation: Quote.pick({ state: true, price: true, shipping: true, total: true, validUntil: true }).nullable(),
  notes: Quote.shape.notes,
  /** Why the request was declined; empty where no reason was given. */
  declinedBecause: z.string(),
  conversation: Quote.shape.conversation,
  order: Quote.shape.order,
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** Whom to send it to, and the total as the browser believes it to be, which is only compared. */
export const AcceptQuote = InitiatePayment.pick({
  amount: true,
  customerName: true,
  customerEmail: true,
  customerPhone: true,
  shippingAddress: true,
  notes: true,
})
export type AcceptQuote = z.infer<typeof AcceptQuote>

/** A question about a quotation, or the answer to it. */
export const QuoteMessage = z.strictObject({ message: multiLineText(2000).min(1, 'This is required.') })
export type QuoteMessage = z.infer<typeof QuoteMessage>
