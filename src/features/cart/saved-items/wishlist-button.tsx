import Heart from 'lucide-react/icons/heart'
import { showToast } from '#src/browser/toast-store.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { isSameSavedItem } from './saved-items.ts'
import { useSavedItems } from './use-saved-items.ts'

export function WishlistButton({ product }: { product: Pick<Product, 'id' | 'name'> }) {
  const { saved, save, remove } = useSavedItems()
  const wish = { productId: product.id, quantity: 1, kind: 'wish' as const }
  const isWished = saved.some((item) => isSameSavedItem(item, wish))

  function toggle() {
    if (isWished) remove([wish])
    else save([wish])
    showToast(
      isWished
        ? { title: 'Removed from your wishlist' }
        : { title: 'Added to your wishlist', description: `You find ${product.name} on the cart page.` },
    )
  }
  return (
    <button
      type="button"
      aria-pressed={isWished}
      onClick={toggle}
      className="group flex min-h-11 items-center gap-2 font-medium transition-colors duration-150 ease-house hover:text-ruby-700"
    >
      <Heart strokeWidth={1.5} className="size-5 group-aria-pressed:fill-ruby-700 group-aria-pressed:text-ruby-700" />
      Wishlist
    </button>
  )
}
