import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { canBeTracked, type OrderStatus } from '#src/features/orders/order-status.ts'
import type { OrderDetails } from '#src/features/orders/orders.contract.ts'
import { type OrderProblems, PROBLEM_KIND_NAMES, photoPath } from '#src/features/problems/problems.contract.ts'
import { orderProblemsQuery } from '#src/features/problems/problems.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })))

/** Asks whether a delivered order is well, and shows what was reported of it. */
export function ProblemsSection({ order }: { order: OrderDetails }) {
  const statuses: OrderStatus[] = order.group ? order.parcels.map(({ status }) => status) : [order.status]
  const { data } = useQuery({ ...orderProblemsQuery(order.id), enabled: statuses.some(canBeTracked) })
  const [isReporting, setReporting] = useState(false)
  if (!data) return null
  const { parcels, problems } = data
  const reportable = parcels.filter(({ refusal, lines }) => refusal === null && lines.some((line) => !line.isReported))
  const [only] = parcels
  const isOver = parcels.length === 1 && problems.length === 0 && only?.refusal?.startsWith('You could')
  if (reportable.length === 0 && problems.length === 0 && !isOver) return null
  return (
    <section className="grid content-start gap-3">
      <h3 className="font-display text-[1.0625rem]">Is everything well?</h3>
      <ul className="grid gap-4 empty:hidden">
        {problems.map((problem) => (
          <ReportedProblem key={problem.ticketId} problem={problem} />
        ))}
      </ul>
      {isOver && <p className="text-cocoa-600 text-small">{only?.refusal}</p>}
      {reportable.length > 0 && (
        <Button variant="secondary" size="small" className="justify-self-start" onClick={() => setReporting(true)}>
          Report a Problem
        </Button>
      )}
      {isReporting && (
        <Suspense>
          <ReportDialog parcels={reportable} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </section>
  )
}

type Reported = OrderProblems['problems'][number]

function ReportedProblem({ problem }: { problem: Reported }) {
  const { ticket, kind, lines, text, photoIds, replies } = problem
  return (
    <li className="grid gap-2 border-gold-500 border-l-2 pl-3 text-small [overflow-wrap:anywhere]">
      <p className="font-semibold">{`${ticket}: ${PROBLEM_KIND_NAMES[kind]}`}</p>
      <p>{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</p>
      <p className="whitespace-pre-line font-voice italic">{text}</p>
      {photoIds.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photoIds.map((id, index) => (
            <li key={id}>
              <img src={photoPath(id)} alt={`${index + 1} of your photos`} className="size-16 object-cover" />
            </li>
          ))}
        </ul>
      )}
      <p className="text-cocoa-600">{stateOf(problem)}</p>
      {replies.map((reply) => (
        <blockquote key={reply.createdAt} className="whitespace-pre-line bg-white p-3">
          {reply.text}
        </blockquote>
      ))}
    </li>
  )
}

function stateOf({ replacement, refunded, isOpen, replyDueAt, replies }: Reported): string {
  if (refunded !== null) return `Settled: we refund ${formatAmount(refunded)}.`
  if (replacement) return `Settled: we send it again, as order ${replacement.orderId}.`
  if (!isOpen) return 'Closed.'
  return replies.length > 0 ? 'We are looking into it.' : `We answer by ${formatDayAndTime(replyDueAt)}.`
}
