import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { pageHead } from '#src/core/page-head.ts'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import { breadcrumbs } from '#src/core/structured-data.ts'
import type { Category } from '#src/features/catalog/catalog.contract.ts'
import { categoriesQuery, shelfQuery } from '#src/features/catalog/catalog.queries.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/catalog.rules.ts'
import { readProductListAddress, soughtBy } from '#src/features/catalog/product-list-address.rules.ts'
import { soughtProductsQuery } from '#src/features/catalog/sought-products.queries.ts'
import { publicAddressQuery } from '#src/platform/public-address.queries.ts'

type Asked = { slug?: string; search: Record<string, unknown> }

/** What both list pages need, and what their head says. */
export async function loadProductList(queryClient: QueryClient, { slug, search }: Asked) {
  const [categories, { publicUrl }, shelf] = await Promise.all([
    queryClient.ensureQueryData(categoriesQuery),
    queryClient.ensureQueryData(publicAddressQuery),
    queryClient.ensureQueryData(shelfQuery),
  ])
  const category = categories.find(({ name }) => categorySlug(name) === slug?.toLowerCase())
  const sought = soughtBy(readProductListAddress(search), slug ?? ALL_CATEGORIES)
  if (!shelf.all) await queryClient.ensureQueryData(soughtProductsQuery(sought))
  if (slug && !category && slug.toLowerCase() !== ALL_CATEGORIES) throw notFound()
  return productListHead(category, publicUrl)
}

/** The list on the way to what is in it. */
const LIST = { name: 'Products', path: '/products' }

/** Filters and sorting are no pages of their own for a search engine: they all point to the plain list. */
function productListHead(category: Category | undefined, publicUrl: string) {
  const title = `${category?.name ?? 'Products'} · ${SHOP_NAME}`
  const description = category
    ? `${category.name}: facet-cut chocolate, handcrafted in ${HOME_CITY}.`
    : `Every bar, bonbon, truffle and gift of the house, handcrafted in ${HOME_CITY}.`
  const path = category ? `/products/${encodeURIComponent(categorySlug(category.name))}` : '/products'
  const url = new URL(path, publicUrl).href
  return pageHead(
    { title, description, url },
    category ? [{ 'script:ld+json': breadcrumbs(publicUrl, [LIST, { name: category.name, path }]) }] : [],
  )
}
