import { createFileRoute } from '@tanstack/react-router'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { parseProductListSearch } from './product-filters.ts'
import { ProductList } from './product-list.tsx'

export const Route = createFileRoute('/products')({
  staticData: { canonical: 'own' },
  validateSearch: parseProductListSearch,
  // The loader is only needed for client-side navigation.
  codeSplitGroupings: [['component', 'errorComponent', 'notFoundComponent']],
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
