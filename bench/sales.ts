import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { createCluster } from '#tests/chaos/cluster.ts'
import type { ShopProcess } from '#tests/shop-process.ts'
import { forSeconds, runClosedLoop, send } from './lib/load.ts'
import { readCpuSeconds } from './lib/machine.ts'
import { describeMachine, median, readOptions, round } from './lib/report.ts'

const given = readOptions({ rate: '50', rounds: '6', seconds: '4' })
const CONNECTIONS = 16
const PAGES = ['/products', '/product/1', '/api/products']

/** Orders reserve a piece and sell it, of one product after the other. */
async function sell(db: Db, { perSecond, goesOn }: { perSecond: number; goesOn: () => boolean }): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from products where archived_at is null order by id`)
  const began = performance.now()
  let sold = 0
  while (perSecond > 0 && goesOn()) {
    const early = began + (sold * 1000) / perSecond - performance.now()
    if (early > 1) await sleep(early)
    const id = rows[sold++ % rows.length]?.id
    await db.execute(sql`update products set reserved = reserved + 1 where id = ${id}`)
    await db.execute(sql`update products set stock = stock - 1, reserved = reserved - 1 where id = ${id}`)
  }
  return sold
}

/** Reads a page as fast as it goes. The rate of a whole core follows from the shop's processor time. */
async function measure(shop: ShopProcess, path: string, selling: { db: Db; perSecond: number }) {
  const goesOn = forSeconds(Number(given.seconds))
  const before = readCpuSeconds(shop.pid)
  const sold = sell(selling.db, { ...selling, goesOn })
  const read = async () => (await send(shop.url, { path, headers: { 'accept-encoding': 'br' } })).status === 200
  const { done } = await runClosedLoop({ atOnce: CONNECTIONS, goesOn }, read)
  const sales = (await sold) / Number(given.seconds)
  return { sales, rate: done / (readCpuSeconds(shop.pid) - before) }
}

const EVERY_SALE_EVICTS = sql`create or replace function product_change(before products, now products) returns text
  language sql stable as $$ select 'products:' $$`

/**
 * How much of its rate a cached page keeps while many buy, in turns with a quiet shop, and how much it would keep if every
 * sale evicted it (decision 41): npm run bench:sales.
 */
console.log(`${describeMachine()}: the load, the shop and its PostgreSQL share the cores.`)
const cluster = await createCluster({})
const shop = await cluster.open()
const table: Record<string, object> = {}

async function compare(db: Db, path: string) {
  const ratios: number[] = []
  const sales: number[] = []
  const quietRates: number[] = []
  // The first round does not count: warm-up.
  for (let nth = 0; nth <= Number(given.rounds); nth++) {
    const quiet = await measure(shop, path, { db, perSecond: 0 })
    const busy = await measure(shop, path, { db, perSecond: Number(given.rate) })
    if (nth === 0) continue
    ratios.push(busy.rate / quiet.rate)
    sales.push(busy.sales)
    quietRates.push(quiet.rate)
  }
  return { quiet: round(median(quietRates)), ratio: round(median(ratios), 2), sales: round(median(sales)) }
}

await cluster.look(async (db) => {
  await db.execute(sql`update products set stock = 1000000`)
  const now = new Map<string, Awaited<ReturnType<typeof compare>>>()
  for (const path of PAGES) now.set(path, await compare(db, path))
  await db.execute(EVERY_SALE_EVICTS)
  for (const path of PAGES) {
    const { quiet = 0, ratio, sales } = now.get(path) ?? {}
    const evicting = await compare(db, path)
    table[path] = {
      'reads per core and second': quiet,
      'sales/s': sales,
      'share of the rate': ratio,
      'if every sale evicts': evicting.ratio,
    }
  }
})
console.table(table)
console.log(describeMachine())
await cluster.end()
process.exit()
