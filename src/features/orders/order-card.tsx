import type { ReactNode } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import type { Order } from './orders.contract.ts'

/** One order of the shopper's. `action` is what can be done about it now. */
export function OrderCard({ order, action }: { order: Order; action?: ReactNode }) {
  const title = `order-${order.id}`
  return (
    <article aria-labelledby={title} className="border border-line bg-white">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-5 py-4 sm:px-7">
        <div>
          <h2 id={title} className="break-all font-sans font-semibold">
            {order.orderId}
          </h2>
          <p className="text-cocoa-600 text-small">
            <time dateTime={order.createdAt}>{formatDayAndTime(order.createdAt)}</time>
          </p>
        </div>
        <OrderStatusBadge {...order} />
      </header>
      <ul className="divide-y divide-line px-5 sm:px-7">
        {order.items.map((item) => (
          <OrderedItem key={item.id} item={item} />
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-between gap-4 border-line border-t px-5 py-4 sm:px-7">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-cocoa-600">Total</span>
          <Price rupees={order.total} exact className="text-lead" />
          <span className="text-cocoa-600 text-small">
            {order.shipping > 0 ? `with ${formatAmount(order.shipping)} for shipping` : 'shipped free'}
          </span>
        </p>
        {action}
      </footer>
    </article>
  )
}

function OrderedItem({ item }: { item: Order['items'][number] }) {
  return (
    <li className="grid grid-cols-[64px_1fr_auto] items-center gap-4 py-4">
      <Picture src={item.product.imageUrl} alt="" width={64} height={64} className="cut size-16 object-cover cut-10" />
      <div>
        <p className="font-display text-[1.0625rem] leading-tight">{item.product.name}</p>
        <p className="text-cocoa-600 text-small">
          {item.quantity} × <Price rupees={item.price} exact />
        </p>
      </div>
      <Price rupees={rupees(timesPaise(paiseFromRupees(item.price), item.quantity))} exact className="text-small" />
    </li>
  )
}
