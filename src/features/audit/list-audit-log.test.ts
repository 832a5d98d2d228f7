import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { auditLog } from './audit.table.server.ts'
import { countAuditLog } from './list-audit-log.server.ts'

const admin = { actorId: '5f0c4a3e-0c52-4d53-8d64-0a7d4c4f2a11', actorEmail: 'maker@golconda.example' }

async function write(db: Db, howMany: number) {
  const change = { ...admin, entity: 'product', action: 'update', createdAt: new Date('2026-11-21T06:30:00Z') } as const
  await db
    .insert(auditLog)
    .values(Array.from({ length: howMany }, (_, index) => ({ ...change, entityId: String(index % 2) })))
}

it('counts up to a thousand changes', () =>
  inTestTransaction(async (db) => {
    await write(db, 1000)
    expect(await countAuditLog(db, {})).toBe(1000)
    await write(db, 1)
    expect(await countAuditLog(db, {})).toBeUndefined()
    expect(await countAuditLog(db, { entity: 'product', id: '0' })).toBe(501)
  }))

it('leaves out the count when there are too many', () =>
  inTestTransaction(async (db) => {
    await write(db, 4)
    await db.execute(sql`update pg_class set reltuples = 20000 where oid = 'audit_log'::regclass`)
    expect(await countAuditLog(db, {})).toBeUndefined()
    expect(await countAuditLog(db, { entity: 'product', id: '0' })).toBe(2)
  }))
