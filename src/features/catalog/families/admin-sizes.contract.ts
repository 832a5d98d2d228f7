import { z } from 'zod'
import { singleLineText } from '#src/core/validation/fields.ts'
import { ProductFields } from '#src/features/catalog/admin/admin-products.contract.ts'
import { PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import { MAX_SIZE_LABEL, MAX_SIZES } from './size-names.ts'

const oneSpace = (typed: string) => typed.replaceAll(/\s+/g, ' ')

const SizeLabel = singleLineText(MAX_SIZE_LABEL).min(1, 'Please name the size, for example 55 g.').transform(oneSpace)
const FamilyName = singleLineText(PRODUCT_TEXT_LIMITS.name).min(1, 'Please give the family a name.').transform(oneSpace)

export const SizeCells = z.object({ family: FamilyName, size: SizeLabel })

/** Founds a family where the product has none yet: its name, and the size of the product itself. */
const NewFamily = { family: FamilyName.optional(), ownLabel: SizeLabel.optional() }

const { sku, price, stock } = ProductFields.shape
const { net, mrp } = FoodFacts.shape

export const NewSize = z.strictObject({
  ...NewFamily,
  label: SizeLabel,
  sku,
  price,
  stock,
  facts: z.strictObject({ net, mrp }),
})
export type NewSize = z.infer<typeof NewSize>

/** Another product, by its SKU, that becomes a size of the family. */
export const JoiningSize = z.strictObject({ ...NewFamily, label: SizeLabel, sku })
export type JoiningSize = z.infer<typeof JoiningSize>

const NamedSizes = z.strictObject({
  family: FamilyName,
  sizes: z
    .array(z.strictObject({ id: z.int(), label: SizeLabel }))
    .min(1)
    .max(MAX_SIZES),
})

/** All sizes of the family in their new order. `seen` is what was edited: it fails on a concurrent change. */
export const SizeOrder = NamedSizes.extend({ seen: NamedSizes.optional() })
export type SizeOrder = z.infer<typeof SizeOrder>

/** The sizes of a product's family, archived ones included; none while the product belongs to no family. */
export const ProductSizes = z.object({
  family: z.string(),
  sizes: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      sku: z.string(),
      price: z.number(),
      stock: z.int(),
      archived: z.boolean(),
    }),
  ),
})
export type ProductSizes = z.infer<typeof ProductSizes>
