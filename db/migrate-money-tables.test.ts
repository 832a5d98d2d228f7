import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'

const JOURNAL: { entries: { tag: string }[] } = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))

/** A shop of the first version with money of every kind: kept, sent back by hand, owed, and one that did not fit. */
const SHOP_OF_THE_FIRST_VERSION = `
  insert into orders (id, reference, content_hash, status, customer_name, customer_email, customer_phone, shipping_address,
    subtotal_paise, shipping_paise, total_paise, paid_at)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'ORD_' || n, 'hash', case n when 4 then 'pending' else 'processing' end,
    'Asha', 'asha@example.com', '+919876543210', '{}', 100000, 15000, 115000, case n when 4 then null else now() end
  from generate_series(1, 4) n;
  insert into payments (id, order_id, provider, client_txn_id, status, amount_paise, upi_txn_id, paid_at, expires_at)
  select id, id, 'sandbox', 'KC0000000' || right(id::text, 1), status, 115000, upi, case when upi is null then null else now() end, now()
  from (values
    ('00000000-0000-4000-8000-000000000001'::uuid, 'success', 'RRN1'),
    ('00000000-0000-4000-8000-000000000002'::uuid, 'refunded', 'RRN2'),
    ('00000000-0000-4000-8000-000000000003'::uuid, 'success', 'RRN3'),
    ('00000000-0000-4000-8000-000000000004'::uuid, 'review', null)
  ) as p (id, status, upi);
  insert into refunds_due (id, payment_id, provider, upi_txn_id, amount_paise, reason) values
    ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000002', 'sandbox', 'RRN2', 115000, 'order-cancelled'),
    ('00000000-0000-4000-8000-000000000013', '00000000-0000-4000-8000-000000000003', 'sandbox', 'RRN9', 115000, 'surplus'),
    ('00000000-0000-4000-8000-000000000014', '00000000-0000-4000-8000-000000000004', 'sandbox', 'RRN4', 100, 'wrong-amount');
  insert into money_decisions (refund_id, bank_reference, decided_by, decided_at)
  values ('00000000-0000-4000-8000-000000000012', 'NEFT-1', 'maker@golconda.example', now());`

/** In one transaction, as the migrator does. */
async function apply(database: PGlite, tags: string[]): Promise<void> {
  await database.exec('begin')
  for (const tag of tags)
    for (const statement of readFileSync(`db/migrations/${tag}.sql`, 'utf8').split('--> statement-breakpoint'))
      await database.exec(statement)
  await database.exec('commit')
}

it('a shop of the first version knows after the upgrade what came and what went back', async () => {
  const database = await PGlite.create()
  const [first, ...later] = JOURNAL.entries.map(({ tag }) => tag)
  await apply(database, first ? [first] : [])
  await database.exec(SHOP_OF_THE_FIRST_VERSION)
  await apply(database, later)

  const rows = async (query: string) => (await database.query(query)).rows
  expect(await rows('select received_paise, refunded_paise from payments order by id')).toEqual([
    { received_paise: 115_000, refunded_paise: 0 },
    { received_paise: 115_000, refunded_paise: 115_000 },
    { received_paise: 230_000, refunded_paise: 115_000 },
    { received_paise: 100, refunded_paise: 100 },
  ])
  expect(await rows('select upi_txn_id from payment_captures order by upi_txn_id')).toHaveLength(5)
  expect(await rows('select state, bank_reference from refunds order by id')).toEqual([
    { state: 'processed', bank_reference: 'NEFT-1' },
    { state: 'due', bank_reference: null },
    { state: 'due', bank_reference: null },
  ])
  expect(await rows('select state from refund_events order by refund_id, id')).toEqual([
    { state: 'due' },
    { state: 'processed' },
    { state: 'due' },
    { state: 'due' },
  ])
  await expect(database.exec(`update payments set status = 'success' where received_paise = 100`)).rejects.toThrow(
    'payments_success',
  )
  await expect(database.exec('delete from payment_captures')).rejects.toThrow('append-only')
  await database.close()
  // An engine of its own takes long to start on a busy machine.
}, 120_000)
