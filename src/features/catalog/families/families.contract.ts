import { z } from 'zod'

/** The family of a product in lists, while several sizes are for sale. */
export const ProductFamily = z.object({
  id: z.int(),
  name: z.string(),
  /** The size of this product, for example "55 g". */
  label: z.string(),
  sizes: z.int(),
  /** The size that a card shows: the cheapest in stock. */
  first: z.int(),
})
export type ProductFamily = z.infer<typeof ProductFamily>

/** A size of a family. `unitPrice` is in words: "₹4.09/g". */
export const FamilySize = z.object({
  id: z.int(),
  label: z.string(),
  price: z.number(),
  stock: z.int(),
  unitPrice: z.string().optional(),
})
export type FamilySize = z.infer<typeof FamilySize>
