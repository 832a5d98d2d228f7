import { createFileRoute, Link } from '@tanstack/react-router'
import { readProductListAddress } from '#src/features/catalog/product-list-address.rules.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ProductList } from './product-list.tsx'

export const Route = createFileRoute('/products/$category')({
  validateSearch: readProductListAddress,
  // The server has sent what is loaded: the loader comes to who goes on to such a page from another.
  codeSplitGroupings: [['component', 'errorComponent', 'notFoundComponent']],
  loader: {
    staleReloadMode: 'blocking',
    handler: async ({ context, params, location }) => {
      const { loadProductList } = await import('./product-list-route.ts')
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

/** There are endless addresses of this kind: what they show must look like nothing found, and be said as 404. */
function UnknownCategory() {
  return (
    <main>
      <EmptyState
        as="h1"
        title="No products found"
        text="Nothing in the shop fits these filters."
        action={
          <Link to="/products" className={buttonClass()}>
            Clear All Filters
          </Link>
        }
      />
    </main>
  )
}
