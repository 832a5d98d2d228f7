import { eq } from 'drizzle-orm'
import { formatDeliveryWindow } from '#src/core/delivery/delivery-window.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { addPaise, paise, paiseFromRupees, rupees, timesPaise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { changeTicket } from '#src/features/contact/admin/inbox.server.ts'
import { lockTicket } from '#src/features/contact/contact.server.ts'
import { findOrder } from '#src/features/orders/lookup/list-orders.server.ts'
import { findLastChanges } from '#src/features/orders/lookup/status-changes.server.ts'
import { lockOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { placeReplacement } from '#src/features/orders/place/replace-order.server.ts'
import { sumPaidRefundable } from '#src/features/payments/ledger/ledger.server.ts'
import { findPaidPayment } from '#src/features/payments/payment-record.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { describeReports, listProblemLines, listProblems } from './order-problems.server.ts'
import { type AdminProblem, PROBLEM_KIND_NAMES, type Settlement } from './problems.contract.ts'
import { problemReports } from './problems.table.server.ts'

/** Finds the problem that a ticket reports; undefined for other tickets. */
export async function findAdminProblem(db: Db, ticketId: string): Promise<AdminProblem | undefined> {
  const found = await findProblem(db, ticketId)
  return found && describeFound(db, found)
}

async function describeFound(db: Db, { problem, order }: Found): Promise<AdminProblem> {
  const { ticketId } = problem
  const lines = (await listProblemLines(db, [ticketId])).get(ticketId) ?? []
  const worth = addPaise(...lines.map(({ unitPaise, quantity }) => timesPaise(paise(unitPaise), quantity)))
  const payment = await findPaidPayment(db, order)
  const all = await listProblems(db, [order.id])
  return {
    ...problem,
    orderId: order.id,
    reference: order.reference,
    ...(await readJourney(db, order)),
    linesWorth: rupees(worth),
    refundable: payment ? rupees(await sumPaidRefundable(db, { payment, order })) : null,
    settledBefore: all.filter((other) => other.ticketId !== ticketId && other.outcome !== null),
  }
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
  const arrived = await findLastChanges(db, { orderIds: [id], to: ['delivered', 'completed'] })
  const iso = (time: Date | null | undefined) => time?.toISOString() ?? null
  return { packedAt: iso(packedAt), sentAt: iso(sent.get(id)), arrivedAt: iso(arrived.get(id)) }
}

type Decision = Settlement & { ticketId: string; by: Actor; now: Date }

/**
 * Settles a problem once: refunds or replaces what was reported, tells the customer, and closes the ticket. Throws
 * `conflict` if it is settled, if more is refunded than is left, or if nothing is left to send.
 */
export async function settleProblem(db: Db, decision: Decision): Promise<AdminProblem> {
  const { ticketId, outcome, by, now } = decision
  return inTransaction(db, async (tx) => {
    // Before the order: the chain of the audit log, which the refund locks, comes last for every change of a ticket.
    await lockTicket(tx, ticketId)
    const found = await getProblem(tx, ticketId)
    if (found.problem.outcome) throw new DomainError('conflict', 'This problem is already settled.')
    const { facts, note } =
      decision.outcome === 'refund' ? await refund(tx, found, decision) : await replace(tx, found, decision)
    const reply = [decision.reply, note].filter(Boolean).join('\n\n')
    await changeTicket(tx, { id: ticketId, status: 'closed', reply, by, now })
    await tx
      .update(problemReports)
      .set({ outcome, settledAt: now, ...facts })
      .where(eq(problemReports.ticketId, ticketId))
    return describeFound(tx, await getProblem(tx, ticketId))
  })
}

type Settled = { facts: Partial<typeof problemReports.$inferInsert>; note?: string }

async function refund(
  tx: Db,
  { problem, order }: Found,
  { amount: wanted, ticketId, by, now }: Extract<Decision, { outcome: 'refund' }>,
): Promise<Settled> {
  const payment = await findPaidPayment(tx, order)
  if (!payment) throw new DomainError('conflict', 'The payment of this order has nothing left to refund.')
  const amount = paiseFromRupees(wanted)
  const reason = `${problem.ticket}: ${PROBLEM_KIND_NAMES[problem.kind]}`
  const ofParcel = order.groupId === null ? {} : { orderId: order.reference }
  const key = `problem:${ticketId}`
  await requestRefund(tx, { paymentId: payment.id, ...ofParcel, amount, reason, key, by, now })
  return { facts: { refundPaise: amount } }
}

async function replace(tx: Db, { order }: Found, { ticketId, by, now }: Decision): Promise<Settled> {
  const lines = (await listProblemLines(tx, [ticketId])).get(ticketId) ?? []
  const locked = await lockOrder(tx, order.id)
  const placed = await placeReplacement(tx, { order: locked, lines, adminId: by.id, now })
  const after = { replaces: order.reference, pieces: lines.map(({ name, quantity }) => `${quantity} × ${name}`) }
  await recordChange(tx, { by, entity: 'order', entityId: placed.id, action: 'create', before: {}, after })
  const { deliverFrom: from, deliverTo: to, reference } = placed
  const when = from && to ? `, expected ${formatDeliveryWindow({ from, to })}` : ''
  return { facts: { replacementOrderId: placed.id }, note: `Your replacement is order ${reference}${when}.` }
}
