import { expect, it } from 'vitest'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { auditLog } from './audit.table.server.ts'
import { recordChange } from './record-change.server.ts'

const admin = { id: '5f0c4a3e-0c52-4d53-8d64-0a7d4c4f2a11', email: 'maker@golconda.example' }

it('the log keeps of a change only what is different, with who made it', () =>
  inTestTransaction(async (db) => {
    await recordChange(db, {
      by: admin,
      entity: 'product',
      entityId: 7,
      action: 'update',
      before: { name: 'Saffron bar', price: 240, tags: ['dark'] },
      after: { name: 'Saffron bar', price: 260, tags: ['dark'] },
    })
    const [entry, ...others] = await db.select().from(auditLog)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actorEmail: admin.email, entity: 'product', entityId: '7', action: 'update' })
    expect([entry?.before, entry?.after]).toEqual([{ price: 240 }, { price: 260 }])
  }))

it('what is new has no before, what is gone no after, and what is as it was no entry', () =>
  inTestTransaction(async (db) => {
    const change = { by: admin, entity: 'promotion', entityId: 'DIWALI' } as const
    await recordChange(db, { ...change, action: 'create', after: { percent: 10 } })
    await recordChange(db, { ...change, action: 'update', before: { percent: 10 }, after: { percent: 10 } })
    await recordChange(db, { ...change, action: 'delete', before: { percent: 10 } })
    const entries = await db.select().from(auditLog).orderBy(auditLog.createdAt)
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['create', null, { percent: 10 }],
      ['delete', { percent: 10 }, null],
    ])
  }))
