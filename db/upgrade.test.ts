import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { migrate, migrateTo } from '#src/db/migrate.server.ts'
import { openForCli } from '#src/db/open-database.server.ts'
import { temporaryFolder } from '#src/testing/resources.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'

const ORDER = `insert into orders (id, reference, content_hash, customer_name, customer_email, customer_phone, shipping_address,
  subtotal_paise, shipping_paise, total_paise, paid_at, status, is_sample)`
const PAYMENT = `insert into payments (id, order_id, provider, client_txn_id, amount_paise, expires_at, status, paid_at, upi_txn_id)`
const EVENT = `insert into payment_events (provider, event_id, payment_id, source, raw, result, amount_paise, upi_txn_id)`
const REFUND = `insert into refunds_due (id, payment_id, provider, upi_txn_id, amount_paise, reason)`
const SENT_BACK = `insert into money_decisions (refund_id, bank_reference, decided_by, decided_at)`
const id = (of: 'order' | 'payment' | 'refund', nth: number) =>
  `'00000000-0000-4000-8000-${{ order: 'a', payment: 'b', refund: 'c' }[of]}0000000000${nth}'`

const order = (nth: number, { status = 'processing', paid = true, sample = false } = {}) => `
  ${ORDER} values (${id('order', nth)}, 'ORD_${nth}', 'hash', 'Asha Rao', 'asha@shopper.example', '+919876543210', '{}',
    45000, 15000, 60000, ${paid ? 'now()' : 'null'}, '${status}', ${sample});`

/** An order of Rs 600.00 that was paid under the number `RRN<nth>` by the version that was released first. */
const paidOrder = (nth: number, status = 'processing') => `${order(nth, { status })}
  ${PAYMENT} values (${id('payment', nth)}, ${id('order', nth)}, 'sandbox', 'KCOLD00${nth}', 60000, now(), 'success', now(), 'RRN${nth}');`

/** An order for which 600.00 of an unfit currency came under the number `RRN<nth>`, as the bank said. */
const unfitMoney = (nth: number, raw: string) => `${order(nth, { status: 'pending', paid: false })}
  ${PAYMENT} values (${id('payment', nth)}, ${id('order', nth)}, 'sandbox', 'KCOLD00${nth}', 60000, now(), 'review', null, null);
  ${EVENT} values ('sandbox', 'evt_${nth}', ${id('payment', nth)}, 'webhook', '${raw}', 'review', 60000, 'RRN${nth}');
  ${REFUND} values (${id('refund', nth)}, ${id('payment', nth)}, 'sandbox', 'RRN${nth}', 60000, 'wrong-amount');`

/** A data folder as the first version left it, with the migrator's own record of what it has applied. */
let released: Promise<string> | undefined

async function releaseFirstVersion(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
  const { pool, close } = await openForCli({ dataDir })
  const first = readMigrationFiles({ migrationsFolder: 'db/migrations' }).slice(0, 1)
  await migrateTo(
    pool,
    first.map(({ hash }) => hash),
  )
  await close()
  return dataDir
}

/** An empty shop of the first version. */
async function aShopOfTheFirstVersion(): Promise<pg.Pool> {
  released ??= releaseFirstVersion()
  const dataDir = temporaryFolder()
  cpSync(await released, dataDir, { recursive: true })
  const { pool, close } = await openForCli({ dataDir })
  onTestFinished(close)
  return pool
}

afterAll(async () => {
  if (released) rmSync(await released, { recursive: true })
})

