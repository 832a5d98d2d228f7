import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { countCapped } from '#src/db/pages.server.ts'
import { findBulkLines, toBulkLine } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
import { loadPricedLines } from '#src/features/custom-orders/bulk/price-bulk-lines.server.ts'
import { quoteMessageKeys } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import type { CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import {
  type ComposedRow,
  type CustomOrderRow,
  isComposed,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import type {
  AdminCustomOrder,
  AdminCustomOrderDetails,
  AnyRequest,
  CustomOrderListParams,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { plannedWork } from '#src/features/custom-orders/quotes/quote-terms.ts'
import { type DeliveryStatus, listDeliveryStatus } from '#src/features/notifications/outbox/delivery-status.server.ts'
import { findReadyDay } from '#src/features/orders/delivery/ready-day.server.ts'
import { findQuotedOrder } from '#src/features/orders/place/place-quoted-order.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'

/** Lists those that wait for a quotation first, by due time, then the others, newest first. */
export async function listCustomOrders(db: Db, page: CustomOrderListParams): Promise<AdminCustomOrder[]> {
  const rows = await rowsOf(db, page)
  const sent = sentChannels(await listDeliveryStatus(db, rows.flatMap(quotationKeysOf)))
  const lines = await findBulkLines(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...toAnyRequest(row, sent),
    ...(isComposed(row) ? toComposed(row) : { ...toBulk(row), lines: (lines.get(row.id) ?? []).map(toBulkLine) }),
  }))
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
  const usual = plannedWork(await readSettings(db), row)
  const work = { ...usual, craftingMinutes: row.craftingMinutes ?? usual.craftingMinutes }
  const details = {
    ...toAnyRequest(row, sentChannels(deliveries)),
    readyOn: isAhead(row.readyOn, now) ? row.readyOn : (await findReadyDay(db, work, { now })).readyOn,
    craftingMinutes: work.craftingMinutes,
    order: (await findQuotedOrder(db, row.orderId))?.order ?? null,
    unsent: undeliveredMessages(deliveries),
    events: await loadEvents(db, id),
  }
  return isComposed(row)
    ? { ...details, ...toComposed(row), suggestion: toSuggestion(row) }
    : { ...details, ...toBulk(row), lines: await loadPricedLines(db, id) }
}

async function loadEvents(db: Db, id: string): Promise<AdminCustomOrderDetails['events']> {
  const events = await db
    .select()
    .from(customOrderEvents)
    .where(eq(customOrderEvents.customOrderId, id))
    .orderBy(asc(customOrderEvents.createdAt))
  return events.map(({ createdAt, amountPaise, ...event }) => ({
    id: event.id,
    kind: event.kind,
    actor: event.actor,
    to: event.to,
    text: event.text,
    at: createdAt.toISOString(),
    amount: inRupees(amountPaise),
  }))
}

const toSuggestion = ({ estimateBreakdown, estimatePaise }: ComposedRow) => ({
  lines: estimateBreakdown.map(({ each, amount, ...line }) => ({
    ...line,
    each: rupees(each),
    amount: rupees(amount),
  })),
  total: rupees(paise(estimatePaise)),
})

const isAhead = (day: string | null, now: Date): day is string => day !== null && day >= shopDay(now)

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

function toAnyRequest(row: CustomOrderRow, sent: Sent): AnyRequest {
  return {
    id: row.id,
    orderId: row.reference,
    customerName: row.customerName ?? '',
    customerEmail: row.customerEmail,
    customerMobile: row.customerMobile,
    quantity: row.quantity,
    message: row.message ?? '',
    neededBy: row.neededBy,
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

function toComposed({ kind, name, flavor, concentration, shape, packaging, occasion, ingredients }: ComposedRow) {
  return { kind, chocolateName: name ?? '', flavor, concentration, shape, packaging, occasion, ingredients }
}

const toBulk = ({ company, gstin }: CustomOrderRow) => ({
  kind: 'bulk' as const,
  company: company ?? '',
  gstin: gstin ?? '',
})

function inRupees(amount: number | null): number | null {
  return amount === null ? null : rupees(paise(amount))
}
