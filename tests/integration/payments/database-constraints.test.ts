import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { createFakeBank, createPaymentEvent, toSuccessStatus } from '#tests/fakes/bank.ts'
import { expectInvariants } from '#tests/invariants.ts'

/** A pending order, and a paid and invoiced one with a partial refund. */
async function aShop(db: Db) {
  await registerForGst(db, 'regular')
  const [bank, admin, customer] = [createFakeBank(), await createAdmin(db), await createCustomer(db)]
  const context = { ...createTestPayments(db), gateway: bank.provider }
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 5 })
  await adjustStock(db, { productId: product.id, by: admin, reason: 'made', quantity: 1 })
  await createOrder(context, { customer, product, paid: false })
  const { id } = await createOrder(context, { customer, product, paid: false })
  const payment = onlyRow(await db.select().from(payments).where(sql`${payments.orderId} = ${id}`))
  const money = { upiTxnId: '632512345678', amount: paise(214_900), currency: 'INR', at: context.now() }
  const report = createPaymentEvent(
    payment.clientTxnId,
    toSuccessStatus({ ...money, clientTxnId: payment.clientTxnId }),
  )
  await processPaymentEvent(context, { ...report, provider: 'bank', source: 'webhook' })
  const refund = { paymentId: payment.id, amount: paise(100_000), reason: 'It had melted', key: 'half-of-the-box' }
  await requestRefund(db, { ...refund, by: admin, now: context.now() })
  await executeRefunds(context)
  await expectInvariants(db)
}

/** The constraint that refuses the statement, or the number of changed rows. */
async function refusalOf(db: Db, statement: string): Promise<string> {
  try {
    const changed = await db.transaction((tx) => tx.execute(sql.raw(statement)))
    return `${changed.rowCount} rows changed`
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'constraint' in cause) return String(cause.constraint)
    throw error
  }
}

const PAID = `(select id from payments where status = 'success')`
const OPEN = `(select id from payments where status = 'pending')`

