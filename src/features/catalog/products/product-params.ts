/** Larger catalogs are searched on the server (docs/decisions/0017). */
export const MAX_PRODUCTS_PER_REQUEST = 100

export const PRODUCT_SORTS = ['name', 'price-asc', 'price-desc', 'stock'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const SORT_LABELS: Record<ProductSort, string> = {
  name: 'Name A-Z',
  'price-asc': 'Price low to high',
  'price-desc': 'Price high to low',
  stock: 'Stock available',
}
