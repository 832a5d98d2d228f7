import type { Db } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { listMessagesForEvents } from '#src/features/notifications/outbox/messages-for.server.ts'
import {
  getOrderWithChanges,
  type OrderLookups,
  type StatusChangeRow,
} from '#src/features/orders/lookup/order-details.server.ts'
import { listOrderMessageKeys } from '#src/features/orders/messages/notify-customer.server.ts'
import type { OrderActor } from '#src/features/orders/order-status.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import { listOrderNotes } from './order-notes.server.ts'

type Moment = AdminOrder['timeline'][number]

/** One order with all that the house knows about it. */
export async function getAdminOrder(db: Db, id: string, known: OrderLookups): Promise<AdminOrder> {
  const { row, changes, details } = await getOrderWithChanges(db, { id, whose: 'everybody', ...known })
  const makers = await findUserEmails(
    db,
    changes.flatMap(({ actor, actorId }) => (actor === 'admin' && actorId ? [actorId] : [])),
  )
  const moments: Moment[] = [
    { at: details.createdAt, kind: 'placed', text: 'Order placed', by: 'the shopper', detail: null },
    ...changes.map((change) => statusMoment(change, makers)),
    ...(row.packedAt ? [packedMoment(row.packedAt)] : []),
    ...(await listOrderNotes(db, id)).map(noteMoment),
    ...(await listMessagesForEvents(db, listOrderMessageKeys(row))).map(messageMoment),
  ]
  const timeline = moments.sort((one, other) => one.at.localeCompare(other.at))
  return { ...details, isSample: row.isSample, timeline }
}

const ACTORS: Record<OrderActor, string> = {
  payment: 'the bank',
  admin: 'a maker who has left',
  clock: 'the clock',
  shopper: 'the shopper',
}

function statusMoment(change: StatusChangeRow, makers: Map<string, string>): Moment {
  const { actor, actorId, createdAt, from, to, reason } = change
  return {
    at: createdAt.toISOString(),
    kind: 'status',
    text: actor === 'payment' ? 'Paid: from pending to processing' : `From ${from} to ${to}`,
    by: makers.get(actorId ?? '') ?? ACTORS[actor],
    detail: reason,
  }
}

function packedMoment(packedAt: Date): Moment {
  return { at: packedAt.toISOString(), kind: 'packed', text: 'Packed', by: null, detail: null }
}

type Note = Awaited<ReturnType<typeof listOrderNotes>>[number]

function noteMoment({ createdAt, authorEmail, text }: Note): Moment {
  return { at: createdAt.toISOString(), kind: 'note', text: 'Note', by: authorEmail, detail: text }
}

type Message = Awaited<ReturnType<typeof listMessagesForEvents>>[number]

function messageMoment({ createdAt, channel, to, subject, text, sentAt, failedAt }: Message): Moment {
  const word = channel === 'email' ? 'E-mail' : 'SMS'
  const state = sentAt ? '' : failedAt ? ' (not delivered)' : ' (on its way)'
  return {
    at: createdAt.toISOString(),
    kind: 'message',
    text: `${word} to ${to}${state}`,
    by: null,
    detail: subject || text,
  }
}
