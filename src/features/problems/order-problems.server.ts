import { eq, inArray } from 'drizzle-orm'
import { addMinutes, formatDay, shopDay } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { listTicketThreads, type TicketThread } from '#src/features/contact/contact.server.ts'
import { formatTicketNumber } from '#src/features/contact/tickets.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { findLines, type OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { listParcelRows } from '#src/features/orders/lookup/order-parcels.server.ts'
import { listLines } from '#src/features/orders/lookup/order-view.server.ts'
import { findLastChanges } from '#src/features/orders/lookup/status-changes.server.ts'
import { wasDelivered } from '#src/features/orders/order-status.ts'
import { type OrderRow, payingOrderId } from '#src/features/orders/orders.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { listProblemPhotos } from './photos/problem-photos.server.ts'
import type { OrderProblems, Problem } from './problems.contract.ts'
import { problemLines, problemPhotos, problemReports } from './problems.table.server.ts'

const DAY_MINUTES = 24 * 60

type OwnOrder = { orderId: string; userId: string; now: Date }

/** Finds what a customer has reported of an order, or of its parcels, and what can be reported. Throws `not-found`. */
export async function getOrderProblems(db: Db, { orderId, userId, now }: OwnOrder): Promise<OrderProblems> {
  const { row } = await findOrder(db, { userId }, orderId)
  const parcels = await listParcelRows(db, payingOrderId(row))
  const ids = parcels.map(({ id }) => id)
  const lines = Map.groupBy(await listLines(db, ids), (line) => line.orderId)
  const [reported, refusals] = [await listReportedLines(db, ids), await findRefusals(db, { parcels, now })]
  return {
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      orderId: parcel.reference,
      number: parcel.parcelNumber,
      recipient: `${parcel.shippingAddress.firstName} ${parcel.shippingAddress.lastName}`,
      refusal: refusals.get(parcel.id) ?? null,
      lines: (lines.get(parcel.id) ?? []).map(({ id, name, quantity }) => ({
        lineId: id,
        name,
        quantity,
        isReported: reported.has(id),
      })),
    })),
    problems: await listProblems(db, ids),
  }
}

/** Lines with an open report, by id, with the number of its ticket. */
export async function listReportedLines(db: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  const open = (await listReports(db, orderIds)).filter(isOpen)
  const lines = await listProblemLines(
    db,
    open.map(({ ticket }) => ticket.id),
  )
  return new Map(
    open.flatMap(({ ticket }) => (lines.get(ticket.id) ?? []).map(({ id }) => [id, ticket.number] as const)),
  )
}

type RefusalsInput = { parcels: readonly Pick<OrderRow, 'id' | 'status' | 'deliverTo'>[]; now: Date }

/** Why nothing can be reported of a parcel: it has not arrived and is not late, or it arrived too long ago. */
export async function findRefusals(db: Db, { parcels, now }: RefusalsInput): Promise<Map<string, string>> {
  const { reportDays } = await readSection(db, 'problems')
  const arrivals = await findLastChanges(db, {
    orderIds: parcels.map(({ id }) => id),
    to: ['delivered', 'completed'],
  })
  const refusals = new Map<string, string>()
  for (const { id, status, deliverTo } of parcels) {
    const arrivedAt = wasDelivered(status) ? arrivals.get(id) : undefined
    const isLate = status === 'shipped' && deliverTo !== null && deliverTo < shopDay(now)
    const until = arrivedAt && addMinutes(arrivedAt, reportDays * DAY_MINUTES)
    if (until && until < now) refusals.set(id, `You could report a problem until ${formatDay(shopDay(until))}.`)
    if (!until && !isLate) refusals.set(id, NOT_YET)
  }
  return refusals
}

const NOT_YET = 'You can report a problem once it has arrived, or when it is late.'

type ReportRow = typeof problemReports.$inferSelect
type Reported = { report: ReportRow; ticket: TicketThread }

const isOpen = ({ report, ticket }: Reported) => report.outcome === null && ticket.status !== 'closed'

