import { z } from 'zod'
import { ID_PATTERN } from './product-id.rules.ts'

const POSTGRES_INTEGER_MAX = 2_147_483_647

/** An id as it stands in an address. Anything that PostgreSQL's integer cannot hold is an id that cannot exist. */
export const IntegerId = z
  .string()
  .regex(ID_PATTERN, 'There is no such number.')
  .transform(Number)
  .refine((id) => id <= POSTGRES_INTEGER_MAX, 'There is no such number.')

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
  sku: z.string(),
  imageUrl: z.string().nullable(),
  categoryId: z.int(),
  category: Category,
})
export type Product = z.infer<typeof Product>

/** The GST within today's prices, in percent: the usual rate, and that of every product which has its own, by its id. */
export const TaxRates = z.object({ usual: z.number(), products: z.record(z.string(), z.number()) })
export type TaxRates = z.infer<typeof TaxRates>

/** Without both, the list is whole. `cursor` is the id of the last product of the page before. */
export const ProductPage = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: IntegerId.optional(),
})
export type ProductPage = z.infer<typeof ProductPage>
