import { createFileRoute } from '@tanstack/react-router'
import { ALL_CATEGORIES } from '#src/features/catalog/catalog.rules.ts'
import { readProductListAddress } from '#src/features/catalog/product-list-address.rules.ts'
import { ProductList } from './product-list.tsx'
import { loadProductList } from './product-list-route.ts'

export const Route = createFileRoute('/products')({
  validateSearch: readProductListAddress,
  loader: ({ context }) => loadProductList(context.queryClient),
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
