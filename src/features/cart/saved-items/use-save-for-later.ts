import { showToast } from '#src/browser/toast-store.ts'
import type { CartLine } from '#src/features/cart/cart-store.ts'
import { useCart } from '#src/features/cart/cart-store.ts'
import { useSavedItems } from './use-saved-items.ts'

export function useSaveForLater() {
  const { saved, save, remove } = useSavedItems()
  return (lines: readonly CartLine[]) => {
    const items = lines.map(({ productId, quantity }) => ({ productId, quantity, kind: 'later' as const }))
    const before = saved.filter(
      (item) => item.kind === 'later' && lines.some((line) => line.productId === item.productId),
    )
    const { removeOrdered, add } = useCart.getState()
    save(items)
    removeOrdered(items)

    function undo() {
      remove(items)
      if (before.length > 0) save(before)
      for (const { productId, productName, quantity, ...line } of lines)
        add({ id: productId, name: productName, ...line }, quantity)
    }
    showToast({
      title: 'Saved for Later',
      description: `${listNames(lines)} ${lines.length === 1 ? 'is' : 'are'} now on the cart page.`,
      action: { label: 'Undo', act: undo },
    })
  }
}

function listNames(lines: readonly CartLine[]): string {
  const [first] = lines
  return lines.length === 1 && first ? first.productName : `${lines.length} products`
}
