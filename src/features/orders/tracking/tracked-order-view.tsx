import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { OrderTimeline, OrderTracking } from '#src/features/orders/fulfilment/order-tracking.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { buttonClass } from '#src/ui/forms/button.tsx'
import type { TrackedOrder, TrackedParcel } from './tracking.contract.ts'
import { trackedOrderQuery } from './tracking.queries.ts'
import { describeParcelDays, describeParcelState } from './tracking-sentences.ts'

/** What anybody with the link sees of an order: how far it is, and nothing about people or money. */
export function TrackedOrderView({ token }: { token: string }) {
  const { data: order } = useSuspenseQuery(trackedOrderQuery(token))
  const today = shopDay(new Date())
  return (
    <main className="wrap grid max-w-3xl gap-8 pt-10 pb-16 sm:pt-14 sm:pb-24">
      <header className="grid gap-3">
        <p className="break-all text-cocoa-600 text-small">Order {order.orderId}</p>
        {order.parcels.length === 0 ? (
          <ParcelState as="h1" parcel={order} today={today} />
        ) : (
          <h1 className="text-title">{order.parcels.length} parcels</h1>
        )}
      </header>
      {order.parcels.length > 0 && <Parcels parcels={order.parcels} today={today} />}
      <section className="grid gap-3">
        <h2 className="text-heading">What happened</h2>
        <OrderTimeline events={order.timeline} />
      </section>
      <Contents items={order.items} />
      <p className="max-w-[60ch] text-cocoa-600 text-small">
        This page shows no address and no price, so you can share it. It works until {formatDay(order.endsOn)}.{' '}
        <Link to="/orders" className="-my-3 inline-block py-3 underline underline-offset-4">
          Sign in
        </Link>{' '}
        for everything about your order, or{' '}
        <Link to="/contact" className="-my-3 inline-block py-3 underline underline-offset-4">
          write to us
        </Link>
        .
      </p>
    </main>
  )
}

type ParcelProps = { parcel: TrackedParcel; today: string }

function ParcelState({ parcel, today, as: Heading }: ParcelProps & { as: 'h1' | 'h3' }) {
  const days = describeParcelDays(parcel, today)
  return (
    <>
      <Heading className={Heading === 'h1' ? 'text-title' : 'font-semibold'}>
        {parcel.number !== null && `Parcel ${parcel.number}: `}
        {describeParcelState(parcel, today)}
      </Heading>
      {days && <p className={Heading === 'h1' ? 'text-lead' : 'text-small'}>{days}</p>}
      <OrderTracking order={parcel} />
    </>
  )
}

function Parcels({ parcels, today }: { parcels: TrackedOrder['parcels']; today: string }) {
  return (
    <ul className="divide-y divide-line border border-line bg-white">
      {parcels.map((parcel) => (
        <li key={parcel.number} className="grid gap-1 px-5 py-4">
          <ParcelState as="h3" parcel={parcel} today={today} />
        </li>
      ))}
    </ul>
  )
}

function Contents({ items }: Pick<TrackedOrder, 'items'>) {
  return (
    <section className="grid gap-3">
      <h2 className="text-heading">What is in it</h2>
      <ul className="grid gap-1">
        {items.map(({ name, quantity }) => (
          <li key={name}>{`${quantity} × ${name}`}</li>
        ))}
      </ul>
    </section>
  )
}

export function UnknownTrackingLink() {
  return (
    <main>
      <EmptyState
        as="h1"
        title="Tracking Link Not Found"
        text="This tracking link is not valid, or it has expired. Tracking links work for 90 days after the delivery."
        action={
          <Link to="/orders" className={buttonClass()}>
            Sign in to see your orders
          </Link>
        }
      />
    </main>
  )
}
