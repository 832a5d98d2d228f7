import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { useDeliveryChoice } from '#src/features/checkout/delivery/use-delivery-choice.ts'
import { useCheckoutForm } from '#src/features/checkout/form/use-checkout-form.ts'
import { PayNow } from '#src/features/checkout/payment-dialog/pay-now.tsx'
import type { Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { listProductIds } from '#src/features/orders/delivery/delivery.queries.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { useHydrated } from '#src/ui/deferred/use-hydrated.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { AcceptQuoteForm } from './accept-quote-form.tsx'
import { QuoteConversation } from './quote-conversation.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import { quoteQuery } from './quotes.queries.ts'

export function QuoteCheckout({ user, token }: { user: User; token: string }) {
  const { data: quote } = useSuspenseQuery(quoteQuery(token))
  const [isMoving, setMoving] = useState(false)
  if ('refusal' in quote) return <NoQuote title="Quotation not found" text={quote.refusal} />
  if (quote.state === 'closed')
    return (
      <NoQuote
        title={quote.bulk ? 'We cannot supply this order' : 'We cannot make this chocolate'}
        text={quote.declinedBecause || `We are sorry: ${quote.reference} will not be ${quote.bulk ? 'sent' : 'made'}.`}
      />
    )
  return (
    <>
      <h1 className="text-title">Your Quotation</h1>
      <p className="mt-2 text-cocoa-600">{introOf(quote)}</p>
      {quote.state === 'open' && (!quote.order || isMoving) ? (
        <OpenQuote quote={quote} user={user} token={token} />
      ) : (
        <Columns summary={<QuoteSummary quote={quote} />}>
          <NextStep quote={quote} token={token} onMove={() => setMoving(true)} />
          <QuoteConversation token={token} quote={quote} />
        </Columns>
      )}
    </>
  )
}

type OpenQuoteProps = { quote: Quote; user: User; token: string }

function OpenQuote(props: OpenQuoteProps) {
  if (useHydrated()) return <OpenQuoteForm {...props} />
  return (
    <Columns summary={<QuoteSummary quote={props.quote} />}>
      <Skeleton className="h-96" />
    </Columns>
  )
}

/** The total follows what the customer chooses about delivery. */
function OpenQuoteForm({ quote, user, token }: OpenQuoteProps) {
  const [refusal, setRefusal] = useState<string>()
  const form = useCheckoutForm(user, { isForSeveral: false, ...companyOf(quote) })
  const { readyOn, craftingDays, craftingMinutes, bulk } = quote
  const sent = bulk
    ? { products: listProductIds(bulk.lines.map(({ productId }) => productId)) }
    : { meltClass: quote.meltClass ?? undefined }
  const order = quote.order?.orderId
  const delivery = useDeliveryChoice(form, { readyOn, craftingDays, craftingMinutes, ...sent, order })
  const totals = calculateCartTotals([{ price: quote.price, quantity: 1 }], undefined, delivery.charged)
  const isArrivalShown = Boolean(delivery.choice?.window)
  return (
    <Columns summary={<QuoteSummary {...{ quote, totals, isArrivalShown }} isRefused={refusal !== undefined} />}>
      <AcceptQuoteForm {...{ quote, token, form, delivery, totals, refusal }} userId={user.id} onRefused={setRefusal} />
      <QuoteConversation token={token} quote={quote} />
    </Columns>
  )
}

function companyOf({ bulk }: Quote) {
  return bulk?.gstin ? { isCompany: true, companyName: bulk.company, buyerGstin: bulk.gstin } : {}
}

function Columns({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_400px] lg:gap-16">
      <div className="lg:col-start-2 lg:row-start-1">{summary}</div>
      <div className="grid min-w-0 gap-9 lg:col-start-1 lg:row-start-1">{children}</div>
    </div>
  )
}

function NoQuote({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      as="h1"
      title={title}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-4">
          <Link to="/orders" className={buttonClass()}>
            My Orders
          </Link>
          <Link to="/" hash="custom-chocolate" className={buttonClass({ variant: 'secondary' })}>
            Compose a Chocolate
          </Link>
        </div>
      }
    />
  )
}

function introOf({ state, reference, validUntil, bulk }: Quote): string {
  const until = formatDayAndTime(validUntil)
  switch (state) {
    case 'open':
      return `${reference}, good until ${until}. Accept it by paying, or ask us first.`
    case 'expired':
      return `${reference} was good until ${until}. Ask us below for a new one.`
    default:
      return `${reference} is agreed. We are ${bulk ? 'preparing your order' : 'making your chocolate'}.`
  }
}

type NextStepProps = { quote: Quote; token: string; onMove: () => void }

function NextStep({ quote, token, onMove }: NextStepProps) {
  const queryClient = useQueryClient()
  const { state, order } = quote
  if (!order) return null
  if (state !== 'open')
    return (
      <div>
        <Link to="/orders" search={{ view: order.id }} className={buttonClass()}>
          See Your Order
        </Link>
      </div>
    )
  return (
    <section aria-labelledby="accepted" className="grid gap-4 border-line border-t pt-7">
      <h2 id="accepted" className="text-heading">
        You have accepted this quotation
      </h2>
      <p className="wrap-anywhere text-cocoa-600">Order {order.orderId} is waiting for your payment.</p>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <PayNow order={order} onPaid={() => void queryClient.invalidateQueries(quoteQuery(token))} />
        <Button variant="link" onClick={onMove}>
          Change address or delivery
        </Button>
      </div>
    </section>
  )
}
