import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { listOrders } from './list-orders.server.ts'
import type { OrderFilter } from './order-filters.ts'

const ORDERS = 2400
const all = Array.from({ length: ORDERS }, (_, at) => at + 1)

const nameOf = (nth: number) =>
  [
    nth === 1 ? 'Meera' : nth % 3 === 0 ? 'Asha' : nth % 7 === 0 ? 'Zoya' : 'Ravi',
    nth % 11 === 0 ? 'Siddiqui' : 'Rao',
  ].join(' ')
const statusOf = (nth: number) => (nth % 5 === 0 ? 'cancelled' : 'processing')
const mailOf = (nth: number) => `${nameOf(nth).split(' ')[0]}_${nth % 4}@mail.example`

const manyOrders = (db: Db) =>
  placeOrders(
    db,
    all.map((nth) => ({ nth, name: nameOf(nth), status: statusOf(nth), mail: mailOf(nth) })),
  )

async function placeOrders(db: Db, rows: { nth: number; name: string; status: string; mail: string }[]): Promise<void> {
  await db.execute(sql`
    insert into orders (reference, content_hash, customer_name, customer_email, customer_phone, shipping_address,
      subtotal_paise, shipping_paise, total_paise, status, created_at, paid_at)
    select 'ORD_' || nth, 'hash', name, mail, '+919876543210', '{}', 45000, 15000, 60000, status,
      timestamptz '2026-01-01' + nth * interval '1 minute', now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(nth int, name text, status text, mail text)`)
}

async function walkThrough(db: Db, { q, status, limit }: { q: string; status: OrderFilter; limit: number }) {
  const found: number[] = []
  const totals: (number | undefined)[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await listOrders(db, 'all', { q, status, limit, cursor })
    found.push(...page.orders.map(({ orderId }) => Number(orderId.slice(4))))
    totals.push(page.total)
    cursor = page.nextCursor
    more = cursor !== undefined
  }
  return { found, totals }
}

/** The text typed, the orders on a page, and those that it must find. */
const SEARCHES: [what: string, q: string, limit: number, isWanted: (nth: number) => boolean][] = [
  ['a frequent word', 'asha', 90, (nth) => nameOf(nth).startsWith('Asha')],
  ['a beginning', 'SID', 25, (nth) => nameOf(nth).endsWith('Siddiqui')],
  ['two words that are frequent each', 'zoy sidd', 7, (nth) => nameOf(nth) === 'Zoya Siddiqui'],
  ['a word that only the oldest has', 'meera', 7, (nth) => nth === 1],
  ['a number', '2399', 7, (nth) => nth === 2399],
  ['the beginning of an address', 'ravi_3@MAIL', 90, (nth) => mailOf(nth).startsWith('Ravi_3@')],
  ['an address with signs of patterns', 'ravi_%@', 7, () => false],
  ['a word that nobody has', 'nobody', 7, () => false],
]

it(
  'an admin who pages through a search finds everything once, in order, with the right total',
  {
    timeout: 60_000,
  },
  () =>
    inTestTransaction(async (db) => {
      await manyOrders(db)
      for (const [what, q, limit, isWanted] of SEARCHES)
        for (const status of ['all', 'cancelled', 'pack'] as const) {
          const wanted = all.filter(
            (nth) =>
              isWanted(nth) && (status === 'all' || (status === 'cancelled') === (statusOf(nth) === 'cancelled')),
          )
          const { found, totals } = await walkThrough(db, { q, status, limit })
          expect(found, `${what}, ${status}`).toEqual(status === 'pack' ? wanted : wanted.toReversed())
          expect(new Set(totals), `${what}, ${status}`).toEqual(new Set([wanted.length]))
        }
    }),
)

describe('an admin searches for a word that thousands of orders have', () => {
  const SHOP = 7000
  const isAsha = (nth: number) => nth % 5 !== 0
  const statusIn = (nth: number) => (nth <= 40 ? 'processing' : nth % 6 === 0 ? 'cancelled' : 'completed')
  const ofAsha = (status: string) =>
    Array.from({ length: SHOP }, (_, at) => at + 1).filter((nth) => isAsha(nth) && statusIn(nth) === status)

  /** Commits and analyses the tables, because the planner needs statistics. */
  async function aLargeShop(): Promise<Db> {
    const { db } = await testDatabase()
    const rows = Array.from({ length: SHOP }, (_, at) => at + 1).map((nth) => ({
      nth,
      name: isAsha(nth) ? 'Asha Rao' : 'Ravi Rao',
      status: statusIn(nth),
      mail: `somebody_${nth}@mail.example`,
    }))
    await placeOrders(db, rows)
    await db.execute(sql`analyze orders`)
    return db
  }

  it('and finds every match once, in order; only a short list says how many', { timeout: 180_000 }, async () => {
    const db = await aLargeShop()
    const { found, totals } = await walkThrough(db, { q: 'asha', status: 'done', limit: 200 })
    expect(found).toEqual(ofAsha('completed').toReversed())
    expect(new Set(totals)).toEqual(new Set([undefined]))
    const cancelled = await walkThrough(db, { q: 'asha', status: 'cancelled', limit: 200 })
    expect(cancelled.found).toEqual(ofAsha('cancelled').toReversed())
    expect(new Set(cancelled.totals)).toEqual(new Set([ofAsha('cancelled').length]))
    const toPack = await walkThrough(db, { q: 'asha', status: 'pack', limit: 25 })
    expect(toPack).toEqual({ found: ofAsha('processing'), totals: [32, 32] })
  })
})
