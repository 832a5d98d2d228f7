import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COURIER_TITLES } from '#src/core/couriers.ts'
import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { hasLeft } from '#src/features/couriers/shipment-states.ts'
import { Button, buttonClass } from '#src/ui/forms/button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { BookParcelForm } from './book-parcel-form.tsx'
import { SCAN_WORDS } from './courier-sentences.ts'
import { DeliveryProblemList } from './problems/delivery-problem-list.tsx'
import { findTrouble } from './problems/delivery-problems.ts'
import type { AdminShipment, Shipment } from './shipments.contract.ts'
import { courierProblem, endShipment, labelPath, requestPickup, shipmentQuery } from './shipments.queries.ts'

type ShipmentPanelProps = { orderId: string; canBeBooked: boolean }

export function ShipmentPanel({ orderId, canBeBooked }: ShipmentPanelProps) {
  const { data, error } = useQuery(shipmentQuery(orderId))
  if (error) return <ErrorNote>{courierProblem(error)}</ErrorNote>
  if (!data) return <p className="text-cocoa-600 text-small">Looking up the booking…</p>
  const { shipment, problem, problems, grams } = data
  return (
    <div className="grid gap-5">
      <DeliveryProblemList problems={problems} />
      {shipment?.awb ? (
        <Booked orderId={orderId} shipment={shipment} awb={shipment.awb} />
      ) : (
        <NotBooked {...{ orderId, canBeBooked, shipment, problem, grams }} />
      )}
    </div>
  )
}

type NotBookedProps = ShipmentPanelProps & Pick<AdminShipment, 'shipment' | 'problem' | 'grams'>

function NotBooked({ orderId, canBeBooked, shipment, problem, grams }: NotBookedProps) {
  return (
    <>
      {shipment?.lastError && <ErrorNote>{shipment.lastError}</ErrorNote>}
      {problem && (canBeBooked || shipment) && <ErrorNote>{problem}</ErrorNote>}
      {!problem && canBeBooked && <BookParcelForm orderId={orderId} grams={shipment?.grams ?? grams} />}
      {shipment && <EndButton orderId={orderId} label="Give up this booking" />}
    </>
  )
}

type BookedProps = { orderId: string; shipment: Shipment; awb: string }

function Booked({ orderId, shipment, awb }: BookedProps) {
  const { courier, rateName, charge, state, page, grams } = shipment
  const facts = [rateName, `${grams} g`, charge !== null && formatAmount(charge)].filter((fact) => fact !== false)
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="font-semibold">{COURIER_TITLES[courier]}</span>
          <StatusBadge tone={findTrouble(state) ? 'err' : state === 'delivered' ? 'ok' : 'info'}>
            {SCAN_WORDS[state]}
          </StatusBadge>
        </p>
        <p className="text-small [overflow-wrap:anywhere]">
          {'AWB '}
          {page ? (
            <a href={page} target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
              {awb}
            </a>
          ) : (
            <span className="font-semibold">{awb}</span>
          )}
        </p>
        <p className="text-cocoa-600 text-small">{facts.join(' · ')}</p>
      </div>
      <Steps orderId={orderId} shipment={shipment} />
      {shipment.scans.length > 0 && (
        <ol className="grid gap-2 text-small">
          {shipment.scans.map((scan) => (
            <li key={`${scan.at} ${scan.state}`} className="flex flex-wrap gap-x-3">
              <span className="font-semibold">{SCAN_WORDS[scan.state]}</span>
              <time dateTime={scan.at} className="text-cocoa-600">
                {formatDayAndTime(scan.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Steps({ orderId, shipment: { state, pickupOn } }: Omit<BookedProps, 'awb'>) {
  const pickup = useMutation(requestPickup)
  const isHere = !hasLeft(state)
  const isOver = state === 'returned' || state === 'lost'
  return (
    <div className="grid gap-3">
      {isHere && pickupOn && <p className="text-small">Pickup requested for {formatDay(pickupOn)}.</p>}
      <div className="flex flex-wrap gap-3">
        <a
          href={labelPath(orderId)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Print label
        </a>
        {isHere && (
          <Button variant="secondary" size="small" pending={pickup.isPending} onClick={() => pickup.mutate(orderId)}>
            {pickupOn ? 'Request pickup again' : 'Request pickup'}
          </Button>
        )}
      </div>
      {pickup.error && <ErrorNote>{courierProblem(pickup.error)}</ErrorNote>}
      {isHere && <EndButton orderId={orderId} label="Cancel booking" />}
      {isOver && <EndButton orderId={orderId} label="Close this booking" />}
    </div>
  )
}

function EndButton({ orderId, label }: { orderId: string; label: string }) {
  const end = useMutation(endShipment)
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <fieldset className="flex flex-wrap items-center gap-3">
          <legend className="mb-2 text-small">{`${label}? A pickup that you requested ends, too.`}</legend>
          <Button variant="secondary" size="small" pending={end.isPending} onClick={() => end.mutate(orderId)}>
            Yes, End It
          </Button>
          <Button variant="secondary" size="small" onClick={() => setAsking(false)}>
            Keep It
          </Button>
        </fieldset>
      ) : (
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      {end.error && <ErrorNote>{courierProblem(end.error)}</ErrorNote>}
    </div>
  )
}
