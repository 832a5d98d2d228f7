import { RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import { ONE_PER_FAMILY, type ProductSort } from './product-params.ts'
import type { Product } from './products.contract.ts'

/** Unless `whole`, a missing product may not be loaded yet. */
export type KnownProducts<P = Product> = { products: readonly P[]; whole: boolean }

export const ALL_CATEGORIES = 'all'

export const isLowStock = (product: Pick<Product, 'stock' | 'minStock'>) => product.stock <= product.minStock

export const isOutOfStock = (product: Pick<Product, 'stock'>) => product.stock <= 0

const COMPARED: Record<ProductSort, (a: Product, b: Product) => number> = {
  name: () => 0,
  'price-asc': (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  stock: (a, b) => b.stock - a.stock,
}

export type ProductFilterOptions = { search?: string; category?: string; sort?: ProductSort }

export function filterProducts(products: readonly Product[], choice: ProductFilterOptions): Product[] {
  const search = choice.search?.trim().toLowerCase() ?? ''
  const compare = COMPARED[choice.sort ?? 'name']
  const compareNames = comparisonOf(products)
  return products
    .filter((product) => isInCategory(product.category.name, choice.category) && mentions(product, search))
    .sort((a, b) => compare(a, b) || compareNames(a.name, b.name))
}

const PLAIN = /^[ -~]*$/
let collator: Intl.Collator | undefined

/** Plain names need no collator: creating the first takes a phone 40 ms during hydration. */
function comparisonOf(products: readonly Product[]): (one: string, other: string) => number {
  if (products.every(({ name }) => PLAIN.test(name))) return comparePlain
  collator ??= new Intl.Collator('en-IN')
  return collator.compare
}

/** `products` is the list that `relatedProductsParams` asks for. */
export function findRelatedProducts(products: readonly Product[], to: Product): Product[] {
  return products
    .filter(
      ({ id, categoryId, family }) =>
        categoryId === to.categoryId && id !== to.id && (!family || family.id !== to.family?.id),
    )
    .slice(0, RELATED_PRODUCTS)
}

export const relatedProductsParams = ({ categoryId }: Pick<Product, 'categoryId'>) => ({
  categoryId,
  limit: RELATED_PRODUCTS + 1,
  ...ONE_PER_FAMILY,
})

/** Lists without search and filters show this size of a family. */
export const isFirstOfFamily = ({ id, family }: Product) => !family || family.first === id

export const categorySlug = (name: string) => name.toLowerCase()

/** As a collator does: lower case first. */
function comparePlain(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a !== b) return a < b ? -1 : 1
  return one > other ? -1 : Number(one < other)
}

export function isInCategory(name: string, category = ''): boolean {
  const wanted = category.toLowerCase()
  return wanted === '' || wanted === ALL_CATEGORIES || name.toLowerCase() === wanted
}

function mentions({ name, description }: Product, search: string): boolean {
  return name.toLowerCase().includes(search) || description.toLowerCase().includes(search)
}
