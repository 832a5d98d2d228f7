import { Link } from '@tanstack/react-router'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { isOutOfStock } from '#src/features/catalog/products/products.ts'
import { Price } from '#src/ui/price.tsx'

/** Each page is rendered from new, so a size that was chosen with the keyboard gets the focus back. */
let isChoosing = false

function focusIfChosen(link: HTMLAnchorElement | null) {
  if (!link || !isChoosing) return
  isChoosing = false
  link.focus({ preventScroll: true })
}

/** Every size is a product with its own page, so that it can be bookmarked and found. */
export function SizeLinks({ id: shown, sizes = [] }: Pick<ProductDetail, 'id' | 'sizes'>) {
  return (
    <nav aria-label="Sizes">
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        {sizes.map(({ id, label, price, stock, unitPrice }) => (
          <li key={id}>
            <Link
              to="/product/$id"
              params={{ id: String(id) }}
              replace
              resetScroll={false}
              aria-current={id === shown ? 'page' : undefined}
              ref={id === shown ? focusIfChosen : undefined}
              onClick={() => {
                isChoosing = id !== shown
              }}
              className="group flex h-full min-h-11 items-start gap-2.5 rounded-control border border-line-strong bg-white px-3.5 py-2.5 transition-colors duration-150 ease-house hover:border-cocoa-900 aria-[current]:border-cocoa-900 aria-[current]:shadow-[inset_0_0_0_1px_var(--cocoa-900)]"
            >
              <span
                aria-hidden="true"
                className="mt-1 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong group-aria-[current]:border-cocoa-900 group-aria-[current]:after:size-2 group-aria-[current]:after:rounded-full group-aria-[current]:after:bg-cocoa-900"
              />
              <span className="grid min-w-0">
                <span className="font-semibold [overflow-wrap:anywhere]">{label}</span>
                <span className="text-small">
                  <Price rupees={price} />
                </span>
                {unitPrice && <span className="text-cocoa-600 text-meta tabular-nums">{unitPrice}</span>}
                {isOutOfStock({ stock }) && <span className="text-err text-meta">Out of stock</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
