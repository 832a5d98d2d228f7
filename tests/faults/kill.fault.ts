import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { type Database, type Db, openDatabase } from '#src/platform/database.server.ts'
import { freePort, startPostgresServer } from '#src/platform/testing/postgres-server.ts'
import { expectInvariants } from '../invariants.ts'
import { aProduct, type ProductRow } from '../makers/catalog.ts'
import { aPayment } from '../makers/checkout.ts'
import { startShop } from '../shop-process.ts'
import { decideAtBank, onShelf, type Shopper, shoppers, startPayment, verify } from './shoppers.ts'

/** npm test kills a few times, npm run faults -- --kills 25 as often as one likes. */
const KILLS = Number(process.env.FAULT_KILLS ?? 5)
const AT_ONCE = 8

/** What shoppers were told. None of it may ever become untrue. */
type Told = { placed: Map<string, number>; paid: Set<string>; verified: Set<string> }

type Place = { env: Record<string, string>; open: () => Promise<Database> }

async function killAgainAndAgain({ env, open }: Place) {
  const told: Told = { placed: new Map(), paid: new Set(), verified: new Set() }
  const { shelf, people } = await whileClosed(open, async (db) => ({
    shelf: [
      await aProduct(db, { stock: 100_000 }),
      await aProduct(db, { stock: 100_000 }),
      await aProduct(db, { stock: 100_000, pricePaise: 2_450_00 }),
    ],
    people: await shoppers(db, 200 + KILLS * AT_ONCE * 3),
  }))
  let cut = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const shop = await startShop(env)
    const paidBefore = told.paid.size
    const load = Array.from({ length: AT_ONCE }, () => buyUntilItDies(shop.url, { people, shelf, told }))
    while (told.paid.size === paidBefore) await sleep(5)
    await sleep(Math.random() * 1_000)
    await shop.kill()
    cut += (await Promise.all(load)).filter((wasInTheMiddle) => wasInTheMiddle).length
    await whileClosed(open, (db) => expectNothingLost(db, told))
  }
  // The kills met the load, else this test proves nothing.
  expect(cut).toBeGreaterThan(KILLS)
  expect(told.placed.size).toBeGreaterThan(KILLS)
  expect(told.paid.size).toBeGreaterThanOrEqual(KILLS)

  await whileClosed(open, letTheWindowsPass)
  await untilSettled(env, open)
  await whileClosed(open, async (db) => {
    await expectNothingLost(db, told)
    await expectEverythingSettled(db)
  })
  console.log(
    `${KILLS} kills, ${cut} calls cut off, ${told.placed.size} orders and ${told.paid.size} payments acknowledged`,
  )
}

/** The embedded database belongs to one process, so we look into it only while the shop is down. */
async function whileClosed<T>(open: () => Promise<Database>, look: (db: Db) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await look(database.db)
  } finally {
    await database.close()
  }
}

type Load = { people: Shopper[]; shelf: ProductRow[]; told: Told }

/** One shopper after the other, until the shop is gone. True if that was in the middle of a call. */
async function buyUntilItDies(shop: string, load: Load): Promise<boolean> {
  for (;;) {
    const shopper = load.people.pop()
    if (!shopper) return false
    try {
      await buy(shop, shopper, load)
    } catch (error) {
      if (error instanceof TypeError) return true
      throw error
    }
  }
}

async function buy(shop: string, shopper: Shopper, { people, shelf, told }: Load): Promise<void> {
  const lines = shelf
    .filter(() => Math.random() < 0.7)
    .map((product) => ({ product: onShelf(product), quantity: 1 + Math.floor(Math.random() * 3) }))
  if (lines.length === 0) return
  const payment = aPayment(lines, shopper.email)
  const answer = await startPayment(shop, shopper, payment)
  const started: StartedPayment = await answer.json()
  expect(answer.status, JSON.stringify(started)).toBe(200)
  told.placed.set(started.orderId, Math.round(payment.amount * 100))

  const mood = Math.random()
  if (mood < 0.06) return
  const outcome = mood < 0.12 ? 'failure' : 'success'
  const decided = await decideAtBank(shop, started, outcome)
  expect(decided.status).toBe(200)
  if (outcome === 'failure') return
  told.paid.add(started.clientTxnId)
  const verified = await (await verify(shop, shopper, started)).json()
  if (verified.success) told.verified.add(started.clientTxnId)
  people.push(shopper)
}

