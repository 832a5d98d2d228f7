import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { paiseFromRupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { changeTicket } from '#src/features/contact/admin/inbox.server.ts'
import { lockTicket } from '#src/features/contact/contact.server.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import type { OrderLine } from '#src/features/orders/lookup/order-lines.server.ts'
import { findArrivals, findLastChanges } from '#src/features/orders/lookup/status-changes.server.ts'
import { isBeforeShipment } from '#src/features/orders/order-status.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { placeReplacement } from '#src/features/orders/place/replace-order.server.ts'
import { findPaidPayment } from '#src/features/payments/payment-record.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { describeReports, listProblemLines, listProblems } from './order-problems.server.ts'
import { type AdminProblem, namePiece, PROBLEM_KIND_NAMES, type Settlement } from './problems.contract.ts'
import { describePieces } from './problems.messages.ts'
import { problemReports } from './problems.table.server.ts'
import { proposeRefund } from './propose-refund.server.ts'
import {
  describeReplaced,
  joinReply,
  needsConfirmation,
  refundOriginal,
  refundSentence,
  replacementSentence,
} from './settlement-sentences.ts'

/** Finds the problem that a ticket reports; undefined for other tickets. */
export async function findAdminProblem(db: Db, ticketId: string): Promise<AdminProblem | undefined> {
  const found = await findProblem(db, ticketId)
  return found && describeFound(db, found)
}

async function describeFound(db: Db, { problem, order }: Found): Promise<AdminProblem> {
  const { ticketId } = problem
  const lines = await listLinesOf(db, ticketId)
  const all = await listProblems(db, [order.id])
  return {
    ...problem,
    reference: order.reference,
    ...(await readJourney(db, order)),
    ...(await proposeRefund(db, { order, lines, ticketId })),
    replaces: await findPaidOriginal(db, order),
    settledBefore: all.filter((other) => other.ticketId !== ticketId && other.outcome !== null),
  }
}

async function listLinesOf(db: Db, ticketId: string): Promise<OrderLine[]> {
  return (await listProblemLines(db, [ticketId])).get(ticketId) ?? []
}

async function findPaidOriginal(db: Db, { replacesOrderId }: OrderRow): Promise<AdminProblem['replaces']> {
  if (replacesOrderId === null) return null
  const { row } = await findOrder(db, 'all', replacesOrderId)
  return (await findPaidOriginal(db, row)) ?? { id: row.id, orderId: row.reference }
}

async function findProblem(db: Db, ticketId: string) {
  const [report] = await db.select().from(problemReports).where(eq(problemReports.ticketId, ticketId))
  const [problem] = report ? await describeReports(db, [report]) : []
  if (!report || !problem) return undefined
  return { problem, order: (await findOrder(db, 'all', report.orderId)).row }
}

type Found = NonNullable<Awaited<ReturnType<typeof findProblem>>>

async function getProblem(db: Db, ticketId: string): Promise<Found> {
  const found = await findProblem(db, ticketId)
  if (!found) throw new DomainError('not-found', 'This ticket reports no problem of an order.')
  return found
}

async function readJourney(db: Db, { id, packedAt }: OrderRow) {
  const sent = await findLastChanges(db, { orderIds: [id], to: ['shipped'] })
  const arrived = await findArrivals(db, [id])
  const iso = (time: Date | null | undefined) => time?.toISOString() ?? null
  return { packedAt: iso(packedAt), sentAt: iso(sent.get(id)), arrivedAt: iso(arrived.get(id)) }
}

type Decision = Settlement & { ticketId: string; by: Actor; now: Date }

/**
 * Settles a problem once: refunds or replaces the reported pieces, writes to the customer, and closes the ticket. Throws
 * `conflict` if it is settled already, the refund is more than what is left, or the pieces cannot be replaced.
 */
export async function settleProblem(db: Db, decision: Decision): Promise<AdminProblem> {
  const { ticketId, outcome, by, now } = decision
  return inTransaction(db, async (tx) => {
    // Before the order, because every change of a ticket locks the chain of the audit log last.
    await lockTicket(tx, ticketId)
    const found = await getProblem(tx, ticketId)
    if (found.problem.outcome) throw new DomainError('conflict', 'This problem is already settled.')
    const { facts, sentence } =
      decision.outcome === 'refund' ? await refund(tx, found, decision) : await replace(tx, found, decision)
    const about = `${describePieces(found.problem.lines)}, order ${found.order.reference},`
    const reply = joinReply(decision.reply, sentence)
    await changeTicket(tx, { id: ticketId, status: 'closed', reply, by, about, now })
    await tx
      .update(problemReports)
      .set({ outcome, settledAt: now, ...facts })
      .where(eq(problemReports.ticketId, ticketId))
    return describeFound(tx, await getProblem(tx, ticketId))
  })
}

const whyNoPayment = (original: AdminProblem['replaces']) =>
  original ? refundOriginal(original.orderId) : 'The payment of this order has nothing left to refund.'

type Settled = { facts: Partial<typeof problemReports.$inferInsert>; sentence: string }

async function refund(
  tx: Db,
  { problem, order }: Found,
  { amount: wanted, includesReplaced, ticketId, by, now }: Extract<Decision, { outcome: 'refund' }>,
): Promise<Settled> {
  const payment = await findPaidPayment(tx, await lockOrder(tx, order.id))
  if (!payment) throw new DomainError('conflict', whyNoPayment(await findPaidOriginal(tx, order)))
  const proposal = await proposeRefund(tx, { order, lines: await listLinesOf(tx, ticketId), ticketId })
  if (needsConfirmation(proposal, wanted) && !includesReplaced)
    throw new DomainError('conflict', `${describeReplaced(proposal)} To refund more, please confirm it.`)
  const amount = paiseFromRupees(wanted)
  const reason = `${problem.ticket}: ${PROBLEM_KIND_NAMES[problem.kind]}`
  const ofParcel = order.groupId === null ? {} : { orderId: order.reference }
  const key = refundKey(ticketId)
  await requestRefund(tx, { paymentId: payment.id, ...ofParcel, amount, reason, key, by, now })
  return { facts: { refundPaise: amount }, sentence: refundSentence(wanted) }
}

const KEY_PREFIX = 'problem:'
const refundKey = (ticketId: string) => `${KEY_PREFIX}${ticketId}`

/** Names the pieces of a refund by its idempotency key: "2 × Rose Truffle (SC-1001)"; undefined for other refunds. */
export async function findRefundedPieces(tx: Db, key: string | null): Promise<string | undefined> {
  if (!key?.startsWith(KEY_PREFIX)) return undefined
  const found = await findProblem(tx, key.slice(KEY_PREFIX.length))
  return found && `${describePieces(found.problem.lines)} (${found.problem.ticket})`
}

async function replace(tx: Db, { order }: Found, { ticketId, by, now }: Decision): Promise<Settled> {
  const lines = await listLinesOf(tx, ticketId)
  const locked = await lockOrder(tx, order.id)
  if (isBeforeShipment(locked.status)) throw new DomainError('conflict', NOTHING_TO_REPLACE)
  const placed = await placeReplacement(tx, { order: locked, lines, adminId: by.id, now })
  const after = { replaces: order.reference, pieces: lines.map(namePiece) }
  await recordChange(tx, { by, entity: 'order', entityId: placed.id, action: 'create', before: {}, after })
  return { facts: { replacementOrderId: placed.id }, sentence: replacementSentence(placed) }
}

const NOTHING_TO_REPLACE =
  'This order has not left yet, so there is nothing to replace. If you cannot send it, cancel it: that refunds it.'
