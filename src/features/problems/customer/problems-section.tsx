import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatDay } from '#src/core/dates.ts'
import type { OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderDetails } from '#src/features/orders/orders.contract.ts'
import type { ReportableParcel } from '#src/features/problems/problems.contract.ts'
import { orderProblemsQuery } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { EMPTY_DRAFT } from './report-draft.ts'
import { ReportedProblem } from './reported-problem.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })))

/** Lets a customer report a problem of an order, and shows the reported ones. */
export function ProblemsSection({ order }: { order: OrderDetails }) {
  const statusOf = new Map<string, OrderStatus>([
    [order.id, order.status],
    ...order.parcels.map(({ id, status }) => [id, status] as const),
  ])
  const { data } = useQuery({ ...orderProblemsQuery(order.id), enabled: !order.awaitingPayment })
  const [isReporting, setReporting] = useState(false)
  const [draft, change] = useState(EMPTY_DRAFT)
  if (!data) return null
  const { parcels, problems } = data
  const reportable = parcels.filter(({ refusal, lines }) => refusal === null && lines.some((line) => !line.isReported))
  const isOnItsWay = parcels.some(({ id, refusal }) => refusal !== null && statusOf.get(id) === 'shipped')
  const isOver = parcels.every(({ endedOn }) => endedOn !== null)
  if (reportable.length === 0 && problems.length === 0 && !isOver && !isOnItsWay) return null
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-display text-[1.0625rem]">
        {problems.length > 0 ? 'Problems with this order' : 'Is everything well?'}
      </h3>
      <ul className="grid gap-4 empty:hidden">
        {problems.map((problem) => (
          <ReportedProblem
            key={problem.ticketId}
            problem={problem}
            isCancelled={statusOf.get(problem.orderId) === 'cancelled'}
          />
        ))}
      </ul>
      {isOver && <Over parcels={parcels} />}
      {isOnItsWay && (
        <p className="text-cocoa-600 text-small">Not well? Press “I received it”, then you can report it here.</p>
      )}
      {reportable.length > 0 && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setReporting(true)}>
          Report a Problem
        </Button>
      )}
      {isReporting && (
        <Suspense>
          <ReportDialog parcels={reportable} draft={draft} change={change} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Over({ parcels }: { parcels: ReportableParcel[] }) {
  const last = parcels
    .flatMap(({ endedOn }) => endedOn ?? [])
    .sort()
    .at(-1)
  return (
    <p className="text-cocoa-600 text-small">
      {`Reporting here ended on ${last && formatDay(last)}. You can still `}
      <Link to="/contact" className="-my-3 inline-block py-3 underline underline-offset-4">
        write to us
      </Link>
      .
    </p>
  )
}
