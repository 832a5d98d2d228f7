import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { PayNow } from '#src/features/checkout/payment-dialog/pay-now.tsx'
import type { Quote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { AcceptQuoteForm } from './accept-quote-form.tsx'
import { QuoteConversation } from './quote-conversation.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import { quoteQuery } from './quotes.queries.ts'

export function QuoteCheckout({ user, token }: { user: User; token: string }) {
  const { data: quote } = useSuspenseQuery(quoteQuery(token))
  if ('refusal' in quote) return <NoQuote title="Quotation not found" text={quote.refusal} />
  if (quote.state === 'closed')
    return (
      <NoQuote
        title="We cannot make this chocolate"
        text={quote.declinedBecause || `We are sorry: ${quote.reference} will not be made.`}
      />
    )
  return (
    <>
      <h1 className="text-title">Your Quotation</h1>
      <p className="mt-2 text-cocoa-600">{introOf(quote)}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[1fr_400px] lg:gap-16">
        <div className="lg:col-start-2 lg:row-start-1">
          <QuoteSummary quote={quote} />
        </div>
        <div className="grid min-w-0 gap-9 lg:col-start-1 lg:row-start-1">
          <NextStep quote={quote} user={user} token={token} />
          <QuoteConversation token={token} quote={quote} />
        </div>
      </div>
    </>
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

function introOf({ state, reference, validUntil }: Quote): string {
  const until = formatDayAndTime(validUntil)
  switch (state) {
    case 'open':
      return `${reference}, good until ${until}. Accept it by paying, or ask us first.`
    case 'expired':
      return `${reference} was good until ${until}. Ask us below for a new one.`
    default:
      return `${reference} is agreed. We are making your chocolate.`
  }
}

type NextStepProps = { quote: Quote; user: User; token: string }

function NextStep({ quote, user, token }: NextStepProps) {
  const [isMoving, setMoving] = useState(false)
  const queryClient = useQueryClient()
  const { state, order } = quote
  if (state !== 'open')
    return order ? (
      <div>
        <Link to="/orders" search={{ view: order.id }} className={buttonClass()}>
          See Your Order
        </Link>
      </div>
    ) : null
  if (!order || isMoving) return <AcceptQuoteForm quote={quote} user={user} token={token} />
  return (
    <section aria-labelledby="accepted" className="grid gap-4 border-line border-t pt-7">
      <h2 id="accepted" className="text-heading">
        You have accepted this quotation
      </h2>
      <p className="wrap-anywhere text-cocoa-600">Order {order.orderId} is waiting for your payment.</p>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <PayNow order={order} onPaid={() => void queryClient.invalidateQueries(quoteQuery(token))} />
        <Button variant="link" onClick={() => setMoving(true)}>
          Send it to another address
        </Button>
      </div>
    </section>
  )
}
