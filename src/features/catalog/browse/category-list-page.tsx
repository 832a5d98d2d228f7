import { createFileRoute } from '@tanstack/react-router'
import { ALL_CATEGORIES } from '#src/features/catalog/products/products.ts'
import { parseProductListSearch } from './product-filters.ts'
import { ProductList, type ProductListProps } from './product-list.tsx'

export const Route = createFileRoute('/products/$category')({
  staticData: { canonical: 'own' },
  validateSearch: parseProductListSearch,
  // The loader is only needed for client-side navigation.
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
  return <ListOfCategory onChange={(search) => navigate({ search, replace: true, resetScroll: false })} />
}

/** Answers 404 but keeps the controls of the list. */
function UnknownCategory() {
  const navigate = Route.useNavigate()
  return (
    <ListOfCategory
      onChange={({ category: chosen, ...search }) =>
        chosen === undefined
          ? navigate({ search, replace: true, resetScroll: false })
          : navigate({ to: '/products', search: { ...search, ...(chosen !== ALL_CATEGORIES && { category: chosen }) } })
      }
    />
  )
}

function ListOfCategory({ onChange }: Pick<ProductListProps, 'onChange'>) {
  const { category } = Route.useParams()
  return (
    <ProductList
      key={category}
      address={Route.useSearch()}
      initialCategory={category.toLowerCase()}
      onChange={onChange}
    />
  )
}
