import { z } from 'zod'
import { findGstinFault } from '#src/core/gstin.ts'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import { coerceNumber, multiLineTextNoLinks, optionalLineNoLinks, personName } from '#src/core/validation/fields.ts'
import { Email } from '#src/features/auth/auth.contract.ts'
import { IndianMobile } from '#src/features/orders/order-form.contract.ts'

export const MAX_BULK_LINES = 20

const BulkItem = z.strictObject({
  productId: coerceNumber(z.int().min(1).max(2_147_483_647)),
  quantity: coerceNumber(
    z
      .int('Please enter whole pieces.')
      .min(1, 'Please enter at least one piece.')
      .max(MAX_LINE_QUANTITY, `At most ${MAX_LINE_QUANTITY.toLocaleString('en-IN')} pieces of one product, please.`),
  ),
})

/** The pieces that go to a new request. */
export const SplitRequest = z.strictObject({
  lines: z.array(BulkItem).min(1, 'Please move some pieces.').max(MAX_BULK_LINES),
})
export type SplitRequest = z.output<typeof SplitRequest>

export const SPLIT_NOTE = 'This is one of several quotations for your request.'

export const NewRequest = z.object({ id: z.uuid(), reference: z.string() })
export type NewRequest = z.infer<typeof NewRequest>

export const BulkPrice = z.strictObject({
  productId: BulkItem.shape.productId,
  unitPrice: coerceNumber(
    z
      .number('Please enter a price.')
      .positive('Please enter a price above zero.')
      .max(1_00_000, 'That is too much for one piece.')
      .multipleOf(0.01, 'Please enter whole paise.'),
  ),
})

const OptionalGstin = z
  .string()
  .trim()
  .toUpperCase()
  .superRefine((gstin, context) => {
    const message = gstin === '' ? undefined : findGstinFault(gstin)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Asks for a price of many pieces. Optional texts are empty if missing. */
export const NewBulkRequest = z
  .strictObject({
    lines: z
      .array(BulkItem)
      .min(1, 'Please choose a product.')
      .max(MAX_BULK_LINES, `At most ${MAX_BULK_LINES} products in one request, please.`),
    neededBy: z.union([z.literal(''), z.iso.date()], 'Please enter a valid date.').default(''),
    company: optionalLineNoLinks(100).default(''),
    gstin: OptionalGstin.default(''),
    customerName: personName(),
    customerEmail: Email,
    customerMobile: IndianMobile,
    message: multiLineTextNoLinks(2000).default(''),
  })
  .superRefine(({ lines, company, gstin }, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (gstin && !company) refuse(['company'], 'Please enter the name of the company.')
    for (const [at, { productId }] of lines.entries())
      if (lines.findIndex((line) => line.productId === productId) < at)
        refuse(['lines', at, 'productId'], 'This product is in the list already.')
  })
export type BulkRequestInput = z.input<typeof NewBulkRequest>
export type NewBulkRequest = z.output<typeof NewBulkRequest>

/** A product of a bulk request. Amounts in rupees; null before the quotation. */
export const BulkLine = z.object({
  productId: z.int(),
  name: z.string(),
  quantity: z.int(),
  unitPrice: z.number().nullable(),
})
export type BulkLine = z.infer<typeof BulkLine>

/** With today's prices and stock; null for a product that is no longer sold. */
export const AdminBulkLine = BulkLine.extend({
  today: z.object({ listPrice: z.number(), tierPrice: z.number(), available: z.int() }).nullable(),
})
export type AdminBulkLine = z.infer<typeof AdminBulkLine>
