import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
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

/** The generated column splits at the same characters: all of ASCII except letters and digits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const SEPARATORS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8
/** Also while it is still being typed. */
const IS_ADDRESS = /^\S+@\S*$/

type ParsedSearch = { words: string[]; address?: string }

function parseSearch(typed: string): ParsedSearch | undefined {
  const words = splitWords(typed).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const address = typed.trim()
  return IS_ADDRESS.test(address) ? { words, address } : { words }
}

/** Matches orders in which every typed word begins a word, or whose email begins so. No index supports it. */
export function matchesSearch(typed: string): SQL | undefined {
  const search = parseSearch(typed)
  if (!search) return undefined
  if (search.address) return sql`starts_with(lower(${orders.customerEmail}), lower(${search.address}))`
  return sql`${orders.words} @@ lower(${search.words.map(prefixQuery).join(' & ')})::tsquery`
}

/** Matches the same orders with an index. */
export function matchesIndexedSearch(typed: string): SQL | undefined {
  const search = parseSearch(typed)
  if (!search) return undefined
  if (search.address)
    return sql`lower(${orders.customerEmail}) like lower(${`${search.address.replace(/[\\%_]/g, '\\$&')}%`})`
  const query = search.words.map((word) => (isIndexedPrefix(word) ? `'${word}'` : prefixQuery(word))).join(' & ')
  return sql`order_beginnings(${orders.words}) @@ lower(${query})::tsquery`
}

/** No word contains a quote. */
const prefixQuery = (word: string) => (isTooShort(word) ? `'${word}'` : `'${word}':*`)

/**
 * The index has every prefix of up to twenty letters before the first digit (order_beginnings), which is one lookup.
 * Fewer here, because lower case can lengthen a word.
 */
const isIndexedPrefix = (word: string) => /^[^\d]{2,15}$/u.test(word)

/** Short prefixes match too many words for the index, so these must match a whole word. */
function isTooShort(word: string): boolean {
  return word.length < (/^\d/.test(word) ? 3 : 2)
}

/** A phone number or PIN code is one word however it is grouped, without +91 or a leading zero. */
function splitWords(typed: string): string[] {
  const digits = typed.replaceAll(/[\s+()-]/g, '')
  if (/^\d+$/.test(digits)) return [digits.replace(/^(?:0+|91(?=\d{10}$))/, '')].filter(Boolean)
  const withoutHosts = typed.replaceAll(/(?<=\S)@\S*/g, '')
  return withoutHosts.trim().replace(/^ORD_/i, '').split(SEPARATORS).filter(Boolean)
}
