import { createFileRoute } from '@tanstack/react-router'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { parseProductListSearch } from './product-filters.ts'
import { ProductList } from './product-list.tsx'

export const Route = createFileRoute('/products/$category')({
  validateSearch: parseProductListSearch,
  // The server has sent what is loaded: the loader comes to who goes on to such a page from another.
  codeSplitGroupings: [['component', 'errorComponent', 'notFoundComponent']],
  loader: {
    staleReloadMode: 'blocking',
    handler: async ({ context, params, location }) => {
      const { loadProductList } = await import('./load-product-list.ts')
      return loadProductList(context.queryClient, { slug: params.category, search: location.search })
    },
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: CategoryListPage,
  notFoundComponent: UnknownCategory,
})

function CategoryListPage() {
  const navigate = Route.useNavigate()
  const { category } = Route.useParams()
  return (
    <ProductList
      key={category}
      address={Route.useSearch()}
      initialCategory={category.toLowerCase()}
      onChange={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

/** The answer is 404, and the list's controls stay: another category leads to an address that exists. */
function UnknownCategory() {
  const navigate = Route.useNavigate()
  const { category } = Route.useParams()
  return (
    <ProductList
      key={category}
      address={Route.useSearch()}
      initialCategory={category.toLowerCase()}
      onChange={({ category: chosen, ...search }) =>
        chosen === undefined
          ? navigate({ search, replace: true, resetScroll: false })
          : navigate({ to: '/products', search: { ...search, ...(chosen !== ALL_CATEGORIES && { category: chosen }) } })
      }
    />
  )
}
