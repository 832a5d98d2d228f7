import { expect, it } from 'vitest'
import { openDatabase } from '#src/db/open-database.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { joinWaitlist, leaveWaitlist } from './join-waitlist.server.ts'
import { notifyWaitlists } from './notify-waitlist.server.ts'
import { waitlistEntries } from './waitlist.table.server.ts'

const by = { id: crypto.randomUUID(), email: 'maker@golconda.example' }
const addressOf = (nth: number) => `person-${String(nth).padStart(3, '0')}@shopper.example`

/** A shop of two processes, each with its own connections. */
async function openTwoProcesses() {
  const first = await testDatabase()
  const second = await openDatabase({ url: String(first.pool.options.connectionString), patient: true })
  return { dbs: [first.db, second.db], close: () => second.close() }
}

it('two processes that find ten pieces at once mail the first ten of thirty people, each once', async () => {
  const { dbs, close } = await openTwoProcesses()
  const [db] = dbs
  if (!db) throw new Error('No database')
  for (let round = 0; round < 5; round++) {
    const { id: productId } = await insertProduct(db, { stock: 0 })
    for (let nth = 1; nth <= 30; nth++) await joinWaitlist(db, { productId, email: addressOf(nth), isConfirmed: false })
    await adjustStock(db, { productId, reason: 'made', quantity: 10, by })
    const runs = Array.from({ length: 12 }, (_, nth) => notifyWaitlists(dbs[nth % 2] ?? db, new Date()))
    await Promise.all(runs)
    const mailed = (await db.select().from(outboxMessages)).map(({ to }) => to).sort()
    expect(mailed).toEqual(Array.from({ length: 10 }, (_, nth) => addressOf(nth + 1)))
    expect(await db.$count(waitlistEntries)).toBe(20)
    await db.delete(outboxMessages)
    await db.delete(waitlistEntries)
  }
  await close()
})

it('people who join and leave while both processes mail get at most one e-mail, and never more than pieces', async () => {
  const { dbs, close } = await openTwoProcesses()
  const [db, other] = dbs
  if (!db || !other) throw new Error('No database')
  const { id: productId } = await insertProduct(db, { stock: 0 })
  for (let nth = 1; nth <= 40; nth++) await joinWaitlist(db, { productId, email: addressOf(nth), isConfirmed: true })
  await adjustStock(db, { productId, reason: 'made', quantity: 15, by })
  const leave = (nth: number) => leaveWaitlist(other, { productId, email: addressOf(nth) })
  const join = (nth: number) =>
    joinWaitlist(other, { productId, email: addressOf(nth), isConfirmed: true }).catch(({ code }) => code)
  const [, , ...outcomes] = await Promise.all([
    notifyWaitlists(db, new Date()),
    notifyWaitlists(other, new Date()),
    ...[1, 3, 5, 7].map(leave),
    ...[41, 42].map(join),
  ])
  await notifyWaitlists(db, new Date())
  const mailed = (await db.select().from(outboxMessages)).map(({ to }) => to)
  expect(new Set(mailed).size).toBe(mailed.length)
  expect(mailed).toHaveLength(15)
  // The product was in stock when they asked.
  expect(outcomes.slice(-2)).toEqual(['conflict', 'conflict'])
  await close()
})
