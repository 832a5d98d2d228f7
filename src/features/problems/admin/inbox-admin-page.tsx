import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { formatDayAndTime, shopDay } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { counted } from '#src/core/words.ts'
import { InboxPage, loadInbox } from '#src/features/contact/admin/inbox-admin-page.tsx'
import { adminOrderQuery } from '#src/features/orders/admin/admin-orders.queries.ts'
import { HeatNote } from '#src/features/orders/admin/heat-badge.tsx'
import {
  type AdminProblem,
  adminPhotoPath,
  namePieces,
  PROBLEM_KIND_NAMES,
  PROBLEM_WISH_NAMES,
} from '#src/features/problems/problems.contract.ts'
import { adminProblemQuery } from '#src/features/problems/problems.queries.ts'
import { SettleForm } from './settle-form.tsx'

const DAY_MS = 86_400_000

export async function loader(queryClient: QueryClient, search: AdminSearch): Promise<unknown> {
  return Promise.all([
    loadInbox(queryClient, search),
    search.id && queryClient.fetchQuery({ ...adminProblemQuery(search.id), staleTime: 0 }),
  ])
}

/** The inbox. A ticket may report a problem of an order. */
export function AdminPage(props: AdminPageProps) {
  return props.search.id ? <TicketPage {...props} ticketId={props.search.id} /> : <InboxPage {...props} />
}

const LOSS = 'The customer gets neither a refund nor a replacement, and reads so beside the order.'

function TicketPage({ ticketId, ...props }: AdminPageProps & { ticketId: string }) {
  const { data: problem } = useSuspenseQuery(adminProblemQuery(ticketId))
  const subject = problem && { panel: <ProblemPanel problem={problem} />, ...(problem.isOpen && { loss: LOSS }) }
  return <InboxPage {...props} subject={subject ?? undefined} />
}

/** The reported problem: its photos beside the dates of the parcel, and its settlement. */
function ProblemPanel({ problem }: { problem: AdminProblem }) {
  return (
    <section aria-labelledby="problem" className="grid gap-6 border border-line bg-white p-5 sm:p-7">
      <h3 id="problem" className="text-heading">
        {PROBLEM_KIND_NAMES[problem.kind]}
      </h3>
      <div className="grid gap-6 lg:grid-cols-2">
        <Photos ids={problem.photoIds} />
        <Facts problem={problem} />
      </div>
      {problem.isOpen && <SettleForm problem={problem} />}
      {problem.refunded !== null && (
        <p className="font-semibold">{`Settled: ${formatAmount(problem.refunded)} refunded.`}</p>
      )}
      {problem.replacement && (
        <p className="font-semibold">
          {'Settled: replaced by '}
          <OrderLink id={problem.replacement.id}>{problem.replacement.orderId}</OrderLink>
        </p>
      )}
    </section>
  )
}

function Photos({ ids }: { ids: string[] }) {
  if (ids.length === 0) return <p className="text-cocoa-600">No photos.</p>
  return (
    <ul className="grid grid-cols-2 content-start gap-3">
      {ids.map((id, index) => (
        <li key={id}>
          <a href={adminPhotoPath(id)} target="_blank" rel="noopener">
            <img
              src={adminPhotoPath(id)}
              alt={`${index + 1} of ${ids.length} from the customer`}
              className="aspect-square w-full object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Facts({ problem }: { problem: AdminProblem }) {
  const { data: order } = useQuery(adminOrderQuery(problem.orderId))
  const { packedAt, sentAt, arrivedAt, lines, wish, reference, orderId, replaces, settledBefore } = problem
  const facts: [name: string, value: string][] = [
    ['Reported', namePieces(lines)],
    ['Wish', PROBLEM_WISH_NAMES[wish]],
    ['Packed', packedAt ? formatDayAndTime(packedAt) : 'Not recorded'],
    ['Sent', sentAt ? formatDayAndTime(sentAt) : problem.hasLeft ? 'Not recorded' : 'Not yet'],
    ['Delivered', arrivedAt ? formatDayAndTime(arrivedAt) : 'Not yet'],
    ['On the road', daysOnTheRoad(problem)],
    ...settledBefore.map((other): [string, string] => [other.ticket, describeSettlement(other)]),
  ]
  return (
    <div className="grid content-start gap-4">
      <OrderLink id={orderId}>{reference}</OrderLink>
      {replaces && (
        <p>
          {'A replacement of '}
          <OrderLink id={replaces.id}>{replaces.orderId}</OrderLink>
        </p>
      )}
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-small">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-cocoa-600">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order && <HeatNote order={order} />}
    </div>
  )
}

function OrderLink({ id, children }: { id: string; children: string }) {
  return (
    <Link
      to="/admin"
      search={{ tab: 'orders', id }}
      className="-my-2 inline-block justify-self-start py-3 font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      {children}
    </Link>
  )
}

function describeSettlement({ lines, refunded, replacement }: AdminProblem['settledBefore'][number]): string {
  const how = refunded === null ? `replaced by ${replacement?.orderId}` : `${formatAmount(refunded)} refunded`
  return `Settled before: ${namePieces(lines)}, ${how}`
}

function daysOnTheRoad(problem: AdminProblem): string {
  const { sentAt, arrivedAt } = problem
  if (!problem.hasLeft) return 'Still here'
  if (!sentAt) return 'Not known'
  const [from, to] = [sentAt, arrivedAt ?? new Date().toISOString()].map((time) => Date.parse(shopDay(new Date(time))))
  return counted(Math.round(((to ?? 0) - (from ?? 0)) / DAY_MS), 'day')
}
