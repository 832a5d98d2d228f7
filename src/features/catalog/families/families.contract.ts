import { z } from 'zod'

/** The family of a product with several sizes for sale. `from` is the lowest price in rupees of those in stock. */
export const ProductFamily = z.object({ id: z.int(), name: z.string(), label: z.string(), from: z.number() })
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
