import { useQuery } from '@tanstack/react-query'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import { counted } from '#src/core/words.ts'
import { formatParcelNumber } from '#src/features/orders/fulfilment/packing-slips.ts'
import { DeliveryMethodBadge, OrderStatusBadge } from '#src/features/orders/order-status-badge.tsx'
import type { Order, OrderGroup } from '#src/features/orders/orders.contract.ts'
import { DeliveryProblemBadge } from '#src/features/orders/shipments/problems/delivery-problem-list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { AdminOrderDetails } from './admin-order-details.tsx'
import { adminOrderQuery } from './admin-orders.queries.ts'
import { HeatBadge } from './heat-badge.tsx'
import { OrderRowActions } from './order-row-actions.tsx'
import { OrderStatusSelect } from './order-status-select.tsx'

type AdminOrderRowProps = {
  order: Order
  isOpen: boolean
  onToggle: () => void
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onChooseAll: (ids: string[]) => void
}

export function AdminOrderRow({ order, isOpen, onToggle, isChosen, onChoose, onChooseAll }: AdminOrderRowProps) {
  const details = `details-${order.id}`
  return (
    <li className="[overflow-wrap:anywhere]">
      <article
        aria-label={`Order ${order.orderId}`}
        className="grid grid-cols-[auto_1fr_auto] gap-x-3 gap-y-3 p-4 lg:grid-cols-[auto_12rem_1.2fr_1.6fr_6.5rem_13rem] lg:gap-x-6"
      >
        <label className="-mt-2.5 -ml-2.5 grid size-11 cursor-pointer place-items-center">
          <span className="sr-only">Choose {order.orderId}</span>
          <input
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
            className="size-5 accent-cocoa-900"
          />
        </label>
        <div>
          <h3 className="font-sans font-semibold text-small tracking-normal">{order.orderId}</h3>
          <p className="text-cocoa-600 text-meta">{formatDayAndTime(order.createdAt)}</p>
          {order.shipOn && order.status === 'processing' && !order.packedAt && (
            <p className="text-meta">
              {order.deliveryMethod === 'pickup' ? 'Pack by' : 'Leaves'} {formatDay(order.shipOn)}
            </p>
          )}
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <OrderStatusBadge {...order} />
            <DeliveryMethodBadge {...order} isForPacking />
            <HeatBadge order={order} />
            {order.packedAt && order.status === 'processing' && <StatusBadge tone="ok">Packed</StatusBadge>}
            {order.group && (
              <StatusBadge tone="neutral">
                {isWholeOrder(order) ? counted(order.group.count, 'parcel') : formatParcelNumber(order.group)}
              </StatusBadge>
            )}
            <DeliveryProblemBadge {...order} />
            {order.gift && <StatusBadge tone="neutral">Gift</StatusBadge>}
          </div>
        </div>
        <p className="amount text-right lg:order-4">
          {formatAmount(isWholeOrder(order) ? order.group.total : order.total)}
        </p>
        <Customer order={order} />
        <Items order={order} />
        <div className="col-span-full flex flex-wrap items-center gap-x-5 gap-y-3 lg:order-5 lg:col-span-1 lg:grid">
          {!order.awaitingPayment && <OrderStatusSelect order={order} />}
          <OrderRowActions order={order} />
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={`${isOpen ? 'Hide' : 'View'} details of ${order.orderId}`}
            onClick={onToggle}
            className="justify-self-start text-small"
          >
            {isOpen ? 'Hide details' : 'View details'}
          </Button>
        </div>
      </article>
      <div id={details}>{isOpen && <Details id={order.id} onChooseAll={onChooseAll} />}</div>
    </li>
  )
}

/** An unpaid order to several people is one row: its first parcel stands for all. */
const isWholeOrder = (order: Order): order is Order & { group: OrderGroup } =>
  order.awaitingPayment && order.group?.number === 1

function Customer({ order }: { order: Order }) {
  const { customerName, customerPhone, shippingAddress: to, deliveryMethod } = order
  const receiver = `${to.firstName} ${to.lastName}`
  return (
    <div className="col-span-full text-small lg:order-2 lg:col-span-1">
      <p className="font-semibold">{customerName}</p>
      <p className="text-cocoa-600">
        {receiver !== customerName && `${order.gift ? 'Gift to' : 'To'} ${receiver}, `}
        {deliveryMethod === 'pickup' ? (
          'Picks it up at the studio'
        ) : (
          <>
            {`${to.city}, ${to.state} `}
            <span className="whitespace-nowrap">{to.pincode}</span>
          </>
        )}
      </p>
      <a
        href={`tel:${customerPhone}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 lg:min-h-8"
      >
        {formatMobile(customerPhone)}
      </a>
    </div>
  )
}

function Items({ order }: { order: Order }) {
  return (
    <ul className="col-span-full text-small lg:order-3 lg:col-span-1">
      {order.items.map((item) => (
        <li key={item.id}>
          {item.quantity} × {item.product.name}
        </li>
      ))}
      {order.notes && <li className="mt-1 line-clamp-3 font-voice text-cocoa-600 italic">“{order.notes}”</li>}
    </ul>
  )
}

type DetailsProps = { id: string } & Pick<AdminOrderRowProps, 'onChooseAll'>

function Details({ id, onChooseAll }: DetailsProps) {
  const { data: order } = useQuery(adminOrderQuery(id))
  return order ? <AdminOrderDetails order={order} onChooseAll={onChooseAll} /> : null
}
