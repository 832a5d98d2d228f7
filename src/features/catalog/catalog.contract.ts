import { z } from 'zod'

/** Ids that PostgreSQL's integer can hold; anything else is an id that cannot exist. */
export const IntegerId = z.coerce.number().int().min(1).max(2_147_483_647)

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
