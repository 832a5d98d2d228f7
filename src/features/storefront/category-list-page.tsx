import { createFileRoute } from '@tanstack/react-router'
import { readProductListAddress } from '#src/features/catalog/product-list-address.rules.ts'
import { ProductList } from './product-list.tsx'
import { loadProductList, productListHead } from './product-list-route.ts'

export const Route = createFileRoute('/products/$category')({
  validateSearch: readProductListAddress,
  loader: ({ context }) => loadProductList(context.queryClient),
  head: ({ loaderData, params }) => productListHead(loaderData, params.category),
  component: CategoryListPage,
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
