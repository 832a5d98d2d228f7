import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { verifyAuditChain } from '#src/features/audit/audit-chain.server.ts'
import { TEST_DATABASE } from '#src/testing/test-database.ts'
import { openTemporaryTarget, restoreBackup } from '../../../scripts/backup/restore-backup.ts'

/** Taken before the tables had the names of the glossary. It has a row for each renamed table and each renamed value. */
const BACKUP = 'tests/integration/operations/fixtures/golconda-before-glossary-names.tar'

/** Restores and migrates the backup in a database of its own, and leaves it open. */
async function restoreShop() {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const place = await openTemporaryTarget(TEST_DATABASE === 'postgres' ? { DATABASE_URL: inject('postgresUrl') } : {})
  onTestFinished(async () => {
    await place.database.close()
    await place.drop()
  })
  const database = { ...place.database, close: async () => {} }
  const open = async () => ({ ...place, database, finish: async () => {} })
  const isSound = await restoreBackup(BACKUP, { open })
  const rows = async (query: string) => (await database.pool.query(query)).rows
  /** How many rows have each value. */
  const counts = async (table: string, column: string) => {
    const found = await rows(`select "${column}" as value, count(*)::int from "${table}" group by 1`)
    return Object.fromEntries(found.map(({ value, count }) => [value, count]))
  }
  return { db: database.db, rows, counts, isSound }
}

it('a shop with the former names of tables and values comes up in this version, from its backup, and sells on', {
  timeout: 180_000,
}, async () => {
  const { db, rows, counts, isSound } = await restoreShop()
  expect(isSound, 'every invariant holds, and the audit chain').toBe(true)
  expect(await verifyAuditChain(db)).toMatchObject({ entries: 14, unchained: 0 })

  expect(await counts('order_status_changes', 'actor')).toEqual({ admin: 4, customer: 3, payment: 4, system: 1 })
  expect(await counts('custom_order_events', 'actor')).toEqual({ admin: 3, customer: 2, payment: 1 })
  expect(await counts('sessions', 'kind')).toEqual({ admin: 1, customer: 1 })
  expect(await counts('payment_events', 'source')).toEqual({ admin: 2, customer: 1, poll: 5, webhook: 4 })
  expect(await counts('payment_events', 'result')).toEqual({
    ...{ applied: 6, awaiting_second_approval: 1, stale: 1, duplicate_payment: 1 },
    ...{ double_refund: 1, failed: 1, unknown_payment: 1 },
  })
  expect(await rows(`select event_id from payment_events where result = 'failed'`)).toEqual([
    { event_id: 'failed:pay_9' },
  ])
  const reasons = { admin: 1, 'duplicate-payment': 1, 'order-cancelled': 1, overpayment: 1 }
  expect(await counts('refunds', 'reason')).toEqual(reasons)

  const refused = await Promise.allSettled(
    [
      `update payment_events set raw = ''`,
      `update payment_captures set amount_paise = 1`,
      `update unmatched_resolutions set note = ''`,
      `update order_status_changes set "to" = 'pending'`,
      'delete from audit_chain',
      'delete from refunds',
      'update orders set legacy_without_invoice = true',
    ].map(rows),
  )
  expect(refused.map((one) => one.status === 'rejected' && one.reason.constraint)).toEqual([
    ...['payment_events', 'payment_captures', 'unmatched_resolutions', 'order_status_changes', 'audit_chain'].map(
      (table) => `${table}_append_only`,
    ),
    'refunds_terms_are_fixed',
    'orders_legacy_without_invoice_is_fixed',
  ])

  await rows(`insert into audit_log (actor_id, actor_email, entity, entity_id, action, created_at)
    select actor_id, actor_email, entity, entity_id, action, now() from audit_log limit 1`)
  expect(await verifyAuditChain(db)).toMatchObject({ entries: 15, unchained: 0 })
  const revenue = async () => (await rows('select sum(amount_paise)::int as paise from revenue_entries'))[0].paise
  const before = await revenue()
  await rows(`update refunds set state = 'waived' where reason = 'admin'`)
  expect((await revenue()) - before, 'a refund that is waived is no lost revenue').toBe(10_000)
})
