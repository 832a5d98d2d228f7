import { createFileRoute } from '@tanstack/react-router'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { parseProductListSearch } from './product-filters.ts'
import { ProductList } from './product-list.tsx'

export const Route = createFileRoute('/products')({
  validateSearch: parseProductListSearch,
  // The server has sent what is loaded: the loader comes to who goes on to such a page from another.
  codeSplitGroupings: [['component', 'errorComponent', 'notFoundComponent']],
  // Whoever comes back, or comes with another search, sees the page when what it shows is there.
  loader: {
    staleReloadMode: 'blocking',
    handler: async ({ context, location }) =>
      (await import('./load-product-list.ts')).loadProductList(context.queryClient, { search: location.search }),
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: ProductListPage,
})

function ProductListPage() {
  const navigate = Route.useNavigate()
  return (
    <ProductList
      address={Route.useSearch()}
      initialCategory={ALL_CATEGORIES}
      onChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
