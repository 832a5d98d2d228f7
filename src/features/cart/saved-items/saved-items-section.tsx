import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { addSeveralToCart } from '#src/features/cart/cart-store.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { useProducts } from '#src/features/catalog/products/use-products.ts'
import { Button, buttonClass, IconButton } from '#src/ui/forms/button.tsx'
import { SavedItemRow } from './saved-item-row.tsx'
import type { SavedItem, SavedKind } from './saved-items.ts'
import { useSavedItems } from './use-saved-items.ts'

const TITLES: Record<SavedKind, string> = { later: 'Saved for Later', wish: 'Wishlist' }
const KINDS = ['later', 'wish'] as const

export function SavedItemsSection() {
  const { saved, remove } = useSavedItems()
  const known = useProducts(
    saved.map(({ productId }) => productId),
    { enabled: true },
  )
  if (!known) return null
  // Hides items whose product is still loading.
  const loaded = known.whole ? saved : saved.filter((item) => known.products.some(({ id }) => id === item.productId))
  const shown = KINDS.map((kind) => ({ kind, items: loaded.filter((item) => item.kind === kind) }))
  return shown.map(
    ({ kind, items }) =>
      items.length > 0 && (
        <SavedList key={kind} kind={kind} items={items} products={known.products} onRemove={(item) => remove([item])} />
      ),
  )
}

type SavedListProps = {
  kind: SavedKind
  items: readonly SavedItem[]
  products: readonly Product[]
  onRemove: (item: SavedItem) => void
}

function SavedList({ kind, items, products, onRemove }: SavedListProps) {
  return (
    <section aria-labelledby={`saved-${kind}`}>
      <h2 id={`saved-${kind}`} className="text-subtitle">
        {TITLES[kind]}
      </h2>
      <ul className="mt-5 divide-y divide-line border-line border-y">
        {items.map((item) => {
          const product = products.find(({ id }) => id === item.productId)
          const name = product?.name ?? 'a product we no longer sell'
          return (
            <SavedItemRow key={item.productId} item={item} product={product}>
              {product && product.stock > 0 && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Move to cart: ${product.name}`}
                  onClick={() => {
                    addSeveralToCart(product, Math.min(item.quantity, product.stock))
                    onRemove(item)
                  }}
                >
                  Move to cart
                </Button>
              )}
              {product && product.stock <= 0 && (
                <Link
                  to="/product/$id"
                  params={{ id: String(product.id) }}
                  aria-label={`Tell me when it is back: ${product.name}`}
                  className={buttonClass({ variant: 'link' })}
                >
                  Tell me when it is back
                </Link>
              )}
              <IconButton
                label={`Remove ${name} from ${TITLES[kind]}`}
                onClick={() => onRemove(item)}
                className="-mr-3 ml-auto text-cocoa-600"
              >
                <X aria-hidden="true" strokeWidth={1.5} className="size-5" />
              </IconButton>
            </SavedItemRow>
          )
        })}
      </ul>
    </section>
  )
}
