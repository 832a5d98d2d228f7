import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { quoteMessageKeys } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import type { CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import type { CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import type {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  CustomOrderListParams,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { defaultReadyDate } from '#src/features/custom-orders/quotes/quote-terms.ts'
import { type DeliveryStatus, listDeliveryStatus } from '#src/features/notifications/outbox/delivery-status.server.ts'
import { findQuotedOrder } from '#src/features/orders/place/place-quoted-order.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'

/** Lists those that wait for a quotation first, by due time, then the others, newest first. */
export async function listCustomOrders(db: Db, page: CustomOrderListParams): Promise<AdminCustomOrder[]> {
  const rows = await rowsOf(db, page)
  const sent = sentChannels(await listDeliveryStatus(db, rows.flatMap(quotationKeysOf)))
  return rows.map((row) => toAdminCustomOrder(row, sent))
}

export const countCustomOrders = (db: Db, status: CustomOrderStatus | undefined) =>
  countCapped(db, customOrders, status && eq(customOrders.status, status))

const WAITING = 'quote-pending'

async function rowsOf(db: Db, { status, limit, cursor }: CustomOrderListParams): Promise<CustomOrderRow[]> {
  const most = limit ?? Number.MAX_SAFE_INTEGER
  const isPastWaiting = cursor !== undefined && !(await isWaiting(db, cursor))
  const waiting =
    isPastWaiting || (status && status !== WAITING)
      ? []
      : await db
          .select()
          .from(customOrders)
          .where(and(eq(customOrders.status, WAITING), afterSeen('due_at', '>', cursor)))
          .orderBy(asc(customOrders.dueAt), asc(customOrders.id))
          .limit(most)
  if (status === WAITING || waiting.length === most) return waiting
  const others = await db
    .select()
    .from(customOrders)
    .where(
      and(
        status ? eq(customOrders.status, status) : ne(customOrders.status, WAITING),
        afterSeen('created_at', '<', isPastWaiting ? cursor : undefined),
      ),
    )
    .orderBy(desc(customOrders.createdAt), desc(customOrders.id))
    .limit(most - waiting.length)
  return [...waiting, ...others]
}

async function isWaiting(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ status: customOrders.status }).from(customOrders).where(eq(customOrders.id, id))
  return row?.status === WAITING
}

function afterSeen(by: 'due_at' | 'created_at', comes: '<' | '>', cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const column = sql.identifier(by)
  return sql`(${customOrders}.${column}, ${customOrders.id}) ${sql.raw(comes)} (select seen.${column}, seen.id from ${customOrders} seen where seen.id = ${cursor})`
}

export async function getCustomOrderDetails(db: Db, id: string, now: Date): Promise<AdminCustomOrderDetails> {
  const [row] = await db.select().from(customOrders).where(eq(customOrders.id, id))
  if (!row) throw new DomainError('not-found', 'Custom order not found.')
  const deliveries = await listDeliveryStatus(db, quotationKeysOf(row))
  const events = await db
    .select()
    .from(customOrderEvents)
    .where(eq(customOrderEvents.customOrderId, id))
    .orderBy(asc(customOrderEvents.createdAt))
  return {
    ...toAdminCustomOrder(row, sentChannels(deliveries)),
    readyOn: await readyDayToOffer(db, row, now),
    suggestion: {
      lines: row.estimateBreakdown.map(({ each, amount, ...line }) => ({
        ...line,
        each: rupees(each),
        amount: rupees(amount),
      })),
      total: rupees(paise(row.estimatePaise)),
    },
    order: (await findQuotedOrder(db, row.orderId))?.order ?? null,
    unsent: undeliveredMessages(deliveries),
    events: events.map(({ createdAt, amountPaise, ...event }) => ({
      id: event.id,
      kind: event.kind,
      actor: event.actor,
      to: event.to,
      text: event.text,
      at: createdAt.toISOString(),
      amount: inRupees(amountPaise),
    })),
  }
}

async function readyDayToOffer(db: Db, { readyOn }: CustomOrderRow, now: Date): Promise<string> {
  if (readyOn !== null && readyOn >= shopDay(now)) return readyOn
  return defaultReadyDate(now, toDeliveryRules(await readSettings(db)))
}

export function undeliveredMessages(deliveries: readonly DeliveryStatus[]): AdminCustomOrderDetails['unsent'] {
  return deliveries
    .filter(({ state }) => state !== 'sent')
    .map(({ channel, state }) => ({ channel, isUndelivered: state === 'stuck' }))
}

const quotationKeysOf = (row: CustomOrderRow) => (row.quoteCount === 0 ? [] : quoteMessageKeys(row))

type Sent = ReadonlyMap<string, DeliveryStatus['channel']>

function sentChannels(deliveries: readonly DeliveryStatus[]): Sent {
  return new Map(deliveries.filter(({ state }) => state === 'sent').map((sent) => [sent.idempotencyKey, sent.channel]))
}

function toAdminCustomOrder(row: CustomOrderRow, sent: Sent): AdminCustomOrder {
  return {
    id: row.id,
    orderId: row.reference,
    customerName: row.customerName ?? '',
    customerEmail: row.customerEmail,
    customerMobile: row.customerMobile,
    chocolateName: row.name ?? '',
    flavor: row.flavor,
    concentration: row.concentration,
    shape: row.shape,
    packaging: row.packaging,
    occasion: row.occasion,
    quantity: row.quantity,
    ingredients: row.ingredients,
    message: row.message ?? '',
    status: row.status,
    quotedPrice: inRupees(row.quotedPaise),
    adminNotes: row.adminNotes ?? '',
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    validUntil: row.validUntil?.toISOString() ?? null,
    sentVia: quotationKeysOf(row).flatMap((key) => sent.get(key) ?? []),
    openQuestionAt: row.openQuestionAt?.toISOString() ?? null,
  }
}

function inRupees(amount: number | null): number | null {
  return amount === null ? null : rupees(paise(amount))
}
