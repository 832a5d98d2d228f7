import type { QueryClient } from '@tanstack/react-query'
import { HOME_CITY, SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Category } from '#src/features/catalog/catalog.contract.ts'
import { categoriesQuery, productsQuery } from '#src/features/catalog/catalog.queries.ts'
import { categorySlug } from '#src/features/catalog/catalog.rules.ts'
import { publicAddressQuery } from '#src/platform/public-address.queries.ts'

type ListFacts = { categories: Category[]; publicUrl: string }

/** What both list pages need. */
export async function loadProductList(queryClient: QueryClient): Promise<ListFacts> {
  const [categories, { publicUrl }] = await Promise.all([
    queryClient.ensureQueryData(categoriesQuery),
    queryClient.ensureQueryData(publicAddressQuery),
    queryClient.ensureQueryData(productsQuery),
  ])
  return { categories, publicUrl }
}

/** Filters and sorting are no pages of their own for a search engine: they all point to the plain list. */
export function productListHead(facts: ListFacts | undefined, slug?: string) {
  if (!facts) return {}
  const category = facts.categories.find(({ name }) => categorySlug(name) === slug?.toLowerCase())
  const title = `${category?.name ?? 'Products'} · ${SHOP_NAME}`
  const description = category
    ? `${category.name}: facet-cut chocolate, handcrafted in ${HOME_CITY}.`
    : `Every bar, bonbon, truffle and gift of the house, handcrafted in ${HOME_CITY}.`
  const path = category ? `/products/${encodeURIComponent(categorySlug(category.name))}` : '/products'
  const url = new URL(path, facts.publicUrl).href
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
