import { z } from 'zod'
import { ID_PATTERN, isProductId } from './product-id.ts'
import { MAX_PRODUCTS_PER_REQUEST, PRODUCT_SORTS } from './product-params.ts'

/** An id as it stands in an address. Anything that PostgreSQL's integer cannot hold is an id that cannot exist. */
export const IntegerId = z
  .string()
  .regex(ID_PATTERN, 'There is no such number.')
  .transform(Number)
  .refine(isProductId, 'There is no such number.')

export const Category = z.object({ id: z.int(), name: z.string() })
export type Category = z.infer<typeof Category>

/** A product as shoppers see it. `price` is rupees; `stock` is what can be bought now: on hand minus what others are paying for. */
export const Product = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  stock: z.int(),
  minStock: z.int(),
  /** How many pieces one order may hold. */
  maxPerOrder: z.int(),
  sku: z.string(),
  imageUrl: z.string().nullable(),
  categoryId: z.int(),
  category: Category,
})
export type Product = z.infer<typeof Product>

/** The GST within today's prices, in percent: the usual rate, and that of every product which has its own, by its id. */
export const TaxRates = z.object({ usual: z.number(), products: z.record(z.string(), z.number()) })
export type TaxRates = z.infer<typeof TaxRates>

/** `1,7,12`, or whatever else is written with commas. */
const Several = z
  .string()
  .max(2000)
  .transform((text) => text.split(','))

/**
 * Without `limit`, as much as is sent at once: of most shops that is everything. `cursor` is the id of the last product of
 * the page before; without `sort` they come in the order in which the house brought them out.
 */
export const ProductPageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PRODUCTS_PER_REQUEST).default(MAX_PRODUCTS_PER_REQUEST),
  cursor: IntegerId.optional(),
  /** In name or description. */
  q: z.string().trim().max(100).optional(),
  /** One of these, in name or description. */
  words: Several.pipe(z.array(z.string().trim().min(1).max(40)).max(10)).optional(),
  /** As an address names it: in small letters, of whatever kind they were. */
  category: z.string().max(100).optional(),
  categoryId: IntegerId.optional(),
  /** Only what can be bought now. */
  inStock: z.literal('true').optional(),
  sort: z.enum(PRODUCT_SORTS).optional(),
  ids: Several.pipe(z.array(IntegerId).max(MAX_PRODUCTS_PER_REQUEST)).optional(),
})
export type ProductPageQuery = z.infer<typeof ProductPageQuery>
