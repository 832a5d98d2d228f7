import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { shopDay } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Delivery, deliveriesOf } from '#src/features/notifications/deliveries.server.ts'
import { findQuotedOrder } from '#src/features/orders/quoted-order.server.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { deliveryRulesOf } from '#src/features/settings/studio-hours.rules.ts'
import { countUpToAThousand } from '#src/platform/bounded-count.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { quotationKeys } from './custom-order-messages.server.ts'
import type { CustomOrderRow } from './custom-order-record.server.ts'
import type { CustomOrdersPage, MakersCustomOrder, QuoteDesk } from './custom-orders.contract.ts'
import type { CustomOrderStatus } from './custom-orders.rules.ts'
import { customOrderMoments, customOrders } from './custom-orders.table.server.ts'
import { usualReadyDay } from './quote-timeline.rules.ts'

/**
 * Custom orders for the maker: those that wait for a quotation first, by when it is promised, then the others, newest
 * first. With a limit a part of them, after the one that `cursor` names.
 */
export async function listCustomOrders(db: Db, page: CustomOrdersPage): Promise<MakersCustomOrder[]> {
  const rows = await rowsOf(db, page)
  const sent = sentChannels(await deliveriesOf(db, rows.flatMap(quotationKeysOf)))
  return rows.map((row) => toMakersCustomOrder(row, sent))
}

export const countCustomOrders = (db: Db, status: CustomOrderStatus | undefined) =>
  countUpToAThousand(db, customOrders, status && eq(customOrders.status, status))

const WAITING = 'quote-pending'

async function rowsOf(db: Db, { status, limit, cursor }: CustomOrdersPage): Promise<CustomOrderRow[]> {
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

/** One custom order with everything that the maker needs to price it, and all that happened to it. */
export async function getQuoteDesk(db: Db, id: string, now: Date): Promise<QuoteDesk> {
  const [row] = await db.select().from(customOrders).where(eq(customOrders.id, id))
  if (!row) throw new ShopError('not-found', 'There is no such custom order.')
  const deliveries = await deliveriesOf(db, quotationKeysOf(row))
  const moments = await db
    .select()
    .from(customOrderMoments)
    .where(eq(customOrderMoments.customOrderId, id))
    .orderBy(asc(customOrderMoments.createdAt))
  return {
    ...toMakersCustomOrder(row, sentChannels(deliveries)),
    readyOn: await readyDayToOffer(db, row, now),
    suggestion: {
      lines: row.estimateLines.map(({ each, amount, ...line }) => ({
        ...line,
        each: rupees(each),
        amount: rupees(amount),
      })),
      total: rupees(paise(row.estimatePaise)),
    },
    order: (await findQuotedOrder(db, row.orderId))?.order ?? null,
    unsent: unsentOf(deliveries),
    moments: moments.map(({ createdAt, amountPaise, ...moment }) => ({
      id: moment.id,
      kind: moment.kind,
      actor: moment.actor,
      to: moment.to,
      text: moment.text,
      at: createdAt.toISOString(),
      amount: inRupees(amountPaise),
    })),
  }
}

/** A day that is over cannot be promised once more. */
async function readyDayToOffer(db: Db, { readyOn }: CustomOrderRow, now: Date): Promise<string> {
  if (readyOn !== null && readyOn >= shopDay(now)) return readyOn
  return usualReadyDay(now, deliveryRulesOf(await readSettings(db)))
}

/** What of a quotation has not left the house. */
export function unsentOf(deliveries: readonly Delivery[]): QuoteDesk['unsent'] {
  return deliveries
    .filter(({ state }) => state !== 'sent')
    .map(({ channel, state }) => ({ channel, isStuck: state === 'stuck' }))
}

const quotationKeysOf = (row: CustomOrderRow) => (row.quotations === 0 ? [] : quotationKeys(row))

type Sent = ReadonlyMap<string, Delivery['channel']>

function sentChannels(deliveries: readonly Delivery[]): Sent {
  return new Map(deliveries.filter(({ state }) => state === 'sent').map((sent) => [sent.dedupeKey, sent.channel]))
}

function toMakersCustomOrder(row: CustomOrderRow, sent: Sent): MakersCustomOrder {
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
    askedAt: row.askedAt?.toISOString() ?? null,
  }
}

function inRupees(amount: number | null): number | null {
  return amount === null ? null : rupees(paise(amount))
}
