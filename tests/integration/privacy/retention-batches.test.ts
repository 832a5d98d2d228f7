import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import { type Db, ROWS_PER_BATCH } from '#src/db/database.server.ts'
import { invoices } from '#src/features/invoices/invoices.table.server.ts'
import { eraseInvoiceRecipients } from '#src/features/invoices/issue-invoice.server.ts'
import { purgeOldMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createInvoicedSale } from '#tests/factories/invoices.ts'

const NOW = new Date()
const MANY = 2 * ROWS_PER_BATCH + 50

/** Counts the rows each statement changes; call it inside a test transaction. */
async function watchStatements(db: Db, table: 'outbox' | 'invoices') {
  await db.execute(sql`create temp table statements (nth serial, rows int) on commit drop`)
  await db.execute(sql`
    create function pg_temp.count_rows() returns trigger language plpgsql as $$
    begin insert into statements (rows) select count(*) from changed; return null; end $$`)
  for (const event of ['update', 'delete'])
    await db.execute(
      sql.raw(`create trigger counts_${event} after ${event} on ${table} referencing old table as changed
        for each statement execute function pg_temp.count_rows()`),
    )
  return async () => {
    const counted = await db.execute<{ rows: number }>(sql`select rows from statements where rows > 0 order by nth`)
    await db.execute(sql`truncate statements`)
    return counted.rows.map(({ rows }) => rows)
  }
}

const IN_BATCHES = [ROWS_PER_BATCH, ROWS_PER_BATCH, 50]

it('old messages of a large shop are redacted and deleted a thousand at a time', () =>
  inTestTransaction(async (db) => {
    const daysAgo = (days: number) => addMinutes(NOW, -days * 1440)
    const queued = async (days: number, isSensitive: boolean) =>
      db.execute(sql`
        insert into outbox (channel, "to", subject, text, sensitive, idempotency_key, created_at)
        select 'email', 'asha@example.com', 'Hello', 'Hello Asha', ${isSensitive}, ${`${days}:`} || n, ${daysAgo(days)}
        from generate_series(1, ${MANY}::int) n`)
    await queued(RETENTION.messages.days + 1, false)
    await queued(RETENTION.messageWords.days + 1, false)
    await queued(RETENTION.codeWords.days + 1, true)
    const statements = await watchStatements(db, 'outbox')
    await purgeOldMessages(db, NOW)
    expect(await statements()).toEqual([...IN_BATCHES, ...IN_BATCHES, ...IN_BATCHES])
    expect(await db.$count(outboxMessages)).toBe(2 * MANY)
    expect(await db.$count(outboxMessages, sql`text <> '' or (sensitive and subject = 'Hello')`)).toBe(0)
    await purgeOldMessages(db, NOW)
    expect(await statements()).toEqual([])
  }))

it('the customers of a large shop are erased a thousand at a time', () =>
  inTestTransaction(async (db) => {
    const { invoice } = await createInvoicedSale(db)
    await db.execute(sql`set local session_replication_role = replica`)
    // A change of a row that this transaction inserted checks its foreign key again.
    await db.execute(sql`alter table invoices drop constraint invoices_order_id_orders_id_fk`)
    const home = { ...invoice.recipient, address: '7 FC Road', place: 'Pune' }
    const others = Array.from({ length: MANY - 1 }, (_, nth) => ({
      ...invoice,
      id: randomUUID(),
      orderId: randomUUID(),
      serial: nth + 2,
      recipient: {
        ...{ ...invoice.recipient, contact: 'Asha Rao', gstin: '29AAAAA0000A1ZY' },
        deliveredTo: nth % 2 ? 'Ravi Kumar' : { ...home, name: 'Ravi Kumar' },
      },
    }))
    await db.insert(invoices).values(others)
    await db.execute(sql`update invoices set issued_at = '2015-06-01T10:00:00Z', financial_year = '15-16'`)
    await db.execute(sql`update invoices set issued_at = '2015-07-01T10:00:00Z' where serial % 2 = 0`)
    await db.execute(sql`set local session_replication_role = origin`)
    const statements = await watchStatements(db, 'invoices')
    await eraseInvoiceRecipients(db, NOW)
    expect(await statements()).toEqual(IN_BATCHES)
    expect(await db.$count(invoices, sql`recipient::text ~ 'Asha|29AAAAA|Ravi|FC Road|Pune'`)).toBe(0)
    await eraseInvoiceRecipients(db, NOW)
    expect(await statements()).toEqual([])
  }))
