import type { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { adminCategoriesQuery } from '#src/features/catalog/categories/categories.queries.ts'
import { productSizesQuery } from '#src/features/catalog/families/sizes.queries.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { AdminProductTable } from './admin-product-table.tsx'
import { adminProductQuery, adminProductsQuery, stockHistoryQuery } from './admin-products.queries.ts'
import { IMPORT_DIALOG, NEW_PRODUCT, PRODUCT_STATUS_FILTERS, parseOpenDialog } from './product-input.ts'
import { ProductsToolbar } from './products-toolbar.tsx'

const ProductDialog = lazy(() =>
  import('./product-dialog.tsx').then(({ ProductDialog }) => ({ default: ProductDialog })),
)
const StockDialog = lazy(() =>
  import('#src/features/catalog/stock/stock-dialog.tsx').then(({ StockDialog }) => ({ default: StockDialog })),
)
const SizesDialog = lazy(() =>
  import('#src/features/catalog/families/sizes-dialog.tsx').then(({ SizesDialog }) => ({ default: SizesDialog })),
)
const ImportDialog = lazy(() =>
  import('#src/features/catalog/import/import-dialog.tsx').then(({ ImportDialog }) => ({ default: ImportDialog })),
)

export async function loader(queryClient: QueryClient, search: AdminSearch) {
  const { product, stockOf, sizesOf } = parseOpenDialog(search.id)
  const id = product ?? stockOf ?? sizesOf
  await Promise.all([
    loadPages(queryClient, adminProductsQuery(narrowedBy(search))),
    queryClient.fetchQuery({ ...adminCategoriesQuery, staleTime: 0 }),
    id !== undefined && queryClient.fetchQuery({ ...adminProductQuery(id), staleTime: 0 }),
    sizesOf !== undefined && queryClient.fetchQuery({ ...productSizesQuery(sizesOf), staleTime: 0 }).catch(() => null),
    stockOf !== undefined && loadPages(queryClient, stockHistoryQuery(stockOf)).catch(() => null),
  ])
}

export function AdminPage({ search, go }: AdminPageProps) {
  const { list, items: products, total } = usePagedList(adminProductsQuery(narrowedBy(search)))
  return (
    <section aria-label="Products" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => go({ id: NEW_PRODUCT })}>
          Add product
        </Button>
        <Button size="small" variant="secondary" onClick={() => go({ id: IMPORT_DIALOG })}>
          Import CSV
        </Button>
        <a href="/api/admin/products.csv" download className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Download CSV
        </a>
        <Link
          to="/admin"
          search={{ view: 'categories' }}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Categories
        </Link>
      </div>
      <ProductsToolbar search={search} go={go} />
      <p role="status" className="text-cocoa-600 text-small">
        Showing {products.length} of {total ?? products.length} products
      </p>
      <AdminProductTable products={products} go={go} empty={textWithout(search)} />
      <LoadMore list={list} className="w-full sm:w-auto sm:justify-self-center">
        Show more products
      </LoadMore>
      <Suspense>
        <OpenDialog id={search.id} onOpen={(id) => go({ id: String(id) })} onClose={() => go({ id: undefined })} />
      </Suspense>
    </section>
  )
}

const NONE_YET = 'There are no products yet. The first one you add appears in the shop at once.'
const NONE_FOUND = 'No products match.'
const NONE_LACKING = 'No product lacks facts of its label.'

function textWithout({ q, status }: AdminSearch): string {
  if (!q && status === 'incomplete') return NONE_LACKING
  return q || status ? NONE_FOUND : NONE_YET
}

type OpenDialogProps = { id: string | undefined; onOpen: (product: number) => void; onClose: () => void }

function OpenDialog({ id, onOpen, onClose }: OpenDialogProps) {
  const { product, stockOf, sizesOf } = parseOpenDialog(id)
  if (id === IMPORT_DIALOG) return <ImportDialog onClose={onClose} />
  if (id === NEW_PRODUCT) return <ProductDialog key="new" onOpen={onOpen} onClose={onClose} />
  if (product !== undefined) return <ProductDialog key={product} id={product} onOpen={onOpen} onClose={onClose} />
  if (stockOf !== undefined) return <StockDialog key={stockOf} id={stockOf} onClose={onClose} />
  if (sizesOf !== undefined) return <SizesDialog key={sizesOf} id={sizesOf} onOpen={onOpen} onClose={onClose} />
  return null
}

function narrowedBy({ q, status }: AdminSearch) {
  return { q, status: PRODUCT_STATUS_FILTERS.find((known) => known === status) }
}
