import type { ReactNode } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { LabelLine } from '#src/features/catalog/food/diet-mark.tsx'
import { OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { Price } from '#src/ui/price.tsx'

type OrderCardProps = {
  order: Order
  actions?: ReactNode
  details: ReactNode
  isOpen: boolean
  onToggle: () => void
  /** Takes the focus on mount: the first order of a new page. */
  focusOnArrival?: boolean
}

export function OrderCard({ order, actions, details, isOpen, onToggle, focusOnArrival }: OrderCardProps) {
  const title = titleOf(order)
  return (
    <article aria-labelledby={title} className="border border-line bg-white">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b px-5 py-4 sm:px-7">
        <div>
          <h2 id={title} tabIndex={-1} className="break-all font-sans font-semibold">
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
            {order.shipping > 0 ? `includes ${formatAmount(order.shipping)} shipping` : 'shipped free'}
          </span>
        </p>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {actions}
          <Button
            variant="link"
            ref={focusOnArrival ? focus : undefined}
            aria-expanded={isOpen}
            aria-controls={`${title}-details`}
            aria-label={`${isOpen ? 'Hide' : 'View'} Details of ${order.orderId}`}
            onClick={onToggle}
          >
            {isOpen ? 'Hide Details' : 'View Details'}
          </Button>
        </div>
      </footer>
      <div id={`${title}-details`}>{details}</div>
    </article>
  )
}

const titleOf = ({ id }: Pick<Order, 'id'>) => `order-${id}`

/** Keeps the focus at the order when the pressed button disappears. */
export function focusOrder(order: Order): void {
  document.getElementById(titleOf(order))?.focus()
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

function OrderedItem({ item }: { item: Order['items'][number] }) {
  return (
    <li className="grid grid-cols-[64px_1fr_auto] items-center gap-4 py-4">
      <Picture src={item.product.imageUrl} alt="" width={64} height={64} className="cut size-16 object-cover cut-10" />
      <div>
        <p className="font-display text-[1.0625rem] leading-tight">{item.product.name}</p>
        <p className="text-cocoa-600 text-small">
          <LabelLine label={item.product} className="mr-3 inline-block" />
          {item.quantity} × <Price rupees={item.price} exact />
        </p>
      </div>
      <Price rupees={rupees(timesPaise(paiseFromRupees(item.price), item.quantity))} exact className="text-small" />
    </li>
  )
}
