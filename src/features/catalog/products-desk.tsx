import type { QueryClient } from '@tanstack/react-query'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { DeskProps, DeskSearch } from '#src/platform/desk.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { LoadMore } from '#src/ui/load-more.tsx'
import { categoriesQuery } from './catalog.queries.ts'
import { MakerProductTable } from './maker-product-table.tsx'
import { makerProductQuery, makerProductsQuery, stockHistoryQuery } from './maker-products.queries.ts'
import { PRODUCT_FILTERS } from './maker-products.rules.ts'
import { NEW_PRODUCT, readOpenProduct, THE_FILE } from './open-product.rules.ts'
import { ProductsToolbar } from './products-toolbar.tsx'

const ProductDialog = lazy(() =>
  import('./product-dialog.tsx').then(({ ProductDialog }) => ({ default: ProductDialog })),
)
const StockDialog = lazy(() => import('./stock-dialog.tsx').then(({ StockDialog }) => ({ default: StockDialog })))
const ImportDialog = lazy(() => import('./import-dialog.tsx').then(({ ImportDialog }) => ({ default: ImportDialog })))

/** Fetches the list, and the product that the address opens. */
export async function loadDesk(queryClient: QueryClient, search: DeskSearch) {
  const { product, stockOf } = readOpenProduct(search.id)
  const id = product ?? stockOf
  await Promise.all([
    queryClient.fetchInfiniteQuery({ ...makerProductsQuery(narrowedBy(search)), staleTime: 0 }),
    queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 }),
    id !== undefined && queryClient.fetchQuery({ ...makerProductQuery(id), staleTime: 0 }),
    stockOf !== undefined &&
      queryClient.fetchInfiniteQuery({ ...stockHistoryQuery(stockOf), staleTime: 0 }).catch(() => null),
  ])
}

/** The maker's products: the list, what narrows it, and what is open over it. */
export function Desk({ search, go }: DeskProps) {
  const list = useSuspenseInfiniteQuery(makerProductsQuery(narrowedBy(search)))
  const products = list.data.pages.flatMap(({ items }) => items)
  const total = list.data.pages.at(-1)?.total ?? products.length
  return (
    <section aria-label="Products" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => go({ id: NEW_PRODUCT })}>
          Add product
        </Button>
        <Button size="small" variant="secondary" onClick={() => go({ id: THE_FILE })}>
          Import CSV
        </Button>
        <a href="/api/admin/products.csv" download className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Download CSV
        </a>
      </div>
      <ProductsToolbar search={search} go={go} />
      <p role="status" className="text-cocoa-600 text-small">
        Showing {products.length} of {total} products
      </p>
      <MakerProductTable products={products} go={go} empty={search.q || search.status ? NONE_FOUND : NONE_YET} />
      <LoadMore list={list} className="w-full sm:w-auto sm:justify-self-center">
        Show more products
      </LoadMore>
      <Suspense>
        <OpenDialog id={search.id} onClose={() => go({ id: undefined })} />
      </Suspense>
    </section>
  )
}

const NONE_YET = 'There is no product yet. The first one that you add is in the shop at once.'
const NONE_FOUND = 'No product is like this.'

function OpenDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { product, stockOf } = readOpenProduct(id)
  if (id === THE_FILE) return <ImportDialog onClose={onClose} />
  if (id === NEW_PRODUCT) return <ProductDialog key="new" onClose={onClose} />
  if (product !== undefined) return <ProductDialog key={product} id={product} onClose={onClose} />
  if (stockOf !== undefined) return <StockDialog key={stockOf} id={stockOf} onClose={onClose} />
  return null
}

function narrowedBy({ q, status }: DeskSearch) {
  return { q, status: PRODUCT_FILTERS.find((known) => known === status) }
}
