import { z } from 'zod'
import { MELT_CLASSES } from '#src/core/delivery/heat.ts'
import { multiLineText, PlannedDay } from '#src/core/validation/fields.ts'
import { BulkLine } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import {
  CUSTOM_ORDER_STATUSES,
  FLAVORS,
  INGREDIENTS,
  OCCASIONS,
  PACKAGINGS,
  SHAPES,
} from '#src/features/custom-orders/custom-order-options.ts'
import {
  AnyRequest,
  CraftingMinutes,
  CustomOrderReference,
  Quantity,
  RequestDetails,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { OrderForm, OrderReference, SaveAddress, ShownPromise } from '#src/features/orders/order-form.contract.ts'

/** The secret of a mailed link, or the number of the customer's own request. */
export const QuoteToken = z
  .string()
  .regex(/^([\w-]{22}|CC-[A-HJ-NP-Z2-9]{6})$/, 'This link is not complete. Please open it from the e-mail again.')

const Composition = z.object({
  flavor: z.enum(FLAVORS),
  concentration: z.int(),
  ingredients: z.array(z.enum(INGREDIENTS)),
  shape: z.enum(SHAPES),
  packaging: z.enum(PACKAGINGS),
  occasion: z.enum(OCCASIONS).nullable(),
  message: z.string(),
  quantity: z.int(),
  name: z.string(),
})

/** Company and GSTIN are empty if missing, and for others who open the link. */
const Bulk = z.object({ lines: z.array(BulkLine), company: z.string(), gstin: z.string() })

/** A quotation as its customer sees it, of a custom chocolate or of products. Amounts in rupees. */
export const Quote = z.object({
  reference: z.string(),
  /** `agreed`: being made or done. `closed`: declined. */
  state: z.enum(['open', 'expired', 'agreed', 'closed']),
  composition: Composition.nullable(),
  bulk: Bulk.nullable(),
  customerEmail: z.string(),
  price: z.number(),
  shipping: z.number(),
  coolPack: z.number(),
  giftWrap: z.number(),
  total: z.number(),
  validUntil: z.iso.datetime(),
  /** If paid now: the day when it is ready, and the working days until then. */
  readyOn: z.iso.date(),
  craftingDays: z.int(),
  craftingMinutes: z.int(),
  /** Of a custom chocolate; products have their own. */
  meltClass: z.enum(MELT_CLASSES).nullable(),
  /** Where no zone has days of its own. */
  usualArrival: z.object({ from: z.iso.date(), to: z.iso.date() }),
  neededBy: AnyRequest.shape.neededBy,
  notes: z.string(),
  declinedBecause: z.string(),
  conversation: z.array(
    z.object({ id: z.uuid(), at: z.iso.datetime(), by: z.enum(['customer', 'admin']), text: z.string() }),
  ),
  order: RequestDetails.shape.order,
})
export type Quote = z.infer<typeof Quote>

/** Contains nothing that was typed, because anyone can type any address. */
export const CustomerRequest = z.object({
  reference: CustomOrderReference,
  status: z.enum(CUSTOM_ORDER_STATUSES),
  composition: Composition.omit({ name: true, message: true }).nullable(),
  lines: z.array(BulkLine.omit({ unitPrice: true })).nullable(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  neededBy: AnyRequest.shape.neededBy,
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
export const AcceptQuote = OrderForm.safeExtend({
  ...ShownPromise.shape,
  saveAddress: SaveAddress,
  replaces: OrderReference.optional(),
})
export type AcceptQuote = z.infer<typeof AcceptQuote>

/** Of a new request the quantity is known, of a quotation the work and the day. */
export const ReadyDayQuestion = z.object({
  quantity: Quantity.optional(),
  craftingMinutes: CraftingMinutes.optional(),
  readyOn: PlannedDay.optional(),
})
export type ReadyDayQuestion = z.infer<typeof ReadyDayQuestion>

export const ReadyDay = z.object({ readyOn: z.iso.date(), from: z.iso.date(), to: z.iso.date() })
export type ReadyDay = z.infer<typeof ReadyDay>

export const QuoteMessage = z.strictObject({ message: multiLineText(2000).min(1, 'This is required.') })
export type QuoteMessage = z.infer<typeof QuoteMessage>