/** What a person at a prompt or a defective program might try, and the constraint that refuses it. */
const ATTEMPTS: Record<string, [what: string, statement: string, constraint: string][]> = {
  'what was written stays': [
    ['an event is rewritten', `update payment_events set raw = '{}'`, 'payment_events_append_only'],
    ['an event is deleted', `delete from payment_events`, 'payment_events_append_only'],
    ['money that came is made more', `update payment_captures set amount_paise = 1`, 'payment_captures_append_only'],
    ['money that came is deleted', `delete from payment_captures`, 'payment_captures_append_only'],
    ['the history of a refund is rewritten', `update refund_events set state = 'due'`, 'refund_events_append_only'],
    ['the history of a refund is deleted', `delete from refund_events`, 'refund_events_append_only'],
    ['an invoice is changed', `update invoices set total_paise = 1`, 'invoices_append_only'],
    ['an invoice is deleted', `delete from invoices`, 'invoices_append_only'],
    ['a credit note is changed', `update credit_notes set total_paise = 1`, 'credit_notes_append_only'],
    ['a credit note is deleted', `delete from credit_notes`, 'credit_notes_append_only'],
    ['the log of the makers is rewritten', `update audit_log set actor_email = 'x'`, 'audit_log_append_only'],
    ['the log of the makers is deleted', `delete from audit_log`, 'audit_log_append_only'],
    ['the stock ledger is rewritten', `update stock_ledger set change = 9`, 'stock_ledger_append_only'],
    ['the stock ledger is deleted', `delete from stock_ledger`, 'stock_ledger_append_only'],
    [
      'the history of an order is rewritten',
      `update order_status_changes set "to" = 'shipped'`,
      'order_status_changes_append_only',
    ],
    ['a line of an order is made cheaper', `update order_lines set unit_paise = 1`, 'order_lines_append_only'],
    [
      'a price is changed after the order was placed',
      `update orders set subtotal_paise = subtotal_paise - 1, total_paise = total_paise - 1`,
      'orders_price_is_fixed',
    ],
    [
      'a paid order is said to be older than invoices',
      `update orders set legacy_without_invoice = true`,
      'orders_legacy_without_invoice_is_fixed',
    ],
  ],
  'a payment keeps its word': [
    [
      'it asks for another amount',
      `update payments set amount_paise = 1 where id = ${OPEN}`,
      'payments_terms_are_fixed',
    ],
    [
      'it is moved to another order',
      `update payments set order_id = (select order_id from payments where id = ${PAID}) where id = ${OPEN}`,
      'payments_terms_are_fixed',
    ],
    [
      'its number is changed',
      `update payments set client_txn_id = 'KCANOTHER1' where id = ${OPEN}`,
      'payments_terms_are_fixed',
    ],
    [
      'it is made a success without money',
      `update payments set status = 'success', paid_at = now(), upi_txn_id = '1' where id = ${OPEN}`,
      'payments_success_is_paid',
    ],
    [
      'it is made a success without the bank’s number',
      `update payments set status = 'success', received_paise = amount_paise where id = ${OPEN}`,
      'payments_success_has_evidence',
    ],
    [
      'it is paid with the money of another',
      `update payments set upi_txn_id = '632512345678' where id = ${OPEN}`,
      'payments_upi_txn_unique',
    ],
    [
      'a success becomes a failure',
      `update payments set status = 'failure' where id = ${PAID}`,
      'payments_success_is_final',
    ],
    ['a success expires', `update payments set status = 'expired' where id = ${PAID}`, 'payments_success_is_final'],
    [
      'the time of a success is changed',
      `update payments set paid_at = now() + interval '1 day' where id = ${PAID}`,
      'payments_success_is_final',
    ],
    [
      'a success is of other money',
      `update payments set upi_txn_id = '9' where id = ${PAID}`,
      'payments_success_is_final',
    ],
    ['a payment is deleted', `delete from payments where id = ${OPEN}`, 'payments_no_delete'],
    [
      'more goes back than came',
      `update payments set refunded_paise = received_paise + 1`,
      'payments_refunded_within_received',
    ],
    ['less than nothing goes back', `update payments set refunded_paise = -1`, 'payments_refunded_within_received'],
    [
      'a second payment asks for less than the total',
      `insert into payments (order_id, provider, client_txn_id, amount_paise, expires_at, status) select order_id, 'bank', 'KCANOTHER2', 100, now(), 'expired' from payments where id = ${PAID}`,
      'payments_amount_is_order_total',
    ],
    [
      'a second payment succeeds',
      `insert into payments (order_id, provider, client_txn_id, amount_paise, expires_at, status, paid_at, upi_txn_id, received_paise) select order_id, 'bank', 'KCANOTHER3', amount_paise, now(), 'success', now(), '7', amount_paise from payments where id = ${PAID}`,
      'payments_one_success_per_order',
    ],
    [
      'money comes twice under one number',
      `insert into payment_captures (payment_id, provider, upi_txn_id, amount_paise, paid_at) select ${OPEN}, provider, upi_txn_id, amount_paise, now() from payment_captures`,
      'payment_captures_once',
    ],
    [
      'nothing comes as money',
      `insert into payment_captures (payment_id, provider, upi_txn_id, amount_paise, paid_at) values (${OPEN}, 'bank', '8', 0, now())`,
      'payment_captures_amount_positive',
    ],
    [
      'an event is heard twice',
      `insert into payment_events (provider, event_id, source, raw, result) select provider, event_id, source, raw, result from payment_events`,
      'payment_events_event_unique',
    ],
  ],
  'a refund is of its money': [
    ['it becomes more', `update refunds set amount_paise = amount_paise + 1`, 'refunds_terms_are_fixed'],
    ['it goes to another payment', `update refunds set payment_id = ${OPEN}`, 'refunds_terms_are_fixed'],
    ['one that went back is asked for again', `update refunds set state = 'requested'`, 'refunds_terms_are_fixed'],
    ['it is deleted', `delete from refunds`, 'refunds_terms_are_fixed'],
    [
      'the maker’s key is used for a second one',
      `insert into refunds (order_id, payment_id, provider, upi_txn_id, amount_paise, reason, idempotency_key) select order_id, payment_id, provider, upi_txn_id, 1, reason, idempotency_key from refunds`,
      'refunds_idempotency_key_unique',
    ],
    [
      'it is of nothing',
      `insert into refunds (order_id, payment_id, provider, upi_txn_id, amount_paise, reason) values ((select order_id from payments where id = ${PAID}), ${PAID}, 'bank', '632512345678', 0, 'admin')`,
      'refunds_amount_positive',
    ],
    [
      'it is processed twice',
      `insert into refund_events (refund_id, state) select id, 'processed' from refunds`,
      'refund_events_processed_once',
    ],
  ],
  'the shelf is never oversold': [
    ['stock falls below zero', `update products set stock = -1, reserved = 0`, 'products_reserved_within_stock'],
    ['more is promised than there is', `update products set reserved = stock + 1`, 'products_reserved_within_stock'],
    ['stock falls below what is promised', `update products set stock = 0`, 'products_reserved_within_stock'],
    [
      'pieces are sold twice to an order',
      `insert into stock_ledger (product_id, change, reason, owner_id) select product_id, change, reason, owner_id from stock_ledger where reason = 'sold'`,
      'stock_ledger_sold_once',
    ],
    [
      'pieces are held twice for an order',
      `insert into stock_reservations (owner_id, product_id, quantity, expires_at) select owner_id, product_id, quantity, expires_at from stock_reservations`,
      'stock_reservations_owner_product_unique',
    ],
  ],
  'an order is paid before it is worked on': [
    [
      'it is packed before it is paid',
      `update orders set status = 'processing' where paid_at is null`,
      'orders_work_is_paid',
    ],
    [
      'the time of its payment is taken away',
      `update orders set paid_at = null where paid_at is not null`,
      'orders_work_is_paid',
    ],
  ],
  'invoices are numbered without a gap': [
    ['a number is given again', `update invoice_counters set last = last - 1`, 'invoice_counters_one_by_one'],
    ['a number is left out', `update invoice_counters set last = last + 2`, 'invoice_counters_one_by_one'],
    ['counting begins anew', `delete from invoice_counters`, 'invoice_counters_one_by_one'],
  ],
}

describe.each(Object.entries(ATTEMPTS))('%s', (_, attempts) => {
  it('is rejected in plain SQL', () =>
    inTestTransaction(async (db) => {
      await aShop(db)
      const answers = []
      for (const [what, statement] of attempts) answers.push([what, await refusalOf(db, statement)])
      expect(answers).toEqual(attempts.map(([what, , constraint]) => [what, constraint]))
    }))
})
