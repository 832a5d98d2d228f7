import { type Db, inSnapshot } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { listMessagesForEvents } from '#src/features/notifications/admin/outbox-admin.server.ts'
import { CHANNEL_LABELS } from '#src/features/notifications/notifications.contract.ts'
import { describeHeat } from '#src/features/orders/fulfilment/parcel-heat.server.ts'
import { getOrderWithChanges, type OrderLookups } from '#src/features/orders/lookup/order-details.server.ts'
import { listMoneyEvents, type TimelineEvent } from '#src/features/orders/lookup/order-timeline.ts'
import type { StatusChangeRow } from '#src/features/orders/lookup/status-changes.server.ts'
import { listOrderMessageKeys } from '#src/features/orders/messages/notify-customer.server.ts'
import { trackingUrl } from '#src/features/orders/messages/order-email-data.server.ts'
import type { OrderActor } from '#src/features/orders/order-status.ts'
import type { AdminOrder } from '#src/features/orders/orders.contract.ts'
import { listDeliveryProblems } from '#src/features/orders/shipments/problems/delivery-problems.server.ts'
import { findOpenShipment } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { listOrderNotes } from './order-notes.server.ts'

type TimelineEntry = AdminOrder['timeline'][number]

export function getAdminOrder(db: Db, id: string, lookups: OrderLookups): Promise<AdminOrder> {
  return inSnapshot(db, (tx) => readAdminOrder(tx, id, lookups))
}

async function readAdminOrder(db: Db, id: string, lookups: OrderLookups): Promise<AdminOrder> {
  const { row, changes, details } = await getOrderWithChanges(db, { id, scope: 'all', ...lookups })
  const adminEmails = await findUserEmails(
    db,
    changes.flatMap(({ actor, actorId }) => (actor === 'admin' && actorId ? [actorId] : [])),
  )
  const entries: TimelineEntry[] = [
    { at: details.createdAt, kind: 'placed', text: 'Order placed', by: 'the customer', detail: null },
    ...changes.map((change) => toStatusEntry(change, adminEmails)),
    ...(row.packedAt ? [toPackedEntry(row.packedAt)] : []),
    ...(details.payment ? listMoneyEvents(details.payment).map(toMoneyEntry) : []),
    ...(await listOrderNotes(db, id)).map(toNoteEntry),
    ...(await listMessagesForEvents(db, listOrderMessageKeys(row))).map(toMessageEntry),
  ]
  const timeline = entries.sort((a, b) => a.at.localeCompare(b.at))
  const [heatOnTheWay, open] = [await describeHeat(db, row), await findOpenShipment(db, id)]
  const [trouble] = await listDeliveryProblems(db, [id])
  return {
    ...details,
    heatOnTheWay,
    isSample: row.isSample,
    trackingLink: trackingUrl(row),
    isBooked: open !== undefined || trouble !== undefined,
    ...(trouble && { deliveryProblem: trouble.problem }),
    timeline,
  }
}

const ACTORS: Record<OrderActor, string> = {
  payment: 'the gateway',
  admin: 'a former admin',
  system: 'automatically',
  customer: 'the customer',
}

function toStatusEntry(change: StatusChangeRow, adminEmails: Map<string, string>): TimelineEntry {
  const { actor, actorId, createdAt, from, to, reason } = change
  return {
    at: createdAt.toISOString(),
    kind: 'status',
    text: actor === 'payment' ? 'Paid: from pending to processing' : `From ${from} to ${to}`,
    by: adminEmails.get(actorId ?? '') ?? ACTORS[actor],
    detail: reason,
  }
}

function toPackedEntry(packedAt: Date): TimelineEntry {
  return { at: packedAt.toISOString(), kind: 'packed', text: 'Packed', by: null, detail: null }
}

function toMoneyEntry({ at, text }: TimelineEvent): TimelineEntry {
  return { at: at.toISOString(), kind: 'money', text, by: null, detail: null }
}

type Note = Awaited<ReturnType<typeof listOrderNotes>>[number]

function toNoteEntry({ createdAt, authorEmail, text }: Note): TimelineEntry {
  return { at: createdAt.toISOString(), kind: 'note', text: 'Note', by: authorEmail, detail: text }
}

type Message = Awaited<ReturnType<typeof listMessagesForEvents>>[number]

const STATUS_NOTES: Record<Message['status'], string> = {
  sent: '',
  failed: ' (not delivered)',
  held: ' (held)',
  waiting: ' (on its way)',
}

function toMessageEntry({ createdAt, channel, to, subject, text, status }: Message): TimelineEntry {
  return {
    at: createdAt.toISOString(),
    kind: 'message',
    text: `${CHANNEL_LABELS[channel]} to ${to}${STATUS_NOTES[status]}`,
    by: null,
    detail: subject || text,
  }
}
