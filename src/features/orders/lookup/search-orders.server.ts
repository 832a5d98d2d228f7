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

/** The same characters at which the generated column splits: all of ASCII but letters and digits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const BETWEEN_WORDS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8
/** As far as it is typed. */
const IS_ADDRESS = /^\S+@\S*$/

type Typed = { words: string[]; address?: string }

/** Undefined where nothing was typed that could be looked for. */
function read(typed: string): Typed | undefined {
  const words = wordsOf(typed).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const address = typed.trim()
  return IS_ADDRESS.test(address) ? { words, address } : { words }
}

/**
 * Orders in which every word that was typed begins a word of theirs: reference, names, phone, PIN, e-mail before its @; or
 * whose e-mail address begins so. To be asked of one order after the other: no index knows it.
 */
export function matchesSearch(typed: string): SQL | undefined {
  const asked = read(typed)
  if (!asked) return undefined
  if (asked.address) return sql`starts_with(lower(${orders.customerEmail}), lower(${asked.address}))`
  return sql`${orders.words} @@ lower(${asked.words.map(beginning).join(' & ')})::tsquery`
}

/** The same orders, as an index finds them. */
export function matchesIndexedSearch(typed: string): SQL | undefined {
  const asked = read(typed)
  if (!asked) return undefined
  if (asked.address)
    return sql`lower(${orders.customerEmail}) like lower(${`${asked.address.replace(/[\\%_]/g, '\\$&')}%`})`
  const query = asked.words.map((word) => (isIndexedWhole(word) ? `'${word}'` : beginning(word))).join(' & ')
  return sql`order_beginnings(${orders.words}) @@ lower(${query})::tsquery`
}

/** Nothing is left in a word that would end its quotes. */
const beginning = (word: string) => (isTooShort(word) ? `'${word}'` : `'${word}':*`)

/**
 * The index has each beginning of a word before its first digit, up to twenty letters (order_beginnings): one list, where
 * the words that begin so have one each. Not all twenty here: in small letters a word may be longer.
 */
const isIndexedWhole = (word: string) => /^[^\d]{2,15}$/u.test(word)

/** So little begins too many words for an index to be of use: it has to be the whole word. */
function isTooShort(word: string): boolean {
  return word.length < (/^\d/.test(word) ? 3 : 2)
}

/** A phone number or PIN code is one word however it is grouped, without the country or the zero before it. */
function wordsOf(typed: string): string[] {
  const digits = typed.replaceAll(/[\s+()-]/g, '')
  if (/^\d+$/.test(digits)) return [digits.replace(/^(?:0+|91(?=\d{10}$))/, '')].filter(Boolean)
  const withoutHosts = typed.replaceAll(/(?<=\S)@\S*/g, '')
  return withoutHosts.trim().replace(/^ORD_/i, '').split(BETWEEN_WORDS).filter(Boolean)
}
