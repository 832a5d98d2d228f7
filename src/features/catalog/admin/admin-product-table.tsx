import { useMutation } from '@tanstack/react-query'
import PackagePlus from 'lucide-react/icons/package-plus'
import Pencil from 'lucide-react/icons/pencil'
import Ruler from 'lucide-react/icons/ruler'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { formatPrice } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { missingFacts, missingFactsText } from '#src/features/catalog/food/food-facts.ts'
import { isLowStock, isOutOfStock } from '#src/features/catalog/products/products.ts'
import { IconButton } from '#src/ui/forms/button.tsx'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { AdminProduct } from './admin-products.contract.ts'
import { deleteProduct, restoreProduct } from './admin-products.queries.ts'
import { toSizesDialogId, toStockDialogId } from './product-input.ts'

type AdminProductTableProps = Pick<AdminPageProps, 'go'> & { products: AdminProduct[]; empty: string }

export function AdminProductTable({ products, go, empty }: AdminProductTableProps) {
  if (products.length === 0) return <EmptyNote>{empty}</EmptyNote>
  return (
    <table className="block w-full border border-line bg-white lg:table">
      <caption className="sr-only">Products</caption>
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-line border-b text-left text-cocoa-500 text-meta">
          {['Product', 'SKU', 'Price', 'Stock', 'Actions'].map((heading) => (
            <th key={heading} scope="col" className="px-4 py-3 font-medium last:text-right">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line lg:table-row-group">
        {products.map((product) => (
          <ProductRow key={product.id} product={product} go={go} />
        ))}
      </tbody>
    </table>
  )
}

function ProductRow({ product, go }: Pick<AdminPageProps, 'go'> & { product: AdminProduct }) {
  return (
    <tr className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 p-4 lg:table-row lg:p-0">
      <td className="col-span-2 lg:px-4 lg:py-3">
        <div className="flex items-center gap-4">
          <Picture
            src={product.imageUrl}
            alt=""
            width={64}
            height={64}
            className="cut size-16 shrink-0 object-cover cut-10"
          />
          <div className="min-w-0">
            <p className="font-display text-[1.0625rem] leading-tight [overflow-wrap:anywhere]">{product.name}</p>
            <p className="text-cocoa-600 text-small">{product.category.name}</p>
            <MissingFacts product={product} />
          </div>
        </div>
      </td>
      <td className="text-cocoa-600 text-small [overflow-wrap:anywhere] lg:px-4 lg:py-3">{product.sku}</td>
      <td className="amount text-right lg:px-4 lg:py-3 lg:text-left">{formatPrice(product.price)}</td>
      <td className="self-center lg:px-4 lg:py-3">
        <StockCell product={product} />
      </td>
      <td className="lg:px-4 lg:py-3">
        <RowActions product={product} go={go} />
      </td>
    </tr>
  )
}

function MissingFacts({ product: { name, facts } }: { product: AdminProduct }) {
  const missing = missingFacts(facts)
  if (missing.length === 0) return null
  const names = missingFactsText(missing)
  return (
    <details className="text-small">
      <summary title={names} className="min-h-11 cursor-pointer content-center">
        <StatusBadge tone="warn">
          Lacks {counted(missing.length, 'fact')}
          <span className="sr-only"> of {name}</span>
        </StatusBadge>
      </summary>
      <p className="max-w-[40ch] text-cocoa-600">{names}</p>
    </details>
  )
}

function StockCell({ product }: { product: AdminProduct }) {
  const { stock, reserved, minStock, waiting, archivedAt } = product
  const free = { stock: stock - reserved, minStock }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
      <span>
        {stock.toLocaleString('en-IN')} in stock{reserved > 0 && `, ${reserved} being paid for`}
      </span>
      {waiting > 0 && <span>{counted(waiting, 'person waits', 'people wait')} for it</span>}
      {archivedAt && <StatusBadge tone="neutral">Archived</StatusBadge>}
      {!archivedAt && isOutOfStock(free) && <StatusBadge tone="err">Sold out</StatusBadge>}
      {!archivedAt && !isOutOfStock(free) && isLowStock(free) && <StatusBadge tone="warn">Low stock</StatusBadge>}
    </div>
  )
}

const ICON = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-5' } as const

function RowActions({ product, go }: Pick<AdminPageProps, 'go'> & { product: AdminProduct }) {
  const removing = useMutation(deleteProduct)
  const restoring = useMutation(restoreProduct)
  function remove() {
    if (window.confirm('Are you sure you want to delete this product?')) removing.mutate(product.id)
  }
  return (
    <div className="flex flex-wrap justify-end lg:flex-nowrap">
      <IconButton label={`Stock of ${product.name}`} onClick={() => go({ id: toStockDialogId(product.id) })}>
        <PackagePlus {...ICON} />
      </IconButton>
      <IconButton label={`Sizes of ${product.name}`} onClick={() => go({ id: toSizesDialogId(product.id) })}>
        <Ruler {...ICON} />
      </IconButton>
      <IconButton label={`Edit ${product.name}`} onClick={() => go({ id: String(product.id) })}>
        <Pencil {...ICON} />
      </IconButton>
      {product.archivedAt ? (
        <IconButton
          label={`Bring back ${product.name}`}
          disabled={restoring.isPending}
          onClick={() => restoring.mutate(product.id)}
        >
          <Undo2 {...ICON} />
        </IconButton>
      ) : (
        <IconButton label={`Delete ${product.name}`} disabled={removing.isPending} onClick={remove}>
          <Trash2 {...ICON} />
        </IconButton>
      )}
    </div>
  )
}
