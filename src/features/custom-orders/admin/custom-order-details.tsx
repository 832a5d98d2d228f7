import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { isAgreed } from '#src/features/custom-orders/custom-order-options.ts'
import { CustomOrderStatusBadge } from '#src/features/custom-orders/custom-order-status-badge.tsx'
import type {
  ComposedOrderDetails,
  AdminCustomOrderDetails as CustomOrderPanel,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { CompositionSummary } from '#src/features/custom-orders/preview/composition-summary.tsx'
import { CopyForWhatsApp } from '#src/features/notifications/admin/copy-for-whatsapp.tsx'
import { CHANNEL_LABELS } from '#src/features/notifications/notifications.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CustomOrderHistory } from './custom-order-history.tsx'
import { CustomOrderStatusSelect } from './custom-order-status-select.tsx'
import { AnswerForm } from './quote/answer-form.tsx'
import { BulkQuoteForm } from './quote/bulk-quote-form.tsx'
import { BulkRequestFacts } from './quote/bulk-request-facts.tsx'
import { quoteChatText } from './quote/quote-chat-text.ts'
import { QuoteCountdown } from './quote/quote-countdown.tsx'
import { QuoteForm } from './quote/quote-form.tsx'

const DeclineDialog = lazy(() => import('./decline-dialog.tsx').then((module) => ({ default: module.DeclineDialog })))

export function CustomOrderDetails({ order }: { order: CustomOrderPanel }) {
  return (
    <article aria-labelledby="custom-order-number" className="grid gap-6">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h2 id="custom-order-number" className="amount text-subtitle">
          {order.orderId}
        </h2>
        {order.status === 'quote-pending' ? (
          <QuoteCountdown dueAt={order.dueAt} />
        ) : (
          <CustomOrderStatusBadge status={order.status} />
        )}
        <p className="w-full text-cocoa-600 text-small">
          Received on {formatDayAndTime(order.createdAt)}
          {order.status === 'quote-pending' && `, promised by ${formatDayAndTime(order.dueAt)}`}
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
        <Panel title={order.kind === 'bulk' ? 'Products' : 'Composition'}>
          {order.kind === 'bulk' ? (
            <BulkRequestFacts order={order} />
          ) : (
            <CompositionSummary composition={{ ...order, name: order.chocolateName }} />
          )}
          <Contact order={order} />
        </Panel>
        <div className="grid gap-6">
          <Panel title="Quote">
            {order.kind === 'composed' && <Suggestion suggestion={order.suggestion} />}
            {isAgreed(order.status) ? <AgreedPrice order={order} /> : <PriceForm order={order} />}
            <Sending order={order} />
            {order.status === 'quoted' && order.customerMobile !== '' && (
              <CopyForWhatsApp text={quoteChatText(order)} phone={order.customerMobile} />
            )}
          </Panel>
          {order.events.some(({ kind }) => kind === 'question') && order.customerEmail !== '' && (
            <Panel title={order.openQuestionAt ? 'Question from the customer' : 'Answered question'}>
              <AnswerForm order={order} />
            </Panel>
          )}
          <Panel title="Status">
            <CustomOrderStatusSelect order={order} />
            {!isAgreed(order.status) && order.status !== 'cancelled' && <Decline order={order} />}
          </Panel>
          <Panel title="What happened">
            <CustomOrderHistory order={order} />
          </Panel>
        </div>
      </div>
    </article>
  )
}

function PriceForm({ order }: { order: CustomOrderPanel }) {
  return order.kind === 'bulk' ? <BulkQuoteForm order={order} /> : <QuoteForm order={order} />
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-5 border border-line bg-white p-5 sm:p-7">
      <h3 className="text-heading">{title}</h3>
      {children}
    </section>
  )
}

function Contact({ order: { customerName, customerEmail, customerMobile } }: { order: CustomOrderPanel }) {
  if (customerEmail === '') return <p className="text-cocoa-600 text-small">The customer has deleted their account.</p>
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4 [overflow-wrap:anywhere]'
  return (
    <address className="grid border-line border-t pt-4 text-small not-italic">
      {customerName && <span className="font-semibold">{customerName}</span>}
      <a href={`mailto:${customerEmail}`} className={link}>
        {customerEmail}
      </a>
      <a href={`tel:${customerMobile}`} className={link}>
        {formatMobile(customerMobile)}
      </a>
    </address>
  )
}

/** Uses the estimate that the customer saw: prices may have changed since. */
function Suggestion({ suggestion: { lines, total } }: Pick<ComposedOrderDetails, 'suggestion'>) {
  return (
    <div className="bg-ivory p-4 text-small">
      <p className="mb-2 font-semibold">Suggested price</p>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {lines.map(({ label, times, amount }) => (
          <div key={label} className="contents">
            <dt>{times > 1 ? `${label} × ${times}` : label}</dt>
            <dd className="amount text-right">{formatPrice(amount)}</dd>
          </div>
        ))}
        <div className="col-span-2 mt-1 flex justify-between gap-4 border-line-strong/50 border-t pt-2">
          <dt className="font-semibold">Total</dt>
          <dd className="amount">{formatPrice(total)}</dd>
        </div>
      </dl>
    </div>
  )
}

function AgreedPrice({ order: { quotedPrice, adminNotes, order } }: { order: CustomOrderPanel }) {
  return (
    <div className="grid gap-1">
      <p>
        {quotedPrice === null ? 'Agreed without a quotation.' : 'Agreed for '}
        {quotedPrice !== null && <span className="amount">{formatPrice(quotedPrice)}</span>}
      </p>
      {adminNotes && <p className="wrap-anywhere whitespace-pre-line text-cocoa-600 text-small">{adminNotes}</p>}
      {order && (
        <p className="wrap-anywhere text-small">
          Paid as order{' '}
          <Link
            to="/admin"
            search={{ id: order.id }}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {order.orderId}
          </Link>
        </p>
      )}
    </div>
  )
}

function Sending({ order: { sentVia, unsent, validUntil, status, order } }: { order: CustomOrderPanel }) {
  if (sentVia.length === 0 && unsent.length === 0) return null
  return (
    <ul className="grid gap-1 border-line border-t pt-4 text-cocoa-600 text-small">
      {sentVia.map((channel) => (
        <li key={channel}>{CHANNEL_LABELS[channel]} sent</li>
      ))}
      {unsent.map(({ channel, isUndelivered }) => (
        <li key={channel} className="text-warn">
          {CHANNEL_LABELS[channel]} {isUndelivered ? 'not sent: please look at Messages' : 'waiting to be sent'}
        </li>
      ))}
      {status === 'quoted' && validUntil && <li>Valid until {formatDayAndTime(validUntil)}</li>}
      {status === 'quoted' && order && <li className="wrap-anywhere">Accepted, not paid yet: {order.orderId}</li>}
    </ul>
  )
}

function Decline({ order }: { order: CustomOrderPanel }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        Decline with reason
      </Button>
      {isOpen && (
        <Suspense>
          <DeclineDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
