import { z } from 'zod'
import { coerceNumber } from '#src/core/validation/fields.ts'
import { FamilySize, ProductFamily } from '#src/features/catalog/families/families.contract.ts'
import { ALLERGENS, DIETS } from '#src/features/catalog/food/allergens.ts'
import { FoodFacts, ProductLabel } from '#src/features/catalog/food/food-facts.contract.ts'
import { ProductPicture } from '#src/features/catalog/images/product-pictures.contract.ts'
import { readRange } from '#src/features/catalog/search/product-choices.ts'
import { PriceTier } from '#src/features/catalog/tiers/price-tiers.contract.ts'
import { ID_PATTERN, isProductId, MAX_PRODUCTS_PER_REQUEST, PRODUCT_SORTS } from './product-params.ts'

/** An id in a URL that fits PostgreSQL's integer. */
export const IntegerId = z
  .string()
  .regex(ID_PATTERN, 'This is not a valid number.')
  .transform(Number)
  .refine(isProductId, 'This is not a valid number.')

export const Category = z.object({ id: z.int(), name: z.string() })
export type Category = z.infer<typeof Category>

export const ListedCategory = Category.extend({ description: z.string(), imageUrl: z.string().nullable() })
export type ListedCategory = z.infer<typeof ListedCategory>

/** A product for customers. `price` is rupees; `stock` is what is available: on hand minus reserved. */
export const Product = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  stock: z.int(),
  minStock: z.int(),
  maxPerOrder: z.int(),
  /** Missing without any. Those of a family apply to all its sizes. */
  tiers: z.array(PriceTier).optional(),
  sku: z.string(),
  imageUrl: z.string().nullable(),
  categoryId: z.int(),
  category: Category,
  ...ProductLabel.shape,
  family: ProductFamily.optional(),
})
export type Product = z.infer<typeof Product>

export const ProductDetail = Product.extend({
  /** A hidden category has no page. */
  category: Category.extend({ hidden: z.literal(true).optional() }),
  images: z.array(ProductPicture),
  facts: FoodFacts,
  /** All sizes of the family that are for sale, this one too. */
  sizes: z.array(FamilySize).optional(),
})
export type ProductDetail = z.infer<typeof ProductDetail>

/** A product with its facts, as the feed lists it. */
export type DescribedProduct = Omit<ProductDetail, 'images' | 'sizes'>

/** GST percentages included in today's prices: the default, and those of products with their own rate. */
export const TaxRates = z.object({ usual: z.number(), products: z.record(z.string(), z.number()) })
export type TaxRates = z.infer<typeof TaxRates>

const Several = z
  .string()
  .max(2000)
  .transform((text) => text.split(','))

const knownAllergens: readonly string[] = ALLERGENS

const FilterQuery = {
  diet: z.enum(DIETS, 'Please choose veg or nonveg.').optional(),
  without: z
    .string()
    .max(200)
    .refine(
      (names) => names.split(',').every((name) => knownAllergens.includes(name)),
      `Please name allergens, separated by commas: ${ALLERGENS.join(', ')}.`,
    )
    .optional(),
  cacao: z
    .string()
    .refine((typed) => (readRange(typed)?.from ?? 101) <= 100, 'Please enter percentages from 0 to 100, such as 60-80.')
    .optional(),
  price: z
    .string()
    .refine((typed) => readRange(typed) !== undefined, 'Please enter prices in rupees, such as 300-600 or 1000-.')
    .optional(),
  inStock: z.literal('true', 'Please write inStock=true, or leave it out.').optional(),
}

/** Unknown filters are refused. Without `limit`, up to the maximum. `cursor` is the last product's id of the page before. */
export const ProductPageQuery = z.strictObject({
  limit: coerceNumber(z.int().min(1).max(MAX_PRODUCTS_PER_REQUEST)).default(MAX_PRODUCTS_PER_REQUEST),
  cursor: IntegerId.optional(),
  q: z.string().trim().max(100).optional(),
  words: Several.pipe(z.array(z.string().trim().min(1).max(40)).max(10)).optional(),
  category: z.string().max(100).optional(),
  categoryId: IntegerId.optional(),
  ...FilterQuery,
  sort: z.enum(PRODUCT_SORTS).optional(),
  /** Lists of each family one of the sizes found: the cheapest in stock. */
  sizes: z.literal('one', 'Please write sizes=one, or leave it out.').optional(),
  ids: Several.pipe(z.array(IntegerId).max(MAX_PRODUCTS_PER_REQUEST)).optional(),
})
export type ProductPageQuery = z.infer<typeof ProductPageQuery>

export const ProductFacetsQuery = ProductPageQuery.pick({ q: true, category: true }).extend(FilterQuery)
export type ProductFacetsQuery = z.infer<typeof ProductFacetsQuery>
