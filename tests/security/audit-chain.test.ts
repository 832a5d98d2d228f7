import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { verifyAuditChain } from '#src/features/audit/audit-chain.server.ts'
import { recordChange, recordChanges } from '#src/features/audit/record-change.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'

const by = { id: '5f0c4a3e-0c52-4d53-8d64-0a7d4c4f2a11', email: 'maker@golconda.example' }
const priceOf = (entityId: string, price: number) =>
  ({ by, entity: 'product', entityId, action: 'update', before: { price: 240 }, after: { price } }) as const

/** An attacker with the rights of the database owner. */
async function behindItsBack(db: Db, statement: string) {
  await inTransaction(db, async (tx) => {
    for (const table of ['audit_log', 'audit_chain'])
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`))
    await tx.execute(sql.raw('alter table audit_chain drop constraint audit_chain_entry_id_audit_log_id_fk'))
    await tx.execute(sql.raw(statement))
    await tx.execute(
      sql.raw(
        'alter table audit_chain add constraint audit_chain_entry_id_audit_log_id_fk foreign key (entry_id) references audit_log (id) not valid',
      ),
    )
    for (const table of ['audit_log', 'audit_chain'])
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`))
  })
}

async function aLogOf(entries: number) {
  const { db } = await testDatabase()
  for (let nth = 1; nth <= entries; nth++) await recordChange(db, priceOf(`${nth}`, 240 + nth))
  return db
}

describe('the audit log', () => {
  it('is a chain, also with concurrent and rolled-back changes', async () => {
    const { db } = await testDatabase()
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        inTransaction(db, async (tx) => {
          await recordChanges(tx, [priceOf(`${nth}`, 1), priceOf(`${nth}`, 2)])
          if (nth % 4 === 0) throw new Error('Thought better of it')
        }).catch(() => {}),
      ),
    )
    expect(await verifyAuditChain(db)).toEqual({
      entries: 30,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      unchained: 0,
    })
  })

  it('without entries is an empty chain', async () => {
    expect(await verifyAuditChain((await testDatabase()).db)).toEqual({ entries: 0, head: '', unchained: 0 })
  })

  it('cannot be changed by any statement', async () => {
    const db = await aLogOf(1)
    for (const statement of [
      'update audit_log set entity_id = 7',
      'delete from audit_log',
      `update audit_chain set hash = ''`,
      'delete from audit_chain',
    ])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({ cause: { code: '23001' } })
  })

  it.each([
    ['an entry is rewritten', `update audit_log set after = '{"price": 1}' where entity_id = '2'`, 2],
    ['an entry is given to another maker', `update audit_log set actor_email = 'x@y.example' where entity_id = '3'`, 3],
    ['an entry is taken out', `delete from audit_log where entity_id = '2'`, 2],
    [
      'an entry is taken out with its seal',
      `with gone as (delete from audit_log where entity_id = '2' returning id) delete from audit_chain where entry_id in (select id from gone)`,
      3,
    ],
    [
      'two entries change places',
      `update audit_chain set seq = case seq when 2 then -3 else -2 end where seq in (2, 3); update audit_chain set seq = -seq where seq < 0`,
      2,
    ],
  ])('detects when %s', async (_what, statement, brokenAt) => {
    const db = await aLogOf(4)
    expect(await verifyAuditChain(db)).not.toHaveProperty('brokenAt')
    for (const one of statement.split('; ')) await behindItsBack(db, one)
    expect(await verifyAuditChain(db)).toMatchObject({ brokenAt })
  })

  it('detects entries outside the chain, and by its head a truncated end', async () => {
    const db = await aLogOf(3)
    const { head } = await verifyAuditChain(db)
    await behindItsBack(
      db,
      `insert into audit_log select gen_random_uuid(), actor_id, actor_email, entity, '9', action, before, after, created_at from audit_log limit 1`,
    )
    expect(await verifyAuditChain(db)).toMatchObject({ entries: 3, unchained: 1, head })
    await behindItsBack(db, `delete from audit_chain where seq = 3`)
    expect((await verifyAuditChain(db)).head).not.toBe(head)
  })
})
