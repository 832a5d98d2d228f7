import { z } from 'zod'
import { Email } from '#src/features/account/account.contract.ts'
import { IndianMobile } from '#src/features/orders/orders.contract.ts'
import {
  CONCENTRATION,
  FLAVORS,
  INGREDIENTS,
  MAX_CUSTOM_QUANTITY,
  OCCASIONS,
  PACKAGINGS,
  SHAPES,
} from './custom-orders.rules.ts'

/** Line breaks only: other control characters have no place in a message, and PostgreSQL takes no NUL. */
const readable = (text: z.ZodString) => text.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'This has a character that cannot be read.')
const readableLines = (text: z.ZodString) =>
  text.regex(/^(?:[^\p{Cc}\p{Cs}]|\r?\n|\t)*$/u, 'This has a character that cannot be read.')

/** The builder's form as it is sent. What was not chosen may be missing or empty. */
export const NewCustomOrder = z.strictObject({
  flavor: z.enum(FLAVORS, 'Please choose a flavor.'),
  concentration: z.int().min(CONCENTRATION.min).max(CONCENTRATION.max).default(CONCENTRATION.default),
  name: readable(z.string().trim().max(100)).default(''),
  ingredients: z
    .array(z.enum(INGREDIENTS))
    .max(INGREDIENTS.length)
    .default([])
    .transform((chosen) => [...new Set(chosen)]),
  occasion: z.enum(['', ...OCCASIONS]).default(''),
  shape: z.enum(SHAPES, 'Please choose a shape.'),
  packaging: z.enum(PACKAGINGS, 'Please choose a packaging.'),
  message: readableLines(z.string().trim().max(2000)).default(''),
  quantity: z
    .int()
    .min(1)
    .max(MAX_CUSTOM_QUANTITY, `The studio makes at most ${MAX_CUSTOM_QUANTITY} pieces of one chocolate.`)
    .default(1),
  customerMobile: IndianMobile,
  customerEmail: Email,
})
/** As the browser sends it. */
export type TypedCustomOrder = z.input<typeof NewCustomOrder>
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
