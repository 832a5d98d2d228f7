import { and, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OrderQueue } from './order-queues.rules.ts'
import { orders } from './orders.table.server.ts'

const isPaid = isNotNull(orders.paidAt)

const QUEUES: Record<OrderQueue, () => SQL | undefined> = {
  pack: () => and(eq(orders.status, 'processing'), isNull(orders.packedAt)),
  ready: () => and(eq(orders.status, 'processing'), isNotNull(orders.packedAt)),
  shipped: () => eq(orders.status, 'shipped'),
  unpaid: () => and(eq(orders.status, 'pending'), isNull(orders.paidAt)),
  hold: () => and(eq(orders.status, 'pending'), isPaid),
  done: () => inArray(orders.status, ['delivered', 'completed']),
  cancelled: () => eq(orders.status, 'cancelled'),
  all: () => undefined,
}

export function inQueue(queue: OrderQueue): SQL | undefined {
  return QUEUES[queue]()
}

/** To be asked of one order after the other: with nothing added, no index knows them. */
export const WORDS_OF_EACH = sql`(${orders.words} || ''::tsvector)`

/** The same characters at which the generated column splits: all of ASCII but letters and digits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what separates words is what is neither letter nor digit.
const BETWEEN_WORDS = /[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+/
const MAX_WORDS = 8
/** As far as it is typed. */
const IS_ADDRESS = /^\S+@\S*$/

/** Orders in which every word that was typed begins a word of theirs: reference, names, phone, PIN, e-mail before its @. */
export function matching(typed: string, inWords: SQLWrapper = orders.words): SQL | undefined {
  const words = wordsOf(typed).slice(0, MAX_WORDS)
  if (words.length === 0) return undefined
  const address = typed.trim()
  const isAddress = IS_ADDRESS.test(address)
  // Before the @ all is typed. Nothing is left in a word that would end its quotes.
  const query = words.map((word) => (isAddress || isTooShort(word) ? `'${word}'` : `'${word}':*`)).join(' & ')
  const found = sql`${inWords} @@ lower(${query})::tsquery`
  return isAddress ? and(found, sql`starts_with(lower(${orders.customerEmail}), lower(${address}))`) : found
}

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
