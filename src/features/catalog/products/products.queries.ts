import { queryOptions } from '@tanstack/react-query'
import { getJson, getPage } from '#src/browser/http-client.ts'
import { FEATURED_PRODUCTS } from '#src/core/shop-policy.ts'
import { ONE_PER_FAMILY, type ProductParams, productsPath } from './product-params.ts'
import type { ListedCategory, Product, ProductDetail, TaxRates } from './products.contract.ts'

const PATH = '/api/products'

/** `all` is null when the catalog is too large for the browser. */
export type ProductCatalog = { total: number; all: Product[] | null }

export const catalogQuery = queryOptions<ProductCatalog>({
  queryKey: [PATH],
  queryFn: async () => {
    const { items, next, total } = await getPage<Product>(PATH)
    return next === null ? { total: items.length, all: items } : { total: total ?? items.length, all: null }
  },
})

export const productsQuery = (params: ProductParams) => {
  const path = productsPath(params)
  return queryOptions<Product[]>({ queryKey: [PATH, path], queryFn: () => getJson(path) })
}

export const featuredProductsQuery = productsQuery({ limit: FEATURED_PRODUCTS, ...ONE_PER_FAMILY })

export const productQuery = (id: Product['id']) =>
  queryOptions<ProductDetail>({ queryKey: ['/api/products', String(id)] })

export const categoriesQuery = queryOptions<ListedCategory[]>({ queryKey: ['/api/categories'] })

export const taxRatesQuery = queryOptions<TaxRates>({ queryKey: ['/api/tax-rates'] })
