import path from 'node:path'
import pg from 'pg'
import { createBuilder } from 'vite'
import { type ExecutedQuery, normalizeRows, replayQueries } from './database/replay-queries.ts'
import { median } from './servers/servers.ts'

/** V8 has seen all of the shop's way of an order often enough after the first ones, which do not count. */
const WARMING_ROUNDS = 4
const ROUNDS = WARMING_ROUNDS + 12
const ORDERS_A_ROUND = 40

/**
 * Whole orders as a shopper's browser places them, through all of the shop but the socket, built as it is for production,
 * against the very same statements sent as plain SQL through the same driver to a copy of the database, in turns.
 */
export async function compareOrders(url: string, dataDir: string): Promise<void> {
  const shopUrl = await madeAnew(url, 'golconda_bench_orders')
  Object.assign(process.env, { DATABASE_URL: shopUrl, DATA_DIR: dataDir, RATE_LIMITS: 'relaxed' })
  const { runningShop, createApi, aCheckout, createCustomer, aProduct, watchAll } = await builtShop()
  const watched = watchAll()
  const shop = await runningShop()
  const api = createApi(shop)
  const product = await aProduct(shop.database.db, { stock: 1_000_000, sku: 'BENCH-ORDERS' })
  // One each: nobody may leave many orders unpaid.
  const cookies: string[] = []
  while (cookies.length < ROUNDS * ORDERS_A_ROUND) cookies.push((await createCustomer(shop.database.db)).cookie)
  // The clock has work of its own, and its statements are none of the orders'.
  await shop.scheduler.stop()
  const copyUrl = await madeAnew(url, 'golconda_bench_copy', 'golconda_bench_orders')
  const plain = new pg.Client({ connectionString: copyUrl })
  await plain.connect()
  const origin = shop.env.PUBLIC_URL
  /** As a browser writes it, which is none of the shop's work. */
  const asked = () => {
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
    const requests = Array.from({ length: ORDERS_A_ROUND }, asked)
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

/** The shop without its pages, bundled by the settings of its own build: what development adds is not measured. */
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

/** For one order: by the clock, which the database and other work share, and of this process alone. */
type Took = { ms: number; cpuMs: number }

async function timed(work: () => Promise<void>): Promise<Took> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: (performance.now() - began) / ORDERS_A_ROUND, cpuMs: (user + system) / 1000 / ORDERS_A_ROUND }
}

/** A database of this name, empty or as a copy of another one from which everybody is sent away for the moment. */
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
