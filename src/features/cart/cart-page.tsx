import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { SavedItemsSection } from '#src/features/cart/saved-items/saved-items-section.tsx'
import { useSaveForLater } from '#src/features/cart/saved-items/use-save-for-later.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { CartPageLine } from './cart-page-line.tsx'
import { useCart } from './cart-store.ts'
import { CartSummary } from './cart-summary.tsx'
import { type PricedCartLine, usePricedCart } from './priced-cart.ts'

export const Route = createFileRoute('/cart')({
  head: () => ({ meta: [{ title: `Cart · ${SHOP_NAME}` }] }),
  component: CartPage,
})

function CartPage() {
  const lines = usePricedCart()
  return (
    // Full height from the start, so that the footer does not move when the lines load.
    <main className="wrap min-h-svh pt-10 pb-16 sm:pt-14 sm:pb-24">
      {lines?.length === 0 ? <EmptyCart /> : <FilledCart lines={lines} />}
    </main>
  )
}

function EmptyCart() {
  return (
    <>
      <EmptyState
        as="h1"
        title="Your Cart is Empty"
        picture="/pictures/gift-box.webp"
        text="Pick a bar, a box or a jewel from the studio; it will be waiting here."
        action={
          <Link to="/products" className={buttonClass()}>
            Continue Shopping
          </Link>
        }
      />
      <div className="mx-auto grid max-w-3xl gap-14">
        <SavedItemsSection />
      </div>
    </>
  )
}

function FilledCart({ lines }: { lines: PricedCartLine[] | undefined }) {
  return (
    <>
      <h1 className="text-title">Your Cart</h1>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_1fr] lg:gap-y-14">
        {lines ? <Lines lines={lines} /> : <LinesSkeleton />}
        {lines && <CartSummary lines={lines} />}
        <div className="grid gap-14 empty:hidden">
          <SavedItemsSection />
        </div>
      </div>
    </>
  )
}

function Lines({ lines }: { lines: PricedCartLine[] }) {
  const clear = useCart((cart) => cart.clear)
  const saveForLater = useSaveForLater()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const chosen = lines.filter((line) => ticked.includes(line.productId))

  function tick(productId: number, isTicked: boolean) {
    setTicked((before) => (isTicked ? [...before, productId] : before.filter((id) => id !== productId)))
  }
  function saveChosen() {
    saveForLater(chosen.length > 0 ? chosen : lines)
    setTicked([])
  }
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line) => (
          <CartPageLine
            key={line.productId}
            line={line}
            isTicked={ticked.includes(line.productId)}
            onTick={(isTicked) => tick(line.productId, isTicked)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Link to="/products" className={buttonClass({ variant: 'link' })}>
          Continue Shopping
        </Link>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" onClick={saveChosen}>
            Save for Later{chosen.length === 0 && lines.length > 1 && ' (all)'}
          </Button>
          <Button variant="secondary" size="small" onClick={clear}>
            Clear Cart
          </Button>
        </div>
      </div>
    </div>
  )
}

function LinesSkeleton() {
  return (
    <div className="grid gap-6" aria-busy="true">
      <p className="sr-only">Loading your cart.</p>
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}
