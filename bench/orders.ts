import pg from 'pg'
import { createServer } from 'vite'
import { median } from './servers.ts'
import { type Said, sayAgain, watchAll } from './statements-again.ts'

const ROUNDS = 7
const ORDERS_A_ROUND = 60

/**
 * Whole orders as a shopper's browser places them, through all of the shop but the socket, against the very same
 * statements sent as plain SQL through the same driver to a copy of the database, in turns.
 */
export async function compareOrders(url: string, dataDir: string): Promise<void> {
  const shopUrl = await madeAnew(url, 'golconda_bench_orders')
  Object.assign(process.env, { DATABASE_URL: shopUrl, DATA_DIR: dataDir, RATE_LIMITS: 'relaxed' })
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' })
  const watched = watchAll()
  const { runningShop } = await vite.ssrLoadModule('/src/app/shop.server.ts')
  const { createApi } = await vite.ssrLoadModule('/src/app/api.server.ts')
  const { aCheckout, aShopper } = await vite.ssrLoadModule('/tests/makers/payments.ts')
  const { aProduct } = await vite.ssrLoadModule('/tests/makers/catalog.ts')
  const shop = await runningShop()
  const api = createApi(shop)
  const product = await aProduct(shop.database.db, { stock: 1_000_000, sku: 'BENCH-ORDERS' })
  // One each: nobody may leave many orders unpaid.
  const cookies: string[] = []
  while (cookies.length < ROUNDS * ORDERS_A_ROUND) cookies.push((await aShopper(shop.database.db)).cookie)
  // The clock has work of its own, and its statements are none of the orders'.
  await shop.clock.stop()
  const copyUrl = await madeAnew(url, 'golconda_bench_copy', 'golconda_bench_orders')
  const plain = new pg.Client({ connectionString: copyUrl })
  await plain.connect()
  const place = async () => {
    const cookie = cookies.pop() ?? ''
    const answer: Response = await api.request(`${shop.env.PUBLIC_URL}/api/payments/upi/initiate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.env.PUBLIC_URL, cookie },
      body: JSON.stringify(aCheckout(product)),
    })
    if (!answer.ok) throw new Error(`No order: ${answer.status} ${await answer.text()}`)
  }
  const times: { shop: number; plain: number }[] = []
  let statements = 0
  const known = new Map<string, string>()
  for (let round = 0; round < ROUNDS; round++) {
    const said: Said[] = []
    const shopTime = await timed(async () => {
      for (let order = 0; order < ORDERS_A_ROUND; order++) await watched.during(said, place)
    })
    const plainTime = await timed(() => sayAgain(plain, said, known))
    // The first round is for warming up.
    if (round > 0) times.push({ shop: shopTime, plain: plainTime })
    statements = said.length / ORDERS_A_ROUND
  }
  const [shopMs, plainMs] = [median(times.map((one) => one.shop)), median(times.map((one) => one.plain))]
  console.log('\n| a whole order | statements | shop ms | plain SQL ms | plain : shop |\n|---|---:|---:|---:|---:|')
  console.log(
    `| initiate | ${statements.toFixed(0)} | ${shopMs.toFixed(2)} | ${plainMs.toFixed(2)} | ${(plainMs / shopMs).toFixed(2)} |`,
  )
  await plain.end()
  await shop.close()
  await vite.close()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / ORDERS_A_ROUND
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
