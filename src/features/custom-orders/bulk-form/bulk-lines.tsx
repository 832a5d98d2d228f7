import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { formatPrice } from '#src/core/money.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { listTierTexts } from '#src/features/catalog/tiers/price-tiers.ts'
import { MAX_BULK_LINES } from '#src/features/custom-orders/bulk/bulk.contract.ts'
import { IconButton } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import type { BulkFormPart, DraftLine } from './bulk-draft.ts'
import { ProductSearch } from './product-search.tsx'

export function BulkLines({ draft: { lines }, change, wrong }: BulkFormPart) {
  const known = useProducts(
    lines.map(({ productId }) => productId),
    { enabled: true },
  )
  const list = useRef<HTMLUListElement>(null)
  const products = new Map(known?.products.map((product) => [product.id, product]))
  function setQuantity(productId: number, quantity: string) {
    change({ lines: lines.map((line) => (line.productId === productId ? { productId, quantity } : line)) })
  }
  function remove(productId: number) {
    change({ lines: lines.filter((line) => line.productId !== productId) })
    // The pressed button is gone.
    list.current?.focus()
  }
  return (
    <div className="grid gap-4 sm:col-span-2">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Products"
        className="divide-y divide-line border-line border-y empty:hidden"
      >
        {lines.map((line, at) => (
          <BulkLine
            key={line.productId}
            line={line}
            product={products.get(line.productId)}
            isGone={known?.whole === true && !products.has(line.productId)}
            error={wrong[`lines.${at}.quantity`] ?? wrong[`lines.${at}.productId`]}
            onChange={(quantity) => setQuantity(line.productId, quantity)}
            onRemove={() => remove(line.productId)}
          />
        ))}
      </ul>
      {wrong.lines && <p className="font-medium text-err text-meta">{wrong.lines}</p>}
      {lines.length < MAX_BULK_LINES && (
        <ProductSearch
          chosen={lines.map(({ productId }) => productId)}
          isInvalid={wrong.lines !== undefined}
          onChoose={(productId) => change({ lines: [...lines, { productId, quantity: '' }] })}
        />
      )}
    </div>
  )
}

type BulkLineProps = {
  line: DraftLine
  product: Product | undefined
  isGone: boolean
  error: string | undefined
  onChange: (quantity: string) => void
  onRemove: () => void
}

function BulkLine({ line, product, isGone, error, onChange, onRemove }: BulkLineProps) {
  const name = product?.name ?? (isGone ? 'A product that is no longer in our shop' : 'Loading…')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
      <div>
        <p className="font-display text-[1.0625rem] leading-tight">{name}</p>
        {product && <p className="mt-1 text-cocoa-600 text-small">{priceText(product)}</p>}
      </div>
      <IconButton
        label={`Remove ${name}`}
        onClick={onRemove}
        className="-mt-2.5 -mr-3 text-cocoa-600 sm:order-last sm:mt-0"
      >
        <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
      </IconButton>
      <Field
        label="Pieces"
        aria-label={`Pieces of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        value={line.quantity}
        error={error}
        onChange={(event) => onChange(event.target.value)}
        className="max-sm:col-span-2"
      />
    </li>
  )
}

/** The price of one, and of one in the largest tier. */
function priceText(product: Product): string {
  const last = listTierTexts(product).at(-1)
  return [`${formatPrice(product.price)} each`, last && `${last.from.toLowerCase()} ${last.each}`]
    .filter(Boolean)
    .join(', ')
}
