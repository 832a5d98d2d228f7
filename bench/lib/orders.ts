import pg from 'pg'
import { createServer } from 'vite'
import { compareKindsByClass } from '../../scripts/vite/server-build.ts'
import { type RecordedQuery, recordQueries, replayQueries } from './queries.ts'
import { median, round } from './report.ts'

const WARMING_ROUNDS = 24 // V8 has optimized the code by then.
const ROUNDS = WARMING_ROUNDS + 12
const ORDERS_A_ROUND = 40

/** Compares whole orders, without the socket, with the same SQL sent directly to a copy of the database, in turns. */
export async function compareOrders(url: string, dataDir: string) {
  const shopUrl = await createDatabase(url, 'golconda_bench_orders')
  Object.assign(process.env, {
    NODE_ENV: 'production',
    DATABASE_URL: shopUrl,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'relaxed',
  })
  const recorder = recordQueries()
  // Vite loads the shop's code, because some of it imports styles; nothing is served.
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
    // As in the built shop.
    plugins: [{ ...compareKindsByClass, apply: 'serve' }],
    ssr: { noExternal: ['drizzle-orm'] },
  })
  const { getAppContext } = await vite.ssrLoadModule('/src/app/context.server.ts')
  const { insertProduct } = await vite.ssrLoadModule('/tests/factories/catalog.ts')
  const { createCheckout, createCustomer } = await vite.ssrLoadModule('/tests/factories/payments/payments.ts')
  const { createApi } = await vite.ssrLoadModule('/src/app/api.server.ts')
  const { database, scheduler, env, ...rest } = await getAppContext()
  const api = createApi({ database, scheduler, env, ...rest })
  const product = await insertProduct(database.db, { stock: 1_000_000, sku: 'BENCH-ORDERS' })
  // One per customer: pending orders are limited.
  const cookies: string[] = []
  while (cookies.length < ROUNDS * ORDERS_A_ROUND) cookies.push((await createCustomer(database.db)).cookie)
  // Background jobs would add their own statements.
  await scheduler.stop()
  const copyUrl = await createDatabase(url, 'golconda_bench_copy', 'golconda_bench_orders')
  const plain = new pg.Client({ connectionString: copyUrl })
  await plain.connect()
  /** The browser's work, not the shop's. */
  const createRequest = () => {
    const [body, origin] = [JSON.stringify(createCheckout(product)), env.PUBLIC_URL]
    const length = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }
    const headers = { ...length, origin, cookie: cookies.pop() ?? '' }
    return new Request(`${origin}/api/payments/upi/initiate`, { method: 'POST', headers, body })
  }
  const times: { shop: number[]; plain: number[] }[] = []
  let statements = 0
  const known = new Map<unknown, string>()
  for (let round = 0; round < ROUNDS; round++) {
    const requests = Array.from({ length: ORDERS_A_ROUND }, createRequest)
    const queries: RecordedQuery[] = []
    recorder.into = queries
    const shop = await timed(async () => {
      for (const request of requests) {
        const answer: Response = await api.fetch(request)
        if (!answer.ok) throw new Error(`No order: ${answer.status} ${await answer.text()}`)
      }
    })
    delete recorder.into
    times.push({ shop, plain: await timed(() => replayQueries(plain, queries, known)) })
    statements = queries.length / ORDERS_A_ROUND
  }
  const counted = times.slice(WARMING_ROUNDS)
  const of = (side: 'shop' | 'plain', what: 0 | 1) => round(median(counted.map((one) => one[side][what] ?? 0)), 2)
  const ratios = counted.map(({ shop, plain }) => (plain[0] ?? 0) / (shop[0] ?? 0))
  const elapsed = { 'shop ms': of('shop', 0), 'plain SQL ms': of('plain', 0), 'plain : shop': round(median(ratios), 2) }
  return { statements, ...elapsed, 'processor ms: shop': of('shop', 1), plain: of('plain', 1) }
}

/** Per order: elapsed time and the processor time of this process, in ms. */
async function timed(work: () => Promise<void>): Promise<number[]> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return [(performance.now() - began) / ORDERS_A_ROUND, (user + system) / 1000 / ORDERS_A_ROUND]
}

/** A new database, empty or a copy; connections to the original are closed. */
async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template])
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: name }).href
}
