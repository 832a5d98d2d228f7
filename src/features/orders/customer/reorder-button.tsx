import { useMutation } from '@tanstack/react-query'
import { showToast } from '#src/browser/toast-store.ts'
import { formatPrice } from '#src/core/money.ts'
import { useCart } from '#src/features/cart/cart-store.ts'
import type { Order, Reorder } from '#src/features/orders/orders.contract.ts'
import { requestReorder } from '#src/features/orders/orders.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'

export function ReorderButton({ order }: { order: Order }) {
  const { mutate, isPending } = useMutation({
    ...requestReorder,
    onSuccess: (plan) => fillCart(plan, order.group !== null),
  })
  const text = order.group ? 'Reorder One Parcel' : 'Reorder'
  return (
    <Button
      variant="secondary"
      size="small"
      pending={isPending}
      onClick={() => mutate(order.id)}
      aria-label={`${text} ${order.orderId}`}
    >
      {text}
    </Button>
  )
}

const HINT = 'This is one parcel. You can send it to several people at checkout.'

function fillCart({ added, changed, skipped }: Reorder, isOneOfSeveral: boolean): void {
  const { add } = useCart.getState()
  const lines = added.map(({ productId, quantity, ...product }) => ({
    name: product.name,
    maxPerOrder: product.maxPerOrder,
    missing: quantity - add({ id: productId, ...product }, quantity),
    quantity,
  }))
  const pieces = lines.reduce((sum, { quantity, missing }) => sum + quantity - missing, 0)
  showToast({
    title: pieces > 0 ? 'Added to cart!' : 'Nothing added',
    description: [reorderText(pieces, { changed, skipped: [...skipped, ...fullLines(lines)] }), isOneOfSeveral && HINT]
      .filter(Boolean)
      .join('. '),
  })
}

type Filled = { name: string; missing: number; maxPerOrder: number }

/** Items that exceed the limit of one order. */
function fullLines(lines: readonly Filled[]) {
  return lines
    .filter(({ missing }) => missing > 0)
    .map(({ name, maxPerOrder }) => ({ name, reason: `at most ${maxPerOrder} in one order` }))
}

type Differences = {
  changed: readonly { name: string; was: number; now: number }[]
  skipped: readonly { name: string; reason: string }[]
}

/** For example: 3 added · Rose Truffle sold out · Sea Salt Bar now ₹260 (was ₹240). */
export function reorderText(addedPieces: number, { changed, skipped }: Differences): string {
  return [
    ...(addedPieces > 0 ? [`${addedPieces} added`] : []),
    ...skipped.map(({ name, reason }) => `${name} ${reason}`),
    ...changed.map(({ name, now, was }) => `${name} now ${formatPrice(now)} (was ${formatPrice(was)})`),
  ].join(' · ')
}
