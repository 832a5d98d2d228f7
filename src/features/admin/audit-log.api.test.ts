import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { recordChange } from '#src/features/audit/record-change.server.ts'
import { inTestTransaction, startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { auditLogApi } from './audit-log.api.server.ts'

async function aLog(db: Db) {
  const { admin, ask, page } = await createAdminClient(db, auditLogApi({ db }))
  const write = async (entityId: string, entity: 'product' | 'order' = 'product') => {
    // The embedded engine's clock has millisecond resolution.
    await sleep(2)
    await recordChange(db, {
      by: admin,
      entity,
      entityId,
      action: 'update',
      before: { price: 240, name: 'Bar' },
      after: { price: 260, name: 'Bar' },
    })
  }
  const read = async (query = '') => {
    const { items: entries, ...answer } = await page(`/api/admin/audit${query}`)
    return { ...answer, entries }
  }
  return { db, admin, ask, write, read }
}

const inLog = startingWith(aLog)

it('lists each change with its admin, the old and the new value', () =>
  inLog(async ({ admin, write, read }) => {
    await write('7')
    const { status, entries, total } = await read()
    expect([status, total]).toEqual([200, '1'])
    expect(entries).toEqual([
      {
        id: expect.any(String),
        by: admin.email,
        entity: 'product',
        entityId: '7',
        name: null,
        action: 'update',
        before: { price: 240 },
        after: { price: 260 },
        at: expect.stringMatching(/Z$/),
      },
    ])
  }))

it('names what was changed as admins know it', () =>
  inLog(async ({ db, write, read }) => {
    const product = await insertProduct(db, { name: 'Rose Truffle' })
    const order = await createOrder(createTestPayments(db), { customer: await createCustomer(db), product })
    await write(String(product.id))
    await write(order.id, 'order')
    await write('9e99', 'order')
    const names = (await read()).entries.map(({ name }: { name: string | null }) => name)
    expect(names).toEqual([null, order.reference, 'Rose Truffle'])
  }))

it('shows the changes of one kind of thing, and of one thing', () =>
  inLog(async ({ write, read }) => {
    await write('7')
    await write('8')
    await write('7', 'order')
    const found = async (query: string) =>
      (await read(query)).entries.map((entry: { entity: string; entityId: string }) => [entry.entity, entry.entityId])
    expect(await found('?entity=product')).toEqual([
      ['product', '8'],
      ['product', '7'],
    ])
    expect(await found('?id=7')).toEqual([
      ['order', '7'],
      ['product', '7'],
    ])
    expect(await found('?entity=order&id=7')).toEqual([['order', '7']])
    expect(await found('?entity=order&id=8')).toEqual([])
  }))

it('can be read page by page, newest first, without a gap and without a double', () =>
  inLog(async ({ write, read }) => {
    for (let i = 1; i <= 7; i++) await write(String(i))
    await write('1', 'order')
    const seen: string[] = []
    for (let path: string | undefined = '?entity=product&limit=3'; path; ) {
      const page = await read(path)
      expect(page.total).toBe('7')
      seen.push(...page.entries.map(({ entityId }: { entityId: string }) => entityId))
      path = page.next?.slice('/api/admin/audit'.length)
    }
    expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  }))

it('is not counted beyond a thousand changes', () =>
  inLog(async ({ admin, write, read }, db) => {
    await db.execute(sql`
      insert into audit_log (actor_id, actor_email, entity, entity_id, action, created_at)
      select ${admin.id}, ${admin.email}, 'product', n, 'update', now() from generate_series(1, 1000) n`)
    expect((await read()).total).toBe('1000')
    await write('1', 'order')
    const { total, entries } = await read()
    expect([total, entries[0].entity]).toEqual([null, 'order'])
    expect((await read('?entity=product')).total).toBe('1000')
  }))

it.each(['?entity=secret', '?limit=0', '?limit=201', '?limit=x', '?cursor=x', '?id='])(
  'cannot be asked for %s',
  (query) => inTestTransaction(async (db) => expect((await (await aLog(db)).read(query)).status).toBe(400)),
)

it('ends at a page that is not there', () =>
  inLog(async ({ write, read }) => {
    await write('7')
    expect((await read('?cursor=5f0c4a3e-0c52-4d53-8d64-0a7d4c4f2a11')).entries).toEqual([])
  }))
