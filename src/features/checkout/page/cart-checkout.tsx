import { Link } from '@tanstack/react-router'
import type { User } from '#src/features/auth/auth.contract.ts'
import { usePricedCart } from '#src/features/cart/use-priced-cart.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Checkout } from './checkout.tsx'

export function CartCheckout({ user }: { user: User }) {
  const lines = usePricedCart()
  if (lines?.length === 0) return <NoItems />
  return (
    <>
      <h1 className="text-title">Checkout</h1>
      {lines ? <Checkout key={user.id} user={user} lines={lines} /> : <FormSkeleton />}
    </>
  )
}

function NoItems() {
  return (
    <EmptyState
      as="h1"
      title="No Items to Checkout"
      picture="/pictures/gift-box.webp"
      text="Your cart is empty. Choose something first, then pay here with any UPI app."
      action={
        <Link to="/products" className={buttonClass()}>
          Continue Shopping
        </Link>
      }
    />
  )
}

function FormSkeleton() {
  return (
    <div className="mt-8 grid gap-6" aria-busy="true">
      <p className="sr-only">Loading the checkout.</p>
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
