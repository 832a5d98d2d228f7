import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { hasWords, isAddress, isAddressLike, splitWords } from '#src/db/search.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { OrderFilter } from './order-filters.ts'

const isPaid = isNotNull(orders.paidAt)

const QUEUES: Record<OrderFilter, () => SQL | undefined> = {
  pack: () => and(eq(orders.status, 'processing'), isNull(orders.packedAt)),
  ready: () => and(eq(orders.status, 'processing'), isNotNull(orders.packedAt)),
  shipped: () => eq(orders.status, 'shipped'),
  unpaid: () => and(eq(orders.status, 'pending'), isNull(orders.paidAt)),
  hold: () => and(eq(orders.status, 'pending'), isPaid),
  done: () => inArray(orders.status, ['delivered', 'completed']),
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
