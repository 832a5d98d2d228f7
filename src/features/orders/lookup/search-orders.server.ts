import { and, eq, gt, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { hasWords, isAddress, isAddressLike, splitWords } from '#src/db/search.server.ts'
import { DELIVERED_STATUSES } from '#src/features/orders/order-status.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { isInTrouble } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import type { OrderFilter } from './order-filters.ts'

const isPaid = isNotNull(orders.paidAt)

const isUnpacked = and(eq(orders.status, 'processing'), isNull(orders.packedAt))
const today = sql`(now() at time zone 'Asia/Kolkata')::date`
/** Three days let the studio pack for a day of dispatch behind a closed one. */
const leavesLater = sql`coalesce(${orders.shipOn} > ${today} + 3, false)`

export const isToPack = and(isUnpacked, not(leavesLater))

const QUEUES: Record<OrderFilter, () => SQL | undefined> = {
  pack: () => isToPack,
  later: () => and(isUnpacked, leavesLater),
  heat: () => and(eq(orders.heat, 'wait'), isUnpacked, gt(orders.shipOn, today)),
  ready: () => and(eq(orders.status, 'processing'), isNotNull(orders.packedAt)),
  shipped: () => eq(orders.status, 'shipped'),
  trouble: () =>
    inArray(orders.id, new QueryBuilder().select({ id: shipments.orderId }).from(shipments).where(isInTrouble)),
  unpaid: () => and(eq(orders.status, 'pending'), isNull(orders.paidAt)),
  hold: () => and(eq(orders.status, 'pending'), isPaid),
  done: () => inArray(orders.status, DELIVERED_STATUSES),
  cancelled: () => eq(orders.status, 'cancelled'),
  all: () => undefined,
}

export function statusFilterCondition(queue: OrderFilter): SQL | undefined {
  return QUEUES[queue]()
}

/** Matches orders in which every typed word begins a word, or whose email address begins so. */
export function matchesOrderSearch(typed: string): SQL {
  const words = splitWords(wordsWorthFinding(typed))
  if (words.length > 0 && isAddress(typed)) return isAddressLike(orders.customerEmail, typed)
  return hasWords(orders.searchText, words, isTooShort)
}

/** Short prefixes match too many words, so these must match a whole word. */
function isTooShort(word: string): boolean {
  return word.length < (/^\d/.test(word) ? 3 : 2)
}

/** A phone number or PIN code is one word however it is grouped, without +91 or a leading zero. */
function wordsWorthFinding(typed: string): string {
  const digits = typed.replaceAll(/[\s+()-]/g, '')
  if (/^\d+$/.test(digits)) return digits.replace(/^(?:0+|91(?=\d{10}$))/, '')
  const withoutHosts = typed.replaceAll(/(?<=\S)@\S*/g, '')
  return withoutHosts.trim().replace(/^ORD_/i, '')
}
