import { useMutation } from '@tanstack/react-query'
import { COURIER_TITLES } from '#src/core/couriers.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { ShipmentProblem } from '#src/features/orders/shipments/shipments.contract.ts'
import { courierProblem, noteProblem } from '#src/features/orders/shipments/shipments.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import { DELIVERY_PROBLEM_TEXTS, type DeliveryProblem } from './delivery-problems.ts'

export function DeliveryProblemBadge({ deliveryProblem }: { deliveryProblem?: DeliveryProblem | undefined }) {
  return deliveryProblem && <StatusBadge tone="err">{DELIVERY_PROBLEM_TEXTS[deliveryProblem].title}</StatusBadge>
}

export function DeliveryProblemList({ problems }: { problems: readonly ShipmentProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="grid gap-4">
      {problems.map((one) => (
        <OpenProblem key={one.id} problem={one} />
      ))}
    </ul>
  )
}

function OpenProblem({ problem: { id, problem, since, courier, awb } }: { problem: ShipmentProblem }) {
  const note = useMutation(noteProblem)
  const { title, what, advice } = DELIVERY_PROBLEM_TEXTS[problem]
  return (
    <li className="grid gap-2 bg-err-tint px-4 py-3 text-small">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-err">{title}</span>
        <time dateTime={since} className="text-cocoa-800 text-meta">
          {formatDayAndTime(since)}
        </time>
      </p>
      <p className="[overflow-wrap:anywhere]">
        {`${what} ${advice}`}
        <span className="block text-cocoa-800 text-meta">
          {COURIER_TITLES[courier]}
          {awb && `, AWB ${awb}`}
        </span>
      </p>
      <Button
        variant="secondary"
        size="small"
        pending={note.isPending}
        aria-label={`Noted: ${title}`}
        onClick={() => note.mutate({ id, problem })}
        className="justify-self-start"
      >
        Noted
      </Button>
      {note.error && <ErrorNote>{courierProblem(note.error)}</ErrorNote>}
    </li>
  )
}
