import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { addressesQuery } from '#src/features/addresses/addresses.queries.ts'
import { userQuery } from '#src/features/auth/auth.queries.ts'
import { quoteQuery } from '#src/features/custom-orders/customer/quotes.queries.ts'
import { CartCheckout } from './checkout.tsx'

const QuoteCheckout = lazy(() =>
  import('#src/features/custom-orders/customer/quote-checkout.tsx').then((module) => ({
    default: module.QuoteCheckout,
  })),
)

const BulkRequest = lazy(() =>
  import('#src/features/custom-orders/bulk-form/bulk-request.tsx').then((module) => ({ default: module.BulkRequest })),
)

type CheckoutSearch = {
  /** The link of a quote. */
  quote?: string
  /** Asks for a price of this product, or of the `cart`. */
  ask?: string
}

/** Checks out the cart, or the quote whose link was opened, or asks for a quote. Visitors may ask. */
export const Route = createFileRoute('/checkout')({
  validateSearch: ({ quote, ask }: Record<string, unknown>): CheckoutSearch => ({
    ...(quote ? { quote: `${quote}` } : {}),
    ...(ask && !quote ? { ask: `${ask}` } : {}),
  }),
  beforeLoad: async ({ context: { queryClient }, location, search: { ask } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    if (!user && !ask) throw redirect({ to: '/login', search: { returnTo: location.href } })
    return { user }
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { quote, ask } }) => {
    if (ask) return
    await Promise.all([
      // Without them the customer types the address.
      queryClient.ensureQueryData(addressesQuery).catch(() => []),
      quote && queryClient.fetchQuery({ ...quoteQuery(quote), staleTime: 0 }),
    ])
  },
  head: ({ match }) => ({
    meta: [
      { title: `${titleOf(match.search)} · ${SHOP_NAME}` },
      // The link of a quote is secret.
      ...(match.search.quote ? [{ name: 'referrer', content: 'no-referrer' }] : []),
    ],
  }),
  component: CheckoutPage,
})

function titleOf({ quote, ask }: CheckoutSearch): string {
  if (ask) return 'Ask for a Price'
  return quote ? 'Your Quotation' : 'Checkout'
}

function CheckoutPage() {
  return (
    // Full height from the start, so that the footer does not move when the form loads.
    <main className="wrap min-h-svh pt-10 pb-16 sm:pt-14 sm:pb-24">
      <Suspense>
        <Content />
      </Suspense>
    </main>
  )
}

function Content() {
  const { user } = Route.useRouteContext()
  const { quote, ask } = Route.useSearch()
  if (ask) return <BulkRequest key={ask} ask={ask} user={user} />
  if (!user) return null
  return quote ? <QuoteCheckout key={quote} user={user} token={quote} /> : <CartCheckout user={user} />
}
