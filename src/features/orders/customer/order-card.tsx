import type { ReactNode } from 'react'
import { formatDayAndTime, shopDay } from '#src/core/dates.ts'
import { formatAmount, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { joinNames } from '#src/core/words.ts'
import { LabelLine } from '#src/features/catalog/food/diet-mark.tsx'
import { isHeldForHeat } from '#src/features/orders/order-status.ts'
import { DeliveryMethodBadge, OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { summarizeParcels } from '#src/features/orders/parcel-map/parcel-states.ts'
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
          {isHeldForHeat(order, shopDay(new Date())) && <p className="text-small">Waits for cooler weather</p>}
          {order.group && (
            <p className="text-small">
              {[`To ${order.group.count} people`, summarizeParcels(order.group.statuses)].filter(Boolean).join(': ')}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-1.5">
          <DeliveryMethodBadge {...order} />
          <OrderStatusBadge {...order} />
        </div>
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
          <span className="text-cocoa-600 text-small">{deliveryCosts(order)}</span>
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

function deliveryCosts({ shipping, coolPack, giftWrap, deliveryMethod, isReplacement }: Order): string {
  if (isReplacement) return 'a replacement, at no cost'
  if (deliveryMethod === 'pickup')
    return shipping > 0 ? `includes ${formatAmount(shipping)} for pickup` : 'pickup is free'
  const parts = [
    shipping > 0 && `${formatAmount(shipping)} shipping`,
    coolPack > 0 && `${formatAmount(coolPack)} for a cool pack`,
    giftWrap > 0 && `${formatAmount(giftWrap)} for gift wrapping`,
  ].filter((part) => part !== false)
  const included = joinNames(parts)
  if (shipping > 0) return `includes ${included}`
  return included ? `shipped free, includes ${included}` : 'shipped free'
}

const titleOf = ({ id }: Pick<Order, 'id'>) => `order-${id}`

/** Keeps the focus at the order when the pressed button disappears. */
export function focusOrder(order: Pick<Order, 'id'>): void {
  document.getElementById(titleOf(order))?.focus()
}

export function focusParcel({ id }: Pick<Order, 'id'>): void {
  document.getElementById(`parcel-${id}`)?.focus()
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
          <span className="whitespace-nowrap">
            {item.quantity} × <Price rupees={item.price} exact />
          </span>
        </p>
      </div>
      <Price rupees={rupees(timesPaise(paiseFromRupees(item.price), item.quantity))} exact className="text-small" />
    </li>
  )
}