it('a shop with payments from before ledgers and invoices knows what it received, refunded and invoiced', {
  timeout: 180_000,
}, async () => {
  const pool = await aShopOfTheFirstVersion()
  const rows = async (query: string) => (await pool.query(query)).rows
  const word = (currency: string) =>
    JSON.stringify({ currency, vpa: 'asha.rao@okaxis', email: 'asha@shopper.example', contact: '+919876543210' })
  await pool.query(`
    ${paidOrder(1)}
    ${paidOrder(2)} ${REFUND} values (${id('refund', 2)}, ${id('payment', 2)}, 'sandbox', 'RRN2-again', 60000, 'surplus');
    ${paidOrder(3, 'cancelled')} ${REFUND} values (${id('refund', 3)}, ${id('payment', 3)}, 'sandbox', 'RRN3', 60000, 'order-cancelled');
    ${SENT_BACK} values (${id('refund', 3)}, 'NEFT000001', 'maker@golconda.example', now());
    ${unfitMoney(4, word('USD'))} ${SENT_BACK} values (${id('refund', 4)}, 'NEFT000002', 'maker@golconda.example', now());
    ${unfitMoney(5, word('INR'))}
    ${unfitMoney(6, 'nothing that can be read')}
    ${order(7, { sample: true })}`)
  await migrate(pool)

  expect(await rows('select client_txn_id, status, received_paise, refunded_paise from payments order by 1')).toEqual([
    { client_txn_id: 'KCOLD001', status: 'success', received_paise: 60_000, refunded_paise: 0 },
    { client_txn_id: 'KCOLD002', status: 'success', received_paise: 120_000, refunded_paise: 60_000 },
    { client_txn_id: 'KCOLD003', status: 'refunded', received_paise: 60_000, refunded_paise: 60_000 },
    { client_txn_id: 'KCOLD004', status: 'cancelled', received_paise: 60_000, refunded_paise: 60_000 },
    { client_txn_id: 'KCOLD005', status: 'review', received_paise: 60_000, refunded_paise: 60_000 },
    { client_txn_id: 'KCOLD006', status: 'review', received_paise: 60_000, refunded_paise: 60_000 },
  ])
  const sent = `select r.upi_txn_id, r.state, r.bank_reference, array_agg(e.state order by e.id) as history
    from refunds r join refund_events e on e.refund_id = r.id group by r.id order by r.upi_txn_id limit 2`
  expect(await rows(sent)).toEqual([
    { upi_txn_id: 'RRN2-again', state: 'due', bank_reference: null, history: ['due'] },
    { upi_txn_id: 'RRN3', state: 'processed', bank_reference: 'NEFT000001', history: ['due', 'processed'] },
  ])
  expect(await rows(`select currency from payment_captures where upi_txn_id >= 'RRN4' order by upi_txn_id`)).toEqual([
    { currency: 'USD' },
    { currency: 'INR' },
    { currency: 'XXX' },
  ])
  const [received] = await rows(`select raw from payment_events where event_id = 'evt_4'`)
  expect(JSON.parse(received.raw)).toEqual({ currency: 'USD', vpa: 'as***@okaxis', email: '***', contact: '***' })

  // Refunds that were due before automatic refunds may have been paid by hand: an admin switches them on.
  expect(await rows(`select value from settings where section = 'refunds'`)).toEqual([
    { value: { automaticUpTo: 0, automaticPerDay: 0 } },
  ])

  await pool.query(order(8))
  expect(
    (await brokenInvariants(drizzle({ client: pool })))[
      'every order paid since the shop issues invoices has exactly one, of its total, and no other has one'
    ],
    'only what was paid since lacks one',
  ).toEqual(['ORD_8'])
  const settled = pool.query(`update orders set legacy_without_invoice = true where reference = 'ORD_8'`)
  await expect(settled).rejects.toThrow('Whether order ORD_8 has an invoice does not change')
})

it('a shop with sales stays open when it is upgraded, one with sample orders only waits for its checklist', {
  timeout: 180_000,
}, async () => {
  const opened = async (written: string) => {
    const pool = await aShopOfTheFirstVersion()
    await pool.query(written)
    await migrate(pool)
    return (await pool.query('select opened_by from shop_opening')).rows
  }
  expect(await opened(order(1, { status: 'pending', paid: false }))).toEqual([{ opened_by: null }])
  expect(await opened(order(1, { sample: true }))).toEqual([])
})
