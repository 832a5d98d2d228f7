const MAX_ID = 2_147_483_647

export function isProductId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_ID
}

export const ID_PATTERN = /^[1-9][0-9]{0,9}$/

export function parseProductId(written: string): number | undefined {
  return ID_PATTERN.test(written) ? Number(written) : undefined
}

/** Larger catalogs are searched on the server (docs/decisions/0017). */
export const MAX_PRODUCTS_PER_REQUEST = 100

/** Five hundred are about 25 KB compressed, in five calls. */
export const MAX_PRODUCTS_IN_BROWSER = 500

export const PRODUCT_SORTS = ['name', 'price-asc', 'price-desc', 'stock'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

/** Filters besides search and category; catalog/search reads their values. */
export const FILTER_NAMES = ['diet', 'without', 'cacao', 'price', 'inStock'] as const
export type FilterName = (typeof FILTER_NAMES)[number]
export type FilterParams = Partial<Record<FilterName, string>>

/** Lists show one card for each family. */
export const ONE_PER_FAMILY = { sizes: 'one' } as const

export type ProductParams = Record<string, string | number>

export const productsPath = (params: ProductParams) =>
  `/api/products?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
