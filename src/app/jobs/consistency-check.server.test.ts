import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { paise, rupees } from '#src/core/money.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { changeSection } from '#src/features/settings/settings.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { runConsistencyCheck } from './consistency-check.server.ts'

const AT = { adminEmail: 'maker@golconda.example', now: new Date('2026-11-22T06:00:00Z') }
const SHIPPING = { freeFrom: rupees(paise(5000_00)), fee: rupees(paise(99_00)) }

it('a consistent shop sends no mail, one whose stock differs from its ledger mails the admin once a day', async () => {
  const shop = await testDatabase()
  const { db } = shop
  const { sku } = await insertProduct(db, { stock: 10 })
  await runConsistencyCheck(shop, AT)
  expect(await db.$count(outboxMessages)).toBe(0)

  expectConsoleError()
  await db.execute(sql`update products set stock = stock + 1`)
  await runConsistencyCheck(shop, AT)
  await runConsistencyCheck(shop, { ...AT, now: new Date('2026-11-22T07:00:00Z') })
  const mails = await db.select().from(outboxMessages)
  expect(mails.map(({ to }) => to)).toEqual([AT.adminEmail])
  expect(mails[0]?.text).toContain(`stock is the sum of its ledger, and never negative.\nIt does not hold for: ${sku}`)
  await runConsistencyCheck(shop, { ...AT, now: new Date('2026-11-23T06:00:00Z') })
  expect(await db.$count(outboxMessages)).toBe(2)
})

it('any shipping fee is consistent', async () => {
  const shop = await testDatabase()
  const { db } = shop
  await changeSection(db, 'shipping', {
    version: 0,
    value: SHIPPING,
    by: await createAdmin(db),
  })
  const product = await insertProduct(db, { stock: 10, pricePaise: 1000_00 })
  await createOrder(createTestPayments(db), {
    customer: await createCustomer(db),
    product,
    paid: false,
    checkout: { amount: 1099 },
  })
  await runConsistencyCheck(shop, AT)
  expect(await db.$count(outboxMessages)).toBe(0)
})

it('a manipulated audit entry is reported as well', async () => {
  const shop = await testDatabase()
  const { db } = shop
  await changeSection(db, 'shipping', { version: 0, value: SHIPPING, by: await createAdmin(db) })
  await db.execute(sql`alter table audit_log disable trigger user`)
  await db.execute(sql`update audit_log set actor_email = 'somebody@else.example'`)
  await db.execute(sql`alter table audit_log enable trigger user`)
  expectConsoleError()
  await runConsistencyCheck(shop, AT)
  const [mails] = await db.select().from(outboxMessages)
  expect(mails?.text).toContain('the audit log is an unbroken hash chain.\nIt does not hold for: it breaks at entry 1')
})

it.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a shutdown aborts the check, which is not reported as a failure',
  async () => {
    const shop = await testDatabase()
    const busy = await shop.pool.connect()
    await busy.query('begin; lock table products')
    onTestFinished(async () => {
      await busy.query('rollback')
      busy.release()
    })
    const stopping = new AbortController()
    const answered = runConsistencyCheck(shop, { ...AT, signal: stopping.signal })
    setTimeout(() => stopping.abort(), 200)
    const failure = await answered.catch((error) => error)
    expect([stopping.signal.aborted, failure]).toEqual([true, stopping.signal.reason])
  },
)
