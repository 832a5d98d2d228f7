import { RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import type { Product } from './catalog.contract.ts'
import type { ProductSort } from './product-page.rules.ts'

/** Products for sale. Unless they are `whole`, one that is not among them may only not be answered yet. */
export type KnownProducts<P = Product> = { products: readonly P[]; whole: boolean }

/** The category that filters nothing. */
export const ALL_CATEGORIES = 'all'

export const isLowStock = (product: Pick<Product, 'stock' | 'minStock'>) => product.stock <= product.minStock

export const isOutOfStock = (product: Pick<Product, 'stock'>) => product.stock <= 0

// Comparing through one collator is a hundred times cheaper than localeCompare, which makes one for every pair. It takes
// long to make, so pages without a list do without.
let collator: Intl.Collator | undefined

function byName(a: Pick<Product, 'name'>, b: Pick<Product, 'name'>): number {
  collator ??= new Intl.Collator('en-IN')
  return collator.compare(a.name, b.name)
}

const ORDER: Record<ProductSort, (a: Product, b: Product) => number> = {
  name: byName,
  'price-asc': (a, b) => a.price - b.price || byName(a, b),
  'price-desc': (a, b) => b.price - a.price || byName(a, b),
  stock: (a, b) => b.stock - a.stock || byName(a, b),
}

export type ProductChoice = { search?: string; category?: string; sort?: ProductSort }

/** The products that a search and a category leave, in the chosen order. Equals stand by name. */
export function chooseProducts(products: readonly Product[], choice: ProductChoice): Product[] {
  const search = choice.search?.trim().toLowerCase() ?? ''
  return products
    .filter((product) => isInCategory(product, choice.category) && mentions(product, search))
    .sort(ORDER[choice.sort ?? 'name'])
}

/** Up to four others of the same category. */
export function relatedProducts(products: readonly Product[], to: Product): Product[] {
  return products
    .filter((product) => product.categoryId === to.categoryId && product.id !== to.id)
    .slice(0, RELATED_PRODUCTS)
}

/** What to ask for, to find them: itself may be among the first. */
export const askForRelated = ({ categoryId }: Pick<Product, 'categoryId'>) => ({
  categoryId,
  limit: RELATED_PRODUCTS + 1,
})

/** How a category is written in an address: /products/{this}. */
export const categorySlug = (name: string) => name.toLowerCase()

/** Whether a category's name is the one that an address or a filter means; 'all' and nothing mean every one. */
function isInCategory(product: Product, category = ''): boolean {
  const wanted = category.toLowerCase()
  return wanted === '' || wanted === ALL_CATEGORIES || product.category.name.toLowerCase() === wanted
}

function mentions({ name, description }: Product, search: string): boolean {
  return name.toLowerCase().includes(search) || description.toLowerCase().includes(search)
}
