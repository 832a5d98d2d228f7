import { z } from 'zod'
import { multiLineText, singleLineText } from '#src/core/validation/fields.ts'
import { ImageUrlInput } from '#src/features/catalog/admin/admin-products.contract.ts'
import { IntegerId, ListedCategory } from '#src/features/catalog/products/products.contract.ts'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { CATEGORY_TEXT_LIMITS, MAX_CATEGORIES } from './category-input.ts'

/** `/products/all` lists every category, and a browser resolves dots. */
const NOT_IN_AN_ADDRESS = new Set(['.', '..', ALL_CATEGORIES])

const NO_NAME = 'Please give the category a name.'

const CategoryName = singleLineText(CATEGORY_TEXT_LIMITS.name)
  .min(1, NO_NAME)
  .refine(
    (typed) => !NOT_IN_AN_ADDRESS.has(typed.toLowerCase()),
    'Please choose another name: this one cannot be part of an address.',
  )

export const NewCategory = z.strictObject({
  name: CategoryName,
  description: multiLineText(CATEGORY_TEXT_LIMITS.description).optional(),
  imageUrl: ImageUrlInput.nullable().optional(),
  hidden: z.boolean().optional(),
})
export type NewCategory = z.infer<typeof NewCategory>

export const CategoryEdit = NewCategory.partial()
export type CategoryEdit = z.infer<typeof CategoryEdit>

export const CategoryOrder = z.strictObject({ ids: z.array(z.int()).max(MAX_CATEGORIES) })

/** The category that takes the products of a deleted one. */
export const CategoryRemoval = z.strictObject({ productsTo: IntegerId.optional() })

/** `products` are for sale, `archived` are not; both belong to the category. */
export const AdminCategory = ListedCategory.extend({ hidden: z.boolean(), products: z.int(), archived: z.int() })
export type AdminCategory = z.infer<typeof AdminCategory>
