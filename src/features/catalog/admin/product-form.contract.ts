import { NewCategory } from '#src/features/catalog/categories/categories.contract.ts'
import { NO_CATEGORY, ProductEdit, ProductFields } from './admin-products.contract.ts'

/** The category of a product, or the name of one that is added with it. */
const CATEGORY = {
  categoryId: ProductFields.shape.categoryId.optional(),
  newCategory: NewCategory.shape.name.optional(),
}
export type CategoryChoice = { categoryId?: number | undefined; newCategory?: string | undefined }

const hasCategory = ({ categoryId, newCategory }: CategoryChoice) =>
  categoryId !== undefined || newCategory !== undefined

const CATEGORY_RULE = {
  path: ['categoryId'],
  message: NO_CATEGORY,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

const hasOneCategory = ({ categoryId, newCategory }: CategoryChoice) =>
  categoryId === undefined || newCategory === undefined

const ONE_CATEGORY_RULE = {
  path: ['newCategory'],
  message: 'Please choose a category or name a new one, not both.',
  when: CATEGORY_RULE.when,
}

export const TypedProduct = ProductFields.extend(CATEGORY)
  .refine(hasCategory, CATEGORY_RULE)
  .refine(hasOneCategory, ONE_CATEGORY_RULE)
export const TypedProductEdit = ProductEdit.extend(CATEGORY)
  .refine(hasCategory, CATEGORY_RULE)
  .refine(hasOneCategory, ONE_CATEGORY_RULE)
