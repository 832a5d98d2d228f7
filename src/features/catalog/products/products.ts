import { RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import type { ProductSort } from './product-params.ts'
import type { Product } from './products.contract.ts'

/** Products for sale. Unless they are `whole`, one that is not among them may only not be answered yet. */
export type KnownProducts<P = Product> = { products: readonly P[]; whole: boolean }

/** The category that filters nothing. */
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

/** The products that a search and a category leave, in the chosen order. Equals stand by name. */
export function filterProducts(products: readonly Product[], choice: ProductFilterOptions): Product[] {
  const search = choice.search?.trim().toLowerCase() ?? ''
  const compare = COMPARED[choice.sort ?? 'name']
  const compareNames = comparisonOf(products)
  return products
    .filter((product) => isInCategory(product, choice.category) && mentions(product, search))
    .sort((a, b) => compare(a, b) || compareNames(a.name, b.name))
}

const PLAIN = /^[ -~]*$/
let collator: Intl.Collator | undefined

/**
 * Names without accents need no collator: a phone takes 40 ms to make its first, while the page comes to life. One for all
 * is a hundred times cheaper than `localeCompare`, which makes one for every pair.
 */
function comparisonOf(products: readonly Product[]): (one: string, other: string) => number {
  if (products.every(({ name }) => PLAIN.test(name))) return comparePlain
  collator ??= new Intl.Collator('en-IN')
  return collator.compare
}

/** Up to four others of the same category. */
export function findRelatedProducts(products: readonly Product[], to: Product): Product[] {
  return products
    .filter((product) => product.categoryId === to.categoryId && product.id !== to.id)
    .slice(0, RELATED_PRODUCTS)
}

/** What to ask for, to find them: itself may be among the first. */
export const relatedProductsParams = ({ categoryId }: Pick<Product, 'categoryId'>) => ({
  categoryId,
  limit: RELATED_PRODUCTS + 1,
})

/** How a category is written in an address: /products/{this}. */
export const categorySlug = (name: string) => name.toLowerCase()

/** As a collator has it: of the same letters the small ones come first. */
function comparePlain(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a !== b) return a < b ? -1 : 1
  return one > other ? -1 : Number(one < other)
}

/** Whether a category's name is the one that an address or a filter means; 'all' and nothing mean every one. */
function isInCategory(product: Product, category = ''): boolean {
  const wanted = category.toLowerCase()
  return wanted === '' || wanted === ALL_CATEGORIES || product.category.name.toLowerCase() === wanted
}

function mentions({ name, description }: Product, search: string): boolean {
  return name.toLowerCase().includes(search) || description.toLowerCase().includes(search)
}
