import { DomainError } from '#src/core/domain-error.ts'
import { joinNames } from '#src/core/words.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { createTicket } from '#src/features/contact/contact.server.ts'
import { formatTicketNumber } from '#src/features/contact/tickets.ts'
import { findLines } from '#src/features/orders/lookup/order-lines.server.ts'
import { queueOrderEmail } from '#src/features/orders/messages/notify-customer.server.ts'
import { lockCustomerOrder, type OrderRow } from '#src/features/orders/orders.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { listReportedLines } from './order-problems.server.ts'
import { claimProblemPhotos } from './photos/problem-photos.server.ts'
import {
  type NewProblem,
  PROBLEM_KIND_NAMES,
  type ProblemReceipt,
  type ProblemWish,
  REPLACEMENT_MONEY,
} from './problems.contract.ts'
import { problemAdminMail, problemReceivedMail } from './problems.messages.ts'
import { problemLines, problemReports } from './problems.table.server.ts'
import { findReporting, NOT_YET } from './reporting.server.ts'

type Report = NewProblem & { orderId: string; userId: string; adminEmail: string; now: Date }

/**
 * Opens a ticket about lines of the customer's own order or parcel. Throws `not-found` for another customer's order,
 * `conflict` if it is too early, too late or reported already, and `invalid` for lines of another order.
 */
export async function reportProblem(db: Db, report: Report): Promise<ProblemReceipt> {
  const { orderId, userId, adminEmail, kind, wish, text, lines, photoIds, now } = report
  return inTransaction(db, async (tx) => {
    const order = await lockCustomerOrder(tx, userId, { id: orderId })
    const { refusal, kinds, wishes } = (await findReporting(tx, { parcels: [order], now })).get(order.id) ?? NOT_YET
    if (refusal) throw new DomainError('conflict', refusal)
    if (!kinds.includes(kind)) throw new DomainError('conflict', 'It has not left yet. You can report that it is late.')
    if (!wishes.includes(wish)) throw new DomainError('conflict', NO_SUCH_WISH[wish])
    const pieces = await findPieces(tx, order, lines)
    const ticket = {
      name: order.customerName,
      email: order.customerEmail,
      phone: order.customerPhone,
      subject: `${PROBLEM_KIND_NAMES[kind]}: order ${order.reference}`,
      message: text,
    }
    const mailed = { reference: order.reference, customerName: order.customerName, pieces, kind, wish }
    const describe = ({ number, replyDueAt }: Ticket) => ({
      ...{ ...mailed, ticket: formatTicketNumber(number), replyDueAt, photos: photoIds.length },
    })
    const created = await createTicket(tx, ticket, {
      ...{ userId, adminEmail, now, acknowledges: false },
      describe: (row, link) => problemAdminMail({ ...describe(row), ...contactOf(order), text, link }),
    })
    const { id: ticketId, number } = created
    await queueOrderEmail(tx, order, {
      ...problemReceivedMail({ ...describe(created), link: absoluteUrl(`/orders?view=${order.id}`) }),
      idempotencyKey: `problem-received:${ticketId}`,
    })
    await tx.insert(problemReports).values({ ticketId, orderId, kind, wish })
    await tx
      .insert(problemLines)
      .values(lines.map(({ lineId, quantity }) => ({ ticketId, orderLineId: lineId, quantity })))
    await claimProblemPhotos(tx, { ticketId, photoIds, userId })
    return { ticket: formatTicketNumber(number) }
  })
}

const NO_SUCH_WISH: Record<ProblemWish, string> = {
  refund: REPLACEMENT_MONEY,
  replace: 'It has not left yet, so there is nothing to replace.',
  other: 'Please choose a replacement or your money back.',
}

type Ticket = { number: number; replyDueAt: Date }

const contactOf = ({ customerEmail: email, customerPhone: phone }: OrderRow) => ({ email, phone })

async function findPieces(tx: Db, order: OrderRow, wanted: NewProblem['lines']) {
  const ids = wanted.map(({ lineId }) => lineId)
  const found = await findLines(tx, ids)
  const byId = new Map(found.map((line) => [line.id, line]))
  const isWrong = ({ lineId, quantity }: NewProblem['lines'][number]) => {
    const line = byId.get(lineId)
    return line?.orderId !== order.id || quantity > line.quantity
  }
  if (new Set(ids).size < ids.length || wanted.some(isWrong))
    throw new DomainError('invalid', 'Please choose pieces of this order.')
  const reported = await listReportedLines(tx, [order.id])
  const again = found.filter(({ id }) => reported.has(id))
  const [number] = again.map(({ id }) => reported.get(id))
  if (number !== undefined)
    throw new DomainError(
      'conflict',
      `You have reported ${joinNames(again.map(({ name }) => name))} already: ${formatTicketNumber(number)}. To add something, please reply to our mail.`,
    )
  return wanted.map(({ lineId, quantity }) => ({ name: byId.get(lineId)?.name ?? '', quantity }))
}