async function expectNothingLost(db: Db, told: Told) {
  const placed = await db.execute<{ reference: string; total: number }>(
    sql`select reference, total_paise as total from orders`,
  )
  const totals = new Map(placed.rows.map(({ reference, total }) => [reference, total]))
  const lostOrders = [...told.placed].filter(([reference, total]) => totals.get(reference) !== total)
  expect(lostOrders, 'acknowledged orders that are gone or cost something else').toEqual([])

  const paid = await db.execute<{ id: string }>(
    sql`select client_txn_id as id from payments p join orders o on o.id = p.order_id where p.status = 'success' and o.paid_at is not null`,
  )
  const known = new Set(paid.rows.map(({ id }) => id))
  expect(
    [...told.verified].filter((id) => !known.has(id)),
    'payments that the shopper saw succeed',
  ).toEqual([])
  const heardByBank = await db.execute<{ id: string }>(
    sql`select client_txn_id as id from sandbox_bank where outcome = 'success'`,
  )
  const atTheBank = new Set(heardByBank.rows.map(({ id }) => id))
  expect(
    [...told.paid].filter((id) => !atTheBank.has(id)),
    'money that the bank forgot',
  ).toEqual([])
  expect(
    [...told.paid].filter((id) => !known.has(id)),
    'payments that were acknowledged',
  ).toEqual([])
  await expectInvariants(db)
}

/** As if a quarter of an hour had passed: questions are due, and windows are over. */
async function letTheWindowsPass(db: Db) {
  await db.execute(
    sql`update payments set next_check_at = now() - interval '2 minutes' where next_check_at is not null`,
  )
  await db.execute(sql`update payments set expires_at = now() + interval '8 seconds' where expires_at > now()`)
  await db.execute(sql`update stock_reservations set expires_at = now() + interval '8 seconds'`)
}

const SETTLED_WITHIN_SECONDS = 90

/** Lets the restarted shop do its work until no payment is open and no question is due any more. */
async function untilSettled(env: Place['env'], open: Place['open']) {
  for (const giveUpAt = Date.now() + SETTLED_WITHIN_SECONDS * 1000; Date.now() < giveUpAt; ) {
    const shop = await startShop(env)
    await sleep(10_000)
    await shop.stop()
    const waiting = await whileClosed(open, (db) =>
      db.execute<{ count: number }>(
        sql`select count(*)::int as count from payments
          where status in ('created', 'pending', 'failure') or next_check_at <= now()`,
      ),
    )
    if (waiting.rows[0]?.count === 0) return
  }
}

async function expectEverythingSettled(db: Db) {
  const { rows } = await db.execute(sql`
    select (select count(*)::int from stock_reservations) as held,
      (select coalesce(sum(reserved), 0)::int from products) as reserved,
      (select count(*)::int from payments where status in ('created', 'pending', 'failure')) as open,
      (select count(*)::int from sandbox_bank b join payments p on p.client_txn_id = b.client_txn_id
        where b.outcome = 'success' and p.status <> 'success') as paid_in_vain`)
  expect(rows).toEqual([{ held: 0, reserved: 0, open: 0, paid_in_vain: 0 }])
}

it(`${KILLS} times kill -9 in the middle of selling, on the embedded database`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-kill-'))
  try {
    await killAgainAndAgain({ env: { DATA_DIR: dataDir, DATABASE_URL: '' }, open: () => openDatabase({ dataDir }) })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

it(`${KILLS} times kill -9 in the middle of selling, on PostgreSQL`, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-kill-'))
  const server = await startPostgresServer()
  try {
    const env = { DATABASE_URL: server.url, DATA_DIR: dataDir, PORT: String(await freePort()) }
    await killAgainAndAgain({ env, open: () => openDatabase({ url: server.url }) })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