async function listReports(db: Db, orderIds: readonly string[]): Promise<Reported[]> {
  const reports = await db
    .select()
    .from(problemReports)
    .where(inArray(problemReports.orderId, [...orderIds]))
  return joinTickets(db, reports)
}

async function joinTickets(db: Db, reports: readonly ReportRow[]): Promise<Reported[]> {
  const byTicket = new Map(reports.map((report) => [report.ticketId, report]))
  const tickets = await listTicketThreads(db, [...byTicket.keys()])
  return tickets.flatMap((ticket) => {
    const report = byTicket.get(ticket.id)
    return report ? [{ report, ticket }] : []
  })
}

/** Lists the problems of orders, newest first. */
export async function listProblems(db: Db, orderIds: readonly string[]): Promise<Problem[]> {
  return describeProblems(db, await listReports(db, orderIds))
}

/** Describes reports as the contract has them, newest first. */
export async function describeReports(db: Db, reports: readonly ReportRow[]): Promise<Problem[]> {
  return describeProblems(db, await joinTickets(db, reports))
}

async function describeProblems(db: Db, reported: readonly Reported[]): Promise<Problem[]> {
  const ids = reported.map(({ ticket }) => ticket.id)
  const [lines, photos] = [await listProblemLines(db, ids), await listProblemPhotos(db, ids)]
  const sent = reported.flatMap(({ report }) => report.replacementOrderId ?? [])
  const references = await findOrderReferences(db, sent)
  return reported.map((one) => {
    const { report, ticket } = one
    const { replacementOrderId: id } = report
    const orderId = id && references.get(id)
    return {
      ticketId: ticket.id,
      ticket: formatTicketNumber(ticket.number),
      kind: report.kind,
      wish: report.wish,
      text: ticket.message,
      lines: (lines.get(ticket.id) ?? []).map(({ name, quantity }) => ({ name, quantity })),
      photoIds: photos.get(ticket.id) ?? [],
      isOpen: isOpen(one),
      createdAt: ticket.createdAt.toISOString(),
      replyDueAt: ticket.replyDueAt.toISOString(),
      outcome: report.outcome,
      refunded: report.refundPaise === null ? null : rupees(paise(report.refundPaise)),
      replacement: orderId ? { id, orderId } : null,
      replies: ticket.replies.map(({ text, createdAt }) => ({ text, createdAt: createdAt.toISOString() })),
    }
  })
}

/** Lists the reported lines by ticket; `quantity` is how many pieces were reported. */
export async function listProblemLines(db: Db, ticketIds: readonly string[]): Promise<Map<string, OrderLine[]>> {
  const rows = await db
    .select()
    .from(problemLines)
    .where(inArray(problemLines.ticketId, [...ticketIds]))
  const lines = await findLines(
    db,
    rows.map(({ orderLineId }) => orderLineId),
  )
  const quantityOf = new Map(
    rows.map(({ ticketId, orderLineId, quantity }) => [`${ticketId} ${orderLineId}`, quantity]),
  )
  return new Map(
    ticketIds.map((ticketId) => [
      ticketId,
      lines.flatMap((line) => {
        const quantity = quantityOf.get(`${ticketId} ${line.id}`)
        return quantity === undefined ? [] : [{ ...line, quantity }]
      }),
    ]),
  )
}

type Export = { userId: string; orderIds: readonly string[] }

/** Exports what a customer has reported of their orders, and their photos. */
export async function exportProblems(tx: Db, { userId, orderIds }: Export) {
  const reports = await tx
    .select()
    .from(problemReports)
    .where(inArray(problemReports.orderId, [...orderIds]))
  const photos = await tx.select().from(problemPhotos).where(eq(problemPhotos.userId, userId))
  return {
    reportedProblems: await describeReports(tx, reports),
    problemPhotos: photos.map(({ userId: _user, image, ...photo }) => ({
      ...photo,
      webpAsBase64: image.toString('base64'),
    })),
  }
}
