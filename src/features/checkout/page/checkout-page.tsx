import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { userQuery } from '#src/features/auth/auth.queries.ts'
import { quoteQuery } from '#src/features/custom-orders/customer/quotes.queries.ts'
import { CartCheckout } from './checkout.tsx'

const QuoteCheckout = lazy(() =>
  import('#src/features/custom-orders/customer/quote-checkout.tsx').then((module) => ({
    default: module.QuoteCheckout,
  })),
)

/** Checks out the cart, or the quote whose link was opened. */
export const Route = createFileRoute('/checkout')({
  validateSearch: ({ quote }: Record<string, unknown>): { quote?: string } =>
    typeof quote === 'string' && quote !== '' ? { quote } : {},
  beforeLoad: async ({ context: { queryClient }, search: { quote } }) => {
    const user = await queryClient.ensureQueryData(userQuery)
    const returnTo = quote ? `/checkout?quote=${encodeURIComponent(quote)}` : '/checkout'
    if (!user) throw redirect({ to: '/login', search: { returnTo } })
    return { user }
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { quote } }) =>
    quote ? queryClient.fetchQuery({ ...quoteQuery(quote), staleTime: 0 }) : null,
  head: ({ match }) => ({
    meta: [
      { title: `${match.search.quote ? 'Your Quotation' : 'Checkout'} · ${SHOP_NAME}` },
      // The link of a quote is secret.
      ...(match.search.quote ? [{ name: 'referrer', content: 'no-referrer' }] : []),
    ],
  }),
  component: CheckoutPage,
})

function CheckoutPage() {
  const { user } = Route.useRouteContext()
  const { quote } = Route.useSearch()
  return (
    <main className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
      {quote ? (
        <Suspense>
          <QuoteCheckout key={quote} user={user} token={quote} />
        </Suspense>
      ) : (
        <CartCheckout user={user} />
      )}
    </main>
  )
}
