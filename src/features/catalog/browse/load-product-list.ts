import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { breadcrumbJsonLd, pageHead } from '#src/core/seo/page-head.ts'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import type { ListedCategory } from '#src/features/catalog/products/products.contract.ts'
import { catalogQuery, categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'
import { parseProductListSearch, toListedFilters, toProductFilters } from './product-filters.ts'

type ListLocation = { slug?: string; search: Record<string, unknown> }

export async function loadProductList(queryClient: QueryClient, { slug, search }: ListLocation) {
  const [categories, { publicUrl }, catalog] = await Promise.all([
    queryClient.ensureQueryData(categoriesQuery),
    queryClient.ensureQueryData(shopInfoQuery),
    queryClient.ensureQueryData(catalogQuery),
  ])
  const category = categories.find(({ name }) => categorySlug(name) === slug?.toLowerCase())
  const filters = toListedFilters(toProductFilters(parseProductListSearch(search), slug ?? ALL_CATEGORIES), categories)
  if (!catalog.all || Object.values(search).some(Boolean)) {
    const { prefetchFound } = await import('./finder/prepare-search.ts')
    await prefetchFound(queryClient, catalog, filters)
  }
  if (slug && !category && slug.toLowerCase() !== ALL_CATEGORIES) throw notFound()
  return productListHead(category, publicUrl)
}

const LIST = { name: 'Products', path: '/products' }

/** Filtered and sorted lists have the plain list as their canonical URL. */
function productListHead(category: ListedCategory | undefined, publicUrl: string) {
  const title = `${category?.name ?? 'Products'} · ${SHOP_NAME}`
  const description = category
    ? category.description || `${category.name}: facet-cut chocolate, handcrafted in ${HOME_CITY}.`
    : `Every bar, bonbon, truffle and gift of the house, handcrafted in ${HOME_CITY}.`
  const path = category ? `/products/${encodeURIComponent(categorySlug(category.name))}` : '/products'
  const url = new URL(path, publicUrl).href
  return pageHead(
    { title, description, url },
    category ? [{ 'script:ld+json': breadcrumbJsonLd(publicUrl, [LIST, { name: category.name, path }]) }] : [],
  )
}
