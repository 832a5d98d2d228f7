import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { paise, rupees } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import {
  type AccountOwner,
  hasAccount,
  isSentByAccount,
  isSentWithEmail,
} from '#src/features/auth/accounts/users.server.ts'
import { type BulkLineRow, loadBulkLines } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
import { CUSTOM_ORDERS_PER_PAGE, type CustomOrderStatus } from '#src/features/custom-orders/custom-order-options.ts'
import {
  type ComposedRow,
  type CustomOrderRow,
  isComposed,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import type { CustomerRequest } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { calculateQuotedTotals, findQuotedOrder } from '#src/features/orders/place/place-quoted-order.server.ts'
import type { OrderTotals } from '#src/features/pricing/totals/totals.ts'
import { loadConversation } from './answer-question.server.ts'
import { getQuoteState } from './quote-terms.ts'

const SENDER = { userId: customOrders.userId, email: customOrders.customerEmail }

export const isRequestOfAccount = (customer: AccountOwner): SQL => isSentByAccount(SENDER, customer)

/** Matches requests that were sent with the account's verified address while signed out. */
export const isRequestWithEmail = (customer: AccountOwner): SQL | undefined =>
  // Requests of deleted accounts belong to no one.
  and(isSentWithEmail(SENDER, customer), isNull(customOrders.erasureRequestedAt))

export const isRequestOfCustomer = (customer: AccountOwner): SQL | undefined =>
  or(isRequestOfAccount(customer), isRequestWithEmail(customer))

/** Tells whether a request belongs to this customer, to another account, or to none. */
export async function ownerOf(
  db: Db,
  row: CustomOrderRow,
  customer: AccountOwner,
): Promise<'own' | 'others' | 'no-account'> {
  if (row.userId !== null) return row.userId === customer.id ? 'own' : 'others'
  if (row.customerEmail === customer.email) return 'own'
  return (await hasAccount(db, row.customerEmail)) ? 'others' : 'no-account'
}

const ACTIVE: CustomOrderStatus[] = ['quote-pending', 'confirmed', 'in-production']
const ENDED: CustomOrderStatus[] = ['quoted', 'cancelled']
const SHOWN_DAYS = 30

/** Lists the newest 30 open requests of a customer, and those that ended in the last 30 days. */
export async function listCustomerRequests(db: Db, customer: AccountOwner, now: Date): Promise<CustomerRequest[]> {
  const { status, validUntil, answeredAt, createdAt, id } = customOrders
  const endedAt = sql`coalesce(${validUntil}, ${answeredAt}, ${createdAt})`
  const since = addMinutes(now, -SHOWN_DAYS * 24 * 60)
  const isShown = or(inArray(status, ACTIVE), and(inArray(status, ENDED), gt(endedAt, since)))
  const rows = await db
    .select()
    .from(customOrders)
    .where(and(isRequestOfCustomer(customer), isShown))
    .orderBy(desc(createdAt), desc(id))
    .limit(CUSTOM_ORDERS_PER_PAGE)
  return Promise.all(rows.map((row) => toCustomerRequest(db, row, { customer, now })))
}

async function toCustomerRequest(
  db: Db,
  row: CustomOrderRow,
  { customer, now }: { customer: AccountOwner; now: Date },
): Promise<CustomerRequest> {
  const found = await findQuotedOrder(db, row.orderId, customer.id)
  const { reference, status, createdAt, dueAt } = row
  return {
    reference,
    status,
    composition: isComposed(row) ? toChoices(row) : null,
    lines: isComposed(row) ? null : (await loadBulkLines(db, row.id)).map(toPieces),
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    neededBy: row.neededBy,
    isLate: status === 'quote-pending' && dueAt < now,
    quotation: await quotationOf(db, row, { now, ordered: found?.isOwn ? found.totals : undefined }),
    notes: status === 'quoted' ? (row.adminNotes ?? '') : '',
    declinedBecause: await declineReason(db, row),
    conversation: await loadConversation(db, row.id),
    // An order of someone else with the same link is shown to them only.
    order: found?.isOwn ? found.order : null,
  }
}

const toPieces = ({ productId, name, quantity }: BulkLineRow) => ({ productId, name, quantity })

export function toChoices({ flavor, concentration, ingredients, shape, packaging, occasion, quantity }: ComposedRow) {
  return { flavor, concentration, ingredients, shape, packaging, occasion, quantity }
}

type QuotationAt = { now: Date; ordered: OrderTotals | undefined }

async function quotationOf(
  db: Db,
  row: CustomOrderRow,
  { now, ordered }: QuotationAt,
): Promise<CustomerRequest['quotation']> {
  const { quotedPaise, validUntil, quoteTokenHash, status } = row
  if (status === 'cancelled' || quotedPaise === null || validUntil === null || quoteTokenHash === null) return null
  const { subtotal, shipping, total } = ordered ?? (await calculateQuotedTotals(db, paise(quotedPaise)))
  return {
    state: getQuoteState(row, now),
    price: rupees(subtotal),
    shipping: rupees(shipping),
    total: rupees(total),
    validUntil: validUntil.toISOString(),
  }
}

/** Returns the reason that was mailed; reasons of later cancellations are internal. */
export async function declineReason(db: Db, row: Pick<CustomOrderRow, 'id' | 'status'>): Promise<string> {
  if (row.status !== 'cancelled') return ''
  const { text, from, to, createdAt } = customOrderEvents
  const isDecline = and(inArray(from, ['quote-pending', 'quoted']), eq(to, 'cancelled'))
  const [declined] = await db
    .select({ text })
    .from(customOrderEvents)
    .where(and(eq(customOrderEvents.customOrderId, row.id), isDecline))
    .orderBy(desc(createdAt))
    .limit(1)
  return declined?.text ?? ''
}
