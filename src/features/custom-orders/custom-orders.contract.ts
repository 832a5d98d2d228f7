import { z } from 'zod'
import { MAX_CRAFTING_MINUTES } from '#src/core/delivery/dispatch-days.ts'
import { coerceNumber, multiLineText, multiLineTextNoLinks, optionalLineNoLinks } from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { MESSAGE_CHANNELS } from '#src/features/notifications/notifications.contract.ts'
import { IndianMobile, OrderForm, OrderReference } from '#src/features/orders/order-form.contract.ts'
import { AdminBulkLine, BulkLine, BulkPrice, MAX_BULK_LINES } from './bulk/bulk.contract.ts'
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

const Day = z.iso.date('Please enter a valid date.')
export const Quantity = coerceNumber(z.int().min(1).max(MAX_CUSTOM_QUANTITY, QUANTITY_LIMIT_TEXT))
export const CraftingMinutes = coerceNumber(
  z.int('Please enter whole minutes.').min(0).max(MAX_CRAFTING_MINUTES, 'That is too much work for one quotation.'),
)

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
  quantity: Quantity.default(1),
  /** Empty if the customer needs it by no particular day. */
  neededBy: z.union([z.literal(''), Day]).default(''),
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
export const AnyRequest = z.object({
  id: z.uuid(),
  orderId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  quantity: z.int(),
  message: z.string(),
  neededBy: z.iso.date().nullable(),
  status: z.enum(CUSTOM_ORDER_STATUSES),
  quotedPrice: z.number().nullable(),
  adminNotes: z.string(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  validUntil: z.iso.datetime().nullable(),
  /** Channels that delivered the latest quotation. */
  sentVia: z.array(z.enum(MESSAGE_CHANNELS)),
  openQuestionAt: z.iso.datetime().nullable(),
})

export type AnyRequest = z.infer<typeof AnyRequest>

const ComposedRequest = z.object({
  kind: z.literal('composed'),
  chocolateName: z.string(),
  flavor: z.enum(FLAVORS),
  concentration: z.int(),
  shape: z.enum(SHAPES),
  packaging: z.enum(PACKAGINGS),
  occasion: z.enum(OCCASIONS).nullable(),
  ingredients: z.array(z.enum(INGREDIENTS)),
})

/** The rest of a bulk request; company and GSTIN are empty if missing. */
const BulkRequest = z.object({
  kind: z.literal('bulk'),
  company: z.string(),
  gstin: z.string(),
  lines: z.array(BulkLine),
})

export const AdminCustomOrder = z.discriminatedUnion('kind', [
  AnyRequest.extend(ComposedRequest.shape),
  AnyRequest.extend(BulkRequest.shape),
])
export type AdminCustomOrder = z.infer<typeof AdminCustomOrder>

export const RequestDetails = z.object({
  /** The day in the latest quotation while it is ahead; otherwise the default for a quotation sent now. */
  readyOn: z.iso.date(),
  /** Of the latest quotation, or what the shop usually plans for the quantity. */
  craftingMinutes: z.int(),
  order: z.object({ id: z.uuid(), orderId: OrderReference, isPaid: z.boolean() }).nullable(),
  unsent: z.array(z.object({ channel: z.enum(MESSAGE_CHANNELS), isUndelivered: z.boolean() })),
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

const DetailedRequest = AnyRequest.extend(RequestDetails.shape)

export const AdminCustomOrderDetails = z.discriminatedUnion('kind', [
  DetailedRequest.extend({
    ...ComposedRequest.shape,
    suggestion: z.object({ lines: z.array(PriceLine), total: z.number() }),
  }),
  DetailedRequest.extend({ ...BulkRequest.shape, lines: z.array(AdminBulkLine) }),
])
export type AdminCustomOrderDetails = z.infer<typeof AdminCustomOrderDetails>
export type ComposedOrderDetails = Extract<AdminCustomOrderDetails, { kind: 'composed' }>
export type BulkOrderDetails = Extract<AdminCustomOrderDetails, { kind: 'bulk' }>

export const CustomOrderListParams = z.object({
  status: z.enum(CUSTOM_ORDER_STATUSES).optional(),
  limit: coerceNumber(z.int().min(1).max(200)).optional(),
  cursor: z.uuid().optional(),
})
export type CustomOrderListParams = z.infer<typeof CustomOrderListParams>

export const NewQuote = z.strictObject({
  quotedPrice: OrderForm.shape.amount,
  readyOn: Day.optional(),
  craftingMinutes: CraftingMinutes.optional(),
  adminNotes: multiLineText(2000).default(''),
})
export type NewQuote = z.output<typeof NewQuote>

/** A price in rupees for one piece of each product; the server adds them up. */
export const NewBulkQuote = z.strictObject({
  lines: z.array(BulkPrice).min(1).max(MAX_BULK_LINES),
  readyOn: Day.optional(),
  adminNotes: NewQuote.shape.adminNotes,
})
export type NewBulkQuote = z.output<typeof NewBulkQuote>

/** `sentVia`: channels that delivered already; a stuck message in `unsent` needs an admin. */
export const SentQuote = z.object({
  success: z.literal(true),
  sentVia: AnyRequest.shape.sentVia,
  unsent: RequestDetails.shape.unsent,
})
export type SentQuote = z.infer<typeof SentQuote>

export const CustomOrderStatusChange = z.strictObject({
  status: z.enum(CUSTOM_ORDER_STATUSES),
  reason: multiLineText(500).min(1).optional(),
})
export type CustomOrderStatusChange = z.infer<typeof CustomOrderStatusChange>
