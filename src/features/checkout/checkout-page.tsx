import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { userQuery } from '#src/features/account/account.queries.ts'
import { useLiveCart } from '#src/features/cart/use-live-cart.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Checkout } from './checkout.tsx'

export const Route = createFileRoute('/checkout')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (!user) throw redirect({ to: '/login', search: { returnTo: '/checkout' } })
    return { user }
  },
  head: () => ({ meta: [{ title: `Checkout · ${SHOP_NAME}` }] }),
  component: CheckoutPage,
})

function CheckoutPage() {
  const { user } = Route.useRouteContext()
  const lines = useLiveCart()
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      {lines?.length === 0 ? (
        <NoItems />
      ) : (
        <>
          <h1 className="text-title">Checkout</h1>
          {lines ? <Checkout key={user.id} user={user} lines={lines} /> : <FormToCome />}
        </>
      )}
    </main>
  )
}

function NoItems() {
  return (
    <EmptyState
      as="h1"
      title="No Items to Checkout"
      text="Your cart is empty. Choose something first, then pay here with any UPI app."
      action={
        <Link to="/products" className={buttonClass()}>
          Continue Shopping
        </Link>
      }
    />
  )
}

function FormToCome() {
  return (
    <div className="mt-8 grid gap-6" aria-busy="true">
      <p className="sr-only">The checkout is being opened.</p>
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  )
}
