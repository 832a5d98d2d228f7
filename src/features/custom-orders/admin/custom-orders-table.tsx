import { Link } from '@tanstack/react-router'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { counted } from '#src/core/words.ts'
import {
  FLAVOR_NAMES,
  INGREDIENT_NAMES,
  PACKAGING_NAMES,
  SHAPE_NAMES,
} from '#src/features/custom-orders/custom-order-options.ts'
import type { AdminCustomOrder } from '#src/features/custom-orders/custom-orders.contract.ts'
import { buttonClass } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { CustomOrderStatusSelect } from './custom-order-status-select.tsx'
import { QuoteCountdown } from './quote/quote-countdown.tsx'

const HEADINGS = ['Order', 'Customer', 'Wanted', 'Quote', 'Status']

export function CustomOrdersTable({ orders, empty }: { orders: readonly AdminCustomOrder[]; empty: string }) {
  if (orders.length === 0) return <p className="border border-line bg-white p-6 text-cocoa-600">{empty}</p>
  return (
    <table className="block w-full border border-line bg-white lg:table lg:table-fixed">
      <caption className="sr-only">Custom orders</caption>
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr className="border-line border-b text-left text-cocoa-600 text-meta">
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="px-4 py-3 font-medium first:w-[15%] last:w-[19%]">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line lg:table-row-group">
        {orders.map((order) => (
          <CustomOrderRow key={order.id} order={order} />
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'min-w-0 lg:px-4 lg:py-4 lg:align-top'

function CustomOrderRow({ order }: { order: AdminCustomOrder }) {
  return (
    <tr className="grid gap-3 p-4 lg:table-row lg:p-0">
      <td className={CELL}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link
            to="/admin/custom-orders"
            search={(now) => ({ ...now, id: order.id })}
            className="amount -my-2 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-gold-700"
          >
            {order.orderId}
          </Link>
          {order.status === 'quote-pending' && <QuoteCountdown dueAt={order.dueAt} />}
        </div>
        <time dateTime={order.createdAt} className="text-cocoa-600 text-meta">
          {formatDayAndTime(order.createdAt)}
        </time>
      </td>
      <td className={`${CELL} text-small [overflow-wrap:anywhere]`}>
        {order.customerName && <p className="font-semibold">{order.customerName}</p>}
        <p className={order.customerName ? 'text-cocoa-600' : ''}>{order.customerEmail || 'Deleted account'}</p>
        <p className="text-cocoa-600">{formatMobile(order.customerMobile)}</p>
      </td>
      <td className={`${CELL} text-small [overflow-wrap:anywhere]`}>
        {order.kind === 'bulk' ? <Products order={order} /> : <Chocolate order={order} />}
      </td>
      <td className={`${CELL} text-small [overflow-wrap:anywhere]`}>
        <QuoteCell order={order} />
      </td>
      <td className={CELL}>
        <CustomOrderStatusSelect order={order} />
      </td>
    </tr>
  )
}

type OfKind<Kind> = Extract<AdminCustomOrder, { kind: Kind }>

const SHOWN_LINES = 3

function Products({ order: { lines, company, neededBy } }: { order: OfKind<'bulk'> }) {
  const more = lines.length - SHOWN_LINES
  return (
    <>
      {company && <p className="font-semibold">{company}</p>}
      {lines.slice(0, SHOWN_LINES).map(({ productId, name, quantity }) => (
        <p key={productId}>
          {quantity.toLocaleString('en-IN')} × {name}
        </p>
      ))}
      {more > 0 && <p className="text-cocoa-600">and {counted(more, 'more product', 'more products')}</p>}
      {neededBy && <p className="font-semibold">Needed by {formatDay(neededBy)}</p>}
    </>
  )
}

function Chocolate({ order }: { order: OfKind<'composed'> }) {
  const { chocolateName, flavor, concentration, shape, packaging, quantity, ingredients, neededBy, message } = order
  return (
    <>
      {chocolateName && <p className="font-semibold">{chocolateName}</p>}
      <p>
        {quantity.toLocaleString('en-IN')} × {FLAVOR_NAMES[flavor]} {concentration} %, {SHAPE_NAMES[shape]},{' '}
        {PACKAGING_NAMES[packaging]}
      </p>
      {ingredients.length > 0 && (
        <p className="text-cocoa-600">{ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ')}</p>
      )}
      {neededBy && <p className="font-semibold">Needed by {formatDay(neededBy)}</p>}
      {message && <p className="line-clamp-2 font-voice text-cocoa-600 italic">“{message}”</p>}
    </>
  )
}

function QuoteCell({ order }: { order: AdminCustomOrder }) {
  const { quotedPrice, adminNotes, validUntil, status, openQuestionAt } = order
  return (
    <div className="grid justify-items-start gap-1">
      {quotedPrice === null ? (
        <p className="text-cocoa-600">{status === 'cancelled' ? 'Not priced' : 'Not priced yet'}</p>
      ) : (
        <p className="amount">{formatPrice(quotedPrice)}</p>
      )}
      {status === 'quote-pending' && (
        <Link
          to="/admin/custom-orders"
          search={(now) => ({ ...now, id: order.id })}
          aria-label={`Price it: ${order.orderId}`}
          className={buttonClass({ size: 'small' })}
        >
          Price it
        </Link>
      )}
      {status === 'quoted' && validUntil && (
        <p className="text-cocoa-600 text-meta">until {formatDayAndTime(validUntil)}</p>
      )}
      {adminNotes && <p className="line-clamp-2 text-cocoa-600">{adminNotes}</p>}
      {openQuestionAt && <StatusBadge tone="warn">Question</StatusBadge>}
    </div>
  )
}
