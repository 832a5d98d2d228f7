import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import { breadcrumbs } from '#src/core/structured-data.ts'
import type { Category } from '#src/features/catalog/catalog.contract.ts'
import { categoriesQuery, productsQuery } from '#src/features/catalog/catalog.queries.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/catalog.rules.ts'
import { publicAddressQuery } from '#src/platform/public-address.queries.ts'

/** What both list pages need, and what their head says. */
export async function loadProductList(queryClient: QueryClient, slug?: string) {
  const [categories, { publicUrl }] = await Promise.all([
    queryClient.ensureQueryData(categoriesQuery),
    queryClient.ensureQueryData(publicAddressQuery),
    queryClient.ensureQueryData(productsQuery),
  ])
  const category = categories.find(({ name }) => categorySlug(name) === slug?.toLowerCase())
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
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      ...(category ? [{ 'script:ld+json': breadcrumbs(publicUrl, [LIST, { name: category.name, path }]) }] : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
