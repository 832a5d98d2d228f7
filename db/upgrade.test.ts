import { globSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { expect, it, onTestFinished } from 'vitest'

const [RELEASED = '', ...SINCE] = globSync('db/migrations/*.sql').sort()

async function apply(db: PGlite, file: string) {
  for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint')) await db.exec(statement)
}

const ORDER = `insert into orders (id, reference, content_hash, customer_name, customer_email, customer_phone, shipping_address,
  subtotal_paise, shipping_paise, total_paise, paid_at, status)`
const PAYMENT = `insert into payments (id, order_id, provider, client_txn_id, amount_paise, expires_at, status, paid_at, upi_txn_id)`
const REFUND = `insert into refunds_due (id, payment_id, provider, upi_txn_id, amount_paise, reason)`
const id = (of: 'order' | 'payment' | 'refund', nth: number) =>
  `'00000000-0000-4000-8000-${{ order: 'a', payment: 'b', refund: 'c' }[of]}0000000000${nth}'`

/** An order of Rs 600.00 that was paid under the number `RRN<nth>` by the version that was released first. */
const paidOrder = (nth: number, status = 'processing') => `
  ${ORDER} values (${id('order', nth)}, 'ORD_${nth}_old', 'hash', 'Asha Rao', 'asha@shopper.example', '+919876543210', '{}',
    45000, 15000, 60000, now(), '${status}');
  ${PAYMENT} values (${id('payment', nth)}, ${id('order', nth)}, 'sandbox', 'KCOLD00${nth}', 60000, now(), 'success', now(), 'RRN${nth}');`

it('a shop that took money before there was a ledger knows what it received and gave back', {
  timeout: 180_000,
}, async () => {
  const db = await PGlite.create()
  onTestFinished(() => db.close())
  await apply(db, RELEASED)
  await db.exec(`
    ${paidOrder(1)}
    ${paidOrder(2)} ${REFUND} values (${id('refund', 2)}, ${id('payment', 2)}, 'sandbox', 'RRN2-again', 60000, 'surplus');
    ${paidOrder(3, 'cancelled')} ${REFUND} values (${id('refund', 3)}, ${id('payment', 3)}, 'sandbox', 'RRN3', 60000, 'order-cancelled');
    insert into money_decisions (refund_id, bank_reference, decided_by, decided_at)
      values (${id('refund', 3)}, 'NEFT000001', 'maker@golconda.example', now());`)
  for (const file of SINCE) await apply(db, file)

  const standing = `select client_txn_id, status, received_paise, refunded_paise from payments order by client_txn_id`
  expect((await db.query(standing)).rows).toEqual([
    { client_txn_id: 'KCOLD001', status: 'success', received_paise: 60_000, refunded_paise: 0 },
    { client_txn_id: 'KCOLD002', status: 'success', received_paise: 120_000, refunded_paise: 60_000 },
    { client_txn_id: 'KCOLD003', status: 'refunded', received_paise: 60_000, refunded_paise: 60_000 },
  ])
  const told = `select r.upi_txn_id, r.state, array_agg(e.state order by e.id) as history
    from refunds_due r join refund_events e on e.refund_id = r.id group by r.id order by r.upi_txn_id`
  expect((await db.query(told)).rows).toEqual([
    { upi_txn_id: 'RRN2-again', state: 'due', history: ['due'] },
    { upi_txn_id: 'RRN3', state: 'processed', history: ['due', 'processed'] },
  ])
})
