import path from 'node:path'
import pg from 'pg'
import { createBuilder } from 'vite'
import { type ExecutedQuery, normalizeRows, replayQueries } from './database/replay-queries.ts'
import { median } from './servers/servers.ts'

/** Warm-up orders, which do not count. */
const WARMING_ROUNDS = 4
const ROUNDS = WARMING_ROUNDS + 12
const ORDERS_A_ROUND = 40

/**
 * Compares whole orders through the production build, without the socket, with the same SQL sent directly to a copy of
 * the database, in turns.
 */
export async function compareOrders(url: string, dataDir: string): Promise<void> {
  const shopUrl = await madeAnew(url, 'golconda_bench_orders')
  Object.assign(process.env, { DATABASE_URL: shopUrl, DATA_DIR: dataDir, RATE_LIMITS: 'relaxed' })
  const { runningShop, createApi, aCheckout, createCustomer, aProduct, watchAll } = await builtShop()
  const watched = watchAll()
  const shop = await runningShop()
  const api = createApi(shop)
  const product = await aProduct(shop.database.db, { stock: 1_000_000, sku: 'BENCH-ORDERS' })
  // One per customer: pending orders are limited.
  const cookies: string[] = []
  while (cookies.length < ROUNDS * ORDERS_A_ROUND) cookies.push((await createCustomer(shop.database.db)).cookie)
  // Background jobs would add their own statements.
  await shop.scheduler.stop()
  const copyUrl = await madeAnew(url, 'golconda_bench_copy', 'golconda_bench_orders')
  const plain = new pg.Client({ connectionString: copyUrl })
  await plain.connect()
  const origin = shop.env.PUBLIC_URL
  /** The browser's work, not the shop's. */
  const createRequest = () => {
    const body = JSON.stringify(aCheckout(product))
    const headers = {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
      origin,
      cookie: cookies.pop() ?? '',
    }
    return new Request(`${origin}/api/payments/upi/initiate`, { method: 'POST', headers, body })
  }
  const place = async (request: Request) => {
    const answer: Response = await api.fetch(request)
    if (!answer.ok) throw new Error(`No order: ${answer.status} ${await answer.text()}`)
  }
  const times: { shop: Took; plain: Took }[] = []
  let statements = 0
  const known = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round++) {
    const said: ExecutedQuery[] = []
    const requests = Array.from({ length: ORDERS_A_ROUND }, createRequest)
    const shopTook = await timed(async () => {
      for (const request of requests) await watched.during(said, () => place(request))
    })
    normalizeRows(said)
    const plainTook = await timed(() => replayQueries(plain, said, known))
    if (round >= WARMING_ROUNDS) times.push({ shop: shopTook, plain: plainTook })
    statements = said.length / ORDERS_A_ROUND
  }
  const of = (side: 'shop' | 'plain', what: keyof Took) => median(times.map((one) => one[side][what]))
  console.log('\n| a whole order | statements | shop ms | plain SQL ms | plain : shop | processor ms: shop | plain |')
  console.log('|---|---:|---:|---:|---:|---:|---:|')
  const ratio = median(times.map(({ shop, plain }) => plain.ms / shop.ms))
  const figures = [of('shop', 'ms'), of('plain', 'ms'), ratio]
  const processor = [of('shop', 'cpuMs'), of('plain', 'cpuMs')]
  console.log(
    `| ${['initiate', statements.toFixed(0), ...[...figures, ...processor].map((figure) => figure.toFixed(2))].join(' | ')} |`,
  )
  await plain.end()
  await shop.close()
}

/** The shop without pages, bundled with its own build settings. */
async function builtShop(): Promise<typeof import('./servers/orders-shop.ts')['bundledShop']> {
  process.env.NODE_ENV = 'production'
  const outDir = 'dist/bench'
  const rolldownOptions = { input: { shop: 'bench/servers/orders-shop.ts' } }
  const builder = await createBuilder({
    logLevel: 'error',
    environments: { ssr: { build: { outDir, emptyOutDir: true, rolldownOptions } } },
  })
  const { ssr } = builder.environments
  if (!ssr) throw new Error('The build has no server')
  await builder.build(ssr)
  return (await import(path.resolve(outDir, 'shop.js'))).bundledShop
}

/** Per order: elapsed time and the processor time of this process. */
type Took = { ms: number; cpuMs: number }

async function timed(work: () => Promise<void>): Promise<Took> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: (performance.now() - began) / ORDERS_A_ROUND, cpuMs: (user + system) / 1000 / ORDERS_A_ROUND }
}

/** A new database, empty or a copy; connections to the original are closed. */
async function madeAnew(url: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  if (template !== 'template1')
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template])
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: name }).href
}
