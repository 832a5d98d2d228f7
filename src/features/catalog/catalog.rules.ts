import { RELATED_PRODUCTS } from '#src/core/shop-policy.ts'
import type { Product } from './catalog.contract.ts'

export const PRODUCT_SORTS = ['name', 'price-asc', 'price-desc', 'stock'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const SORT_LABELS: Record<ProductSort, string> = {
  name: 'Name A-Z',
  'price-asc': 'Price low to high',
  'price-desc': 'Price high to low',
  stock: 'Stock available',
}

/** The category that filters nothing. */
export const ALL_CATEGORIES = 'all'

export const isLowStock = (product: Pick<Product, 'stock' | 'minStock'>) => product.stock <= product.minStock

export const isOutOfStock = (product: Pick<Product, 'stock'>) => product.stock <= 0

// Comparing through one collator is a hundred times cheaper than localeCompare, which makes one for every pair.
const collator = new Intl.Collator('en-IN')

const byName = (a: Pick<Product, 'name'>, b: Pick<Product, 'name'>) => collator.compare(a.name, b.name)

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
