import { showToast } from '#src/browser/toast-store.ts'
import type { CartLine } from '#src/features/cart/cart-lines.ts'
import { useCart } from '#src/features/cart/cart-store.ts'
import { useSavedItems } from './use-saved-items.ts'

/** Takes lines out of the cart and puts them aside, with a way back in the notice. */
export function useSaveForLater() {
  const { saved, keep, forget } = useSavedItems()
  return (lines: readonly CartLine[]) => {
    const items = lines.map(({ productId, quantity }) => ({ productId, quantity, kind: 'later' as const }))
    const before = saved.filter(
      (item) => item.kind === 'later' && lines.some((line) => line.productId === item.productId),
    )
    const { removeOrdered, add } = useCart.getState()
    keep(items)
    removeOrdered(items)

    function undo() {
      forget(items)
      if (before.length > 0) keep(before)
      for (const { productId, productName, quantity, ...line } of lines)
        add({ id: productId, name: productName, ...line }, quantity)
    }
    showToast({
      title: 'Saved for Later',
      description: `${namesOf(lines)} ${lines.length === 1 ? 'waits' : 'wait'} under your cart.`,
      action: { label: 'Undo', act: undo },
    })
  }
}

function namesOf(lines: readonly CartLine[]): string {
  const [first] = lines
  return lines.length === 1 && first ? first.productName : `${lines.length} products`
}
