import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import type { ListPaymentsInput } from './admin-payments.contract.ts'
import { listPayments } from './list-payments.server.ts'

const PHONE = '9876543210'
const isAsha = (nth: number) => nth % 3 !== 0
const isExpired = (nth: number) => nth % 2 === 0

const upTo = (howMany: number) => Array.from({ length: howMany }, (_, at) => at + 1)

async function placePayments(db: Db, howMany: number): Promise<void> {
  const rows = upTo(howMany).map((nth) => ({
    nth,
    name: isAsha(nth) ? 'Asha' : 'Ravi',
    status: isExpired(nth) ? 'expired' : 'pending',
    upi: nth === 5 ? PHONE : null,
  }))
  await db.execute(sql`
    with rows as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows(nth int, name text, status text, upi text)),
    placed as (
      insert into orders (reference, content_hash, customer_name, customer_email, customer_phone, shipping_address,
        subtotal_paise, shipping_paise, total_paise)
      select 'ORD_' || nth, 'hash', name, 'nr' || nth || '@mail.example', ${`+91${PHONE}`}, '{}', 45000, 15000, 60000 from rows
      returning id, reference)
    insert into payments (order_id, provider, client_txn_id, status, amount_paise, upi_txn_id, expires_at, created_at)
    select placed.id, 'sandbox', 'KCTEST' || nth, status, 60000, upi, now(), timestamptz '2026-01-01' + nth * interval '1 minute'
    from rows join placed on placed.reference = 'ORD_' || nth`)
}

async function walkThrough(db: Db, wanted: ListPaymentsInput & { limit: number }) {
  const found: number[] = []
  const totals: (number | undefined)[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const { records, total } = await listPayments(db, { ...wanted, cursor })
    found.push(...records.map(({ clientTxnId }) => Number(clientTxnId.slice('KCTEST'.length))))
    totals.push(total)
    cursor = records.at(-1)?.id
    more = records.length === wanted.limit
  }
  return { found, totals: new Set(totals) }
}

describe('a search for payments goes through all its pages, newest first, each payment once', () => {
  it.each<{ what: string; wanted: ListPaymentsInput; isWanted: (nth: number) => boolean }>([
    { what: 'a name', wanted: { q: 'asha' }, isWanted: isAsha },
    {
      what: 'a name, of one status',
      wanted: { q: 'asha', status: 'expired' },
      isWanted: (nth) => isAsha(nth) && isExpired(nth),
    },
    { what: "what is one's number at the bank and everybody's phone", wanted: { q: PHONE }, isWanted: () => true },
    { what: 'a number of ours', wanted: { q: 'kctest60' }, isWanted: (nth) => nth === 60 },
    { what: 'nothing', wanted: { q: 'nobody' }, isWanted: () => false },
  ])('with the right total: $what', ({ wanted, isWanted }) =>
    inTestTransaction(async (db) => {
      await placePayments(db, 60)
      const expected = upTo(60).filter(isWanted).toReversed()
      expect(await walkThrough(db, { ...wanted, limit: 7 })).toEqual({
        found: expected,
        totals: new Set([expected.length]),
      })
    }),
  )

  it('with no total where thousands are found', { timeout: 60_000 }, () =>
    inTestTransaction(async (db) => {
      await placePayments(db, 4800)
      expect(await walkThrough(db, { q: 'asha', limit: 200 })).toEqual({
        found: upTo(4800).filter(isAsha).toReversed(),
        totals: new Set([undefined]),
      })
    }),
  )
})
