import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ListedCategory } from '#src/features/catalog/products/products.contract.ts'
import { categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import { ALL_CATEGORIES, categorySlug } from '#src/features/catalog/products/products.ts'
import { Picture } from '#src/ui/picture.tsx'
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
  const address = Route.useSearch()
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const slug = category.toLowerCase()
  const shown = address.category === undefined && categories.find(({ name }) => categorySlug(name) === slug)
  return (
    <ProductList
      key={category}
      address={address}
      initialCategory={slug}
      intro={shown && <CategoryIntro category={shown} />}
      onChange={onChange}
    />
  )
}

function CategoryIntro({ category: { description, imageUrl } }: { category: ListedCategory }) {
  if (!description && !imageUrl) return null
  return (
    <div className="flex items-center gap-4 sm:gap-7">
      {imageUrl && (
        <Picture
          src={imageUrl}
          alt=""
          width={176}
          height={176}
          priority
          className="cut size-24 shrink-0 bg-ivory object-cover cut-10 sm:size-44 sm:cut-18"
        />
      )}
      <p className="max-w-[60ch] whitespace-pre-line text-pretty text-cocoa-600 sm:text-lead">{description}</p>
    </div>
  )
}
