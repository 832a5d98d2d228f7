import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { createCluster } from '#tests/chaos/cluster.ts'
import { type Calls, listAdminCalls } from './lib/admin-calls.ts'
import { fillBigShop } from './lib/big-shop.ts'
import { ask, forSeconds } from './lib/load.ts'
import { signInAdmin } from './lib/machine.ts'
import { describeMachine, percentile, readOptions, round } from './lib/report.ts'

const values = readOptions({ sizes: '30x1000,300x100000,3000x1000000', only: '', calls: '60' })
/** Alternates between shops, so that a slowing machine affects all alike. */
const ROUNDS = 2
const MAX_SECONDS = 8
const MAX_RATIO = 1.5
const SLOW_MS = 50
/** Sizes within this share count as equal: names and numbers differ between shops. */
const AS_LONG = 1.2
/** Emptied before each public call: the shop listens to the changes that the triggers report. */
const CACHED = ['products:1', 'categories', 'settings', 'stories', 'reviews:1', 'batches', 'opening']
const NOTIFIED_MS = 15
const PUBLIC = [
  ...['/', '/start', '/products', '/products/bonbons', '/products?q=dark&sort=price-asc'],
  // Filtered, mistyped, and found nowhere.
  ...['/products?without=milk,tree-nuts&price=300-600', '/products?q=coccoa+estaet', '/products?q=zzzzzz'],
  ...['/products?q=cardamom&sort=price-asc', '/product/1', '/cart', '/emotion-chocolates'],
  ...['/emotion-chocolates?mood=happy', '/mood-tracker', '/community-stories', '/traceability', '/about', '/contact'],
  ...['/api/shop', '/api/settings/public', '/api/categories', '/api/products'],
  ...['/api/products?q=dark&sort=price-asc&limit=12', '/api/products/1', '/api/products/1/reviews'],
  ...['/api/products?diet=veg&cacao=60-80&inStock=true&limit=12', '/api/products/facets?q=dark&without=milk'],
  ...['/api/stories', '/api/trace'],
]
const sizes = values.sizes.split(',')
const only = new RegExp(values.only)

type Shop = { url: string; cookie: string; calls: Calls; emptyCache: () => Promise<void> }
type Figure = { kB: number; times: number[] }

/** A shop of this size, on a database that may be there from the run before. */
async function openShop(server: string, size: string): Promise<Shop> {
  const [products = 0, orders = 0] = size.split('x').map(Number)
  const name = `golconda_bench_${size}`
  const DATABASE_URL = Object.assign(new URL(server), { pathname: name }).href
  const { open, close } = await createCluster({ url: DATABASE_URL })
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
  if (rows.length === 0) {
    await client.query(`create database ${name}`)
    await open()
    await close()
    await fillBigShop(DATABASE_URL, { products, orders })
  }
  await client.end()
  const database = new pg.Client({ connectionString: DATABASE_URL })
  await database.connect()
  const { url } = await open()
  const cookie = await signInAdmin(url)
  const shared = sizes.length > 1 ? PUBLIC : []
  const calls = [...shared.map((call) => [call, call] as const), ...(await listAdminCalls(url, cookie))]
  const emptyCache = async () => {
    await database.query("select pg_notify('shop_changes', tag) from unnest($1::text[]) as tag", [CACHED])
    await sleep(NOTIFIED_MS)
  }
  return { url, cookie, calls: new Map(calls.filter(([call]) => only.test(call))), emptyCache }
}

/** Sequential calls; slow ones are repeated less. */
async function measure({ url, cookie, calls, emptyCache }: Shop, call: string): Promise<Figure> {
  const isPublic = PUBLIC.includes(call)
  const path = calls.get(call) ?? ''
  const headers: Record<string, string> = isPublic ? {} : { cookie }
  const kB = (await ask(url, path, headers)).body.length / 1024
  const times: number[] = []
  for (const goesOn = forSeconds(MAX_SECONDS); times.length < Number(values.calls) && goesOn(); ) {
    if (isPublic) await emptyCache()
    const began = performance.now()
    await ask(url, path, headers)
    times.push(performance.now() - began)
  }
  return { kB, times }
}

/** A list shorter than a page in the small shop returns more in the large one. */
function kindOf(call: string, isLonger: boolean): string {
  if (/\.(csv|xml)\b/.test(call)) return 'exports of everything'
  if (isLonger) return 'answers that are longer in the large shop'
  if (!PUBLIC.includes(call)) return 'admin lists'
  return call.startsWith('/api') ? 'public API' : 'public pages'
}

/**
 * Compares the cost of public pages, calls and admin lists in shops of different sizes: npm run bench:growth [--
 * --sizes 30x1000,300x100000 --only 'orders|stories']. bench:admin marks slow admin lists of one size. TEST_DATABASE_URL keeps the shops.
 */
const server = await startPostgresServer()
const shops: Shop[] = []
for (const size of sizes) shops.push(await openShop(server.url, size))
console.log(`${describeMachine()}, the quickest of ${values.calls} calls in each of ${ROUNDS} rounds`)
const table: Record<string, object> = {}
const ratios: Record<string, number[]> = {}
for (const call of shops[0]?.calls.keys() ?? []) {
  const rounds: Figure[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const figures: Figure[] = []
    for (const shop of shops) if (shop.calls.has(call)) figures.push(await measure(shop, call))
    rounds.push(figures)
  }
  const best = sizes.map((_, nth) => Math.min(...rounds.flatMap((figures) => figures[nth]?.times ?? [])))
  const kBs = rounds[0]?.map(({ kB }) => kB) ?? []
  const [ratio, longer] = [best, kBs].map((all) => (all.at(-1) ?? 0) / (all[0] ?? 0)) as [number, number]
  const p95 = percentile(
    rounds.flatMap((figures) => figures.at(-1)?.times ?? []),
    0.95,
  )
  const note = `${ratio > MAX_RATIO ? 'GROWS ' : ''}${p95 > SLOW_MS ? 'SLOW' : ''}`
  const milliseconds = Object.fromEntries(sizes.map((size, nth) => [`${size} ms`, round(best[nth] ?? Number.NaN, 1)]))
  table[call] = { ...milliseconds, ratio: round(ratio, 2), p95: round(p95, 1), kB: round(kBs.at(-1) ?? 0, 1), note }
  const kind = kindOf(call, longer > AS_LONG)
  if (kBs.length === sizes.length) ratios[kind] = [...(ratios[kind] ?? []), ratio]
}
console.table(table)
for (const [kind, all] of Object.entries(ratios)) {
  const within = all.filter((ratio) => ratio <= MAX_RATIO).length
  console.log(`${kind}: at most ${Math.max(...all).toFixed(2)} times; ${within} of ${all.length} within ${MAX_RATIO}`)
}
console.log(describeMachine())
process.exit()
