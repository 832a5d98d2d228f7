import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { foodDeclarationText } from '#src/features/custom-orders/composition-food.ts'
import {
  FLAVOR_NAMES,
  INGREDIENT_NAMES,
  OCCASION_NAMES,
  PACKAGING_NAMES,
  SHAPE_NAMES,
} from '#src/features/custom-orders/custom-order-options.ts'
import { CustomOrderStatusBadge } from '#src/features/custom-orders/custom-order-status-badge.tsx'
import type { CustomerRequest } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { Price } from '#src/ui/price.tsx'
import { Note, QuestionThread } from './quote-conversation.tsx'

export function CustomerRequests({ requests }: { requests: CustomerRequest[] }) {
  return (
    <section aria-labelledby="own-requests" className="mt-8">
      <h2 id="own-requests" className="text-heading">
        {requests.some(({ lines }) => lines) ? 'Your requests' : 'Custom chocolates'}
      </h2>
      <ul className="mt-5 grid max-w-4xl gap-6">
        {requests.map((request) => (
          <li key={request.reference}>
            <RequestCard request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RequestCard({ request }: { request: CustomerRequest }) {
  const { reference, status, createdAt, neededBy, composition, lines, notes, declinedBecause, conversation } = request
  const title = `request-${reference}`
  return (
    <article aria-labelledby={title} className="border border-line bg-white">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-5 py-4 sm:px-7">
        <div>
          <h3 id={title} className="font-sans font-semibold">
            {reference}
          </h3>
          <p className="text-cocoa-600 text-small">
            Requested <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
          </p>
        </div>
        <CustomOrderStatusBadge status={status} />
      </header>
      <div className="grid gap-4 px-5 py-4 sm:px-7">
        <div>
          {composition && <Composition composition={composition} />}
          {lines?.map(({ productId, name, quantity }) => (
            <p key={productId} className="font-display text-[1.0625rem] leading-tight">
              {quantity.toLocaleString('en-IN')} × {name}
            </p>
          ))}
          {neededBy && <p className="mt-1 text-small">Needed by {formatDay(neededBy)}</p>}
        </div>
        <p className="text-small">
          <StatusText request={request} />
        </p>
        {notes && <Note title="A note from our studio" text={notes} />}
        {declinedBecause && (
          <Note title={lines ? 'Why we cannot supply it' : 'Why we cannot make it'} text={declinedBecause} />
        )}
        <QuestionThread conversation={conversation} />
      </div>
      <RequestFooter request={request} />
    </article>
  )
}

function Composition({ composition }: { composition: Composed }) {
  return (
    <>
      <p className="font-display text-[1.0625rem] leading-tight">{nameOf(composition)}</p>
      <p className="mt-1 text-cocoa-600 text-small">{detailsOf(composition)}</p>
      <p className="mt-1 text-cocoa-600 text-small">{foodDeclarationText(composition)}</p>
    </>
  )
}

function StatusText({ request: { status, dueAt, isLate, quotation, lines } }: { request: CustomerRequest }): ReactNode {
  if (status === 'quote-pending')
    return isLate ? (
      <>
        We promised your quotation by {formatTime(dueAt)} and are late. We are sorry: it will come by e-mail as soon as
        it is priced.
      </>
    ) : (
      <>Your quotation comes by {formatTime(dueAt)}. It will appear here too.</>
    )
  if (status === 'quoted' && quotation?.state === 'open')
    return <>Your quotation is good until {formatTime(quotation.validUntil)}.</>
  if (status === 'quoted' && quotation?.state === 'expired')
    return <>Your quotation was good until {formatTime(quotation.validUntil)}. Ask us for a new one on its page.</>
  return lines ? SAID_OF_PRODUCTS[status] : SAID[status]
}

const SAID_OF_PRODUCTS: Record<CustomerRequest['status'], string> = {
  'quote-pending': '',
  quoted: 'Your quotation is ready.',
  confirmed: 'Agreed and paid. Your order shows when we send it.',
  'in-production': 'We are preparing it.',
  completed: 'It is ready.',
  cancelled: 'It will not be sent.',
}

const SAID: Record<CustomerRequest['status'], string> = {
  'quote-pending': '',
  quoted: 'Your quotation is ready.',
  confirmed: 'Agreed. We are starting on it.',
  'in-production': 'We are making it.',
  completed: 'It is ready.',
  cancelled: 'It will not be made.',
}

const formatTime = (at: string) => (
  <time dateTime={at} className="whitespace-nowrap font-semibold">
    {formatDayAndTime(at)}
  </time>
)

function RequestFooter({ request: { reference, status, quotation, order } }: { request: CustomerRequest }) {
  if (!quotation && !order) return null
  return (
    <footer className="flex flex-wrap items-center justify-between gap-4 border-line border-t px-5 py-4 sm:px-7">
      {quotation && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-cocoa-600">Total</span>
          <Price rupees={quotation.total} exact className="text-lead" />
          <span className="text-cocoa-600 text-small">
            {quotation.shipping > 0 ? `includes ${formatAmount(quotation.shipping)} shipping` : 'shipped free'}
          </span>
        </p>
      )}
      {status === 'quoted' && quotation ? (
        <Link
          to="/checkout"
          search={{ quote: reference }}
          className={buttonClass()}
          aria-label={`See Quotation ${reference}`}
        >
          See Quotation
        </Link>
      ) : (
        order && (
          <Link to="/orders" search={{ view: order.id }} className={buttonClass({ variant: 'secondary' })}>
            See Your Order
          </Link>
        )
      )}
    </footer>
  )
}

type Composed = NonNullable<CustomerRequest['composition']>

function nameOf({ flavor, concentration, shape, quantity }: Composed): string {
  return `${FLAVOR_NAMES[flavor]} ${concentration} %, ${SHAPE_NAMES[shape]}, ${counted(quantity, 'piece')}`
}

function detailsOf({ ingredients, packaging, occasion }: Composed): string {
  const inside = ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ')
  const parts = [
    inside && `With ${inside}`,
    `${PACKAGING_NAMES[packaging]} packaging`,
    occasion && OCCASION_NAMES[occasion],
  ]
  return parts.filter(Boolean).join(' · ')
}
