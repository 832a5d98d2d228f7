import { eq, inArray } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { listTicketThreads, type TicketThread } from '#src/features/contact/contact.server.ts'
import { formatTicketNumber } from '#src/features/contact/tickets.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { findOrderReferences } from '#src/features/orders/lookup/order-customers.server.ts'
import { findLines, type OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { listParcelRows } from '#src/features/orders/lookup/order-parcels.server.ts'
import { listLines } from '#src/features/orders/lookup/order-view.server.ts'
import { payingOrderId } from '#src/features/orders/orders.server.ts'
import { listProblemPhotos } from './photos/problem-photos.server.ts'
import type { OrderProblems, Problem } from './problems.contract.ts'
import { problemLines, problemPhotos, problemReports } from './problems.table.server.ts'
import { findReporting, NOT_YET } from './reporting.server.ts'

type OwnOrder = { orderId: string; userId: string; now: Date }

/** Finds the reported problems of a customer's order and its parcels, and what can be reported. Throws `not-found`. */
export async function getOrderProblems(db: Db, { orderId, userId, now }: OwnOrder): Promise<OrderProblems> {
  const { row } = await findOrder(db, { userId }, orderId)
  const parcels = await listParcelRows(db, payingOrderId(row))
  const ids = parcels.map(({ id }) => id)
  const lines = Map.groupBy(await listLines(db, ids), (line) => line.orderId)
  const all = await listReports(db, ids)
  const ofReports = await listProblemLines(db, idsOf(all))
  const [reported, reporting] = [linesOfOpen(all, ofReports), await findReporting(db, { parcels, now })]
  return {
    parcels: parcels.map((parcel) => ({
      id: parcel.id,
      orderId: parcel.reference,
      number: parcel.parcelNumber,
      recipient: `${parcel.shippingAddress.firstName} ${parcel.shippingAddress.lastName}`,
      ...(reporting.get(parcel.id) ?? NOT_YET),
      lines: (lines.get(parcel.id) ?? []).map(({ id, name, quantity }) => ({
        lineId: id,
        name,
        quantity,
        isReported: reported.has(id),
      })),
    })),
    problems: await describeProblems(db, all, ofReports),
  }
}

/** Maps each line with an open report to the number of its ticket. */
export async function listReportedLines(db: Db, orderIds: readonly string[]): Promise<Map<string, number>> {
  const all = await listReports(db, orderIds)
  return linesOfOpen(all, await listProblemLines(db, idsOf(all)))
}

const idsOf = (reported: readonly Reported[]) => reported.map(({ ticket }) => ticket.id)

type LinesByTicket = ReadonlyMap<string, OrderLine[]>

const linesOfOpen = (all: readonly Reported[], lines: LinesByTicket) =>
  new Map(
    all
      .filter(isOpen)
      .flatMap(({ ticket }) => (lines.get(ticket.id) ?? []).map(({ id }) => [id, ticket.number] as const)),
  )

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
  return withLines(db, await listReports(db, orderIds))
}

/** Describes reports for the API, newest first. */
export async function describeReports(db: Db, reports: readonly ReportRow[]): Promise<Problem[]> {
  return withLines(db, await joinTickets(db, reports))
}

const withLines = async (db: Db, reported: readonly Reported[]) =>
  describeProblems(db, reported, await listProblemLines(db, idsOf(reported)))

async function describeProblems(db: Db, reported: readonly Reported[], lines: LinesByTicket): Promise<Problem[]> {
  const photos = await listProblemPhotos(db, idsOf(reported))
  const sent = reported.flatMap(({ report }) => report.replacementOrderId ?? [])
  const references = await findOrderReferences(db, sent)
  return reported.map((one) => {
    const { report, ticket } = one
    const { replacementOrderId: id } = report
    const orderId = id && references.get(id)
    return {
      ticketId: ticket.id,
      ticket: formatTicketNumber(ticket.number),
      orderId: report.orderId,
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

/** Lists the reported lines by ticket; `quantity` counts the reported pieces. */
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

/** Exports the reports and photos of a customer. */
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
