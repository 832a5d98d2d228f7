import path from 'node:path'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { TEST_DATABASE } from '#src/testing/test-database.ts'
import { openTemporaryTarget, restoreBackup } from '../../../scripts/backup/restore-backup.ts'

/** Taken on 25 November 2026 from a demo shop that had sold, at migration 0026. Never replace it. */
const EARLIER = path.join(import.meta.dirname, 'fixtures/golconda-2026-11-25T03-24-18Z.tar')
const COUNTS = `select (select count(*)::int from orders) as orders, (select count(*)::int from invoices) as invoices,
  (select count(*)::int from payments where status = 'success') as paid`

it('a backup of an earlier version restores into this one, with its orders, payments and invoices', {
  timeout: 240_000,
}, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => vi.mocked(console.log).mockRestore())
  const settings = TEST_DATABASE === 'postgres' ? { DATABASE_URL: inject('postgresUrl') } : {}
  let restored: object[] = []
  const open = async () => {
    const { database, ...target } = await openTemporaryTarget(settings)
    const close = async () => {
      restored = (await database.pool.query(COUNTS)).rows
      await database.close()
    }
    return { ...target, database: { ...database, close } }
  }
  expect(await restoreBackup(EARLIER, { open })).toBe(true)
  expect(restored).toEqual([{ orders: 24, invoices: 21, paid: 21 }])
})
