import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createServer } from 'vite'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { fillBigShop } from './database/big-shop.ts'
import type { ShopSize } from './database/big-shop-rows.ts'
import { explainHeaviest, recordReads } from './database/record-queries.ts'
import { type EndpointCase, listEndpointCases } from './load/admin-endpoints.ts'
import { measureLatency } from './load/measure.ts'
import { BENCH_PASSWORD, describeMachine } from './servers/servers.ts'

const LIMIT_MS = 50
const CALLS = 200

/**
 * Measures every admin list on a shop of 100,000 orders: npm run bench:admin [-- [--keep] part of a path]. --keep
 * leaves the filled database on TEST_DATABASE_URL for the next run; --size sets products and orders (2000x100000).
 */
async function main({ only, keep, size }: { only: string | undefined; keep: boolean; size: ShopSize }) {
  const server = await startPostgresServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  const database = keep ? `golconda_bench_${size.products}x${size.orders}` : `golconda_bench_${process.pid}`
  const isFilled = await madeBefore(server.url, database)
  const url = new URL(server.url)
  url.pathname = database
  Object.assign(process.env, {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: BENCH_PASSWORD,
    RATE_LIMITS: 'relaxed',
  })
  // Vite loads the shop's code, because some of it imports styles; nothing is served.
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom', logLevel: 'error' })
  const statements = recordReads()
  const { getAppContext } = await vite.ssrLoadModule('/src/app/context.server.ts')
  const { createApi } = await vite.ssrLoadModule('/src/app/api.server.ts')
  const shop = await getAppContext()
  try {
    const began = performance.now()
    if (!isFilled) await fillBigShop(shop.database.pool, size)
    console.log(
      `${isFilled ? 'Found' : 'Filled'} in ${((performance.now() - began) / 1000).toFixed(0)} s. ${describeMachine()}.\n`,
    )
    const api = createApi(shop)
    const get = await signedIn(api, shop.env.PUBLIC_URL)
    const cases = (await listEndpointCases(api, get)).filter(({ path }) => path.includes(only ?? ''))
    await report({ cases, get, statements, pool: shop.database.pool })
    console.log(`\n${describeMachine()}.`)
  } finally {
    await shop.close()
    await vite.close()
    if (!keep) await onServer(server.url, `drop database ${database} with (force)`)
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Get = (path: string) => Promise<Response>
type Api = { request: (path: string, init?: RequestInit) => Response | Promise<Response> }

async function signedIn(api: Api, origin: string): Promise<Get> {
  const answer = await api.request(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'maker@golconda.example', password: BENCH_PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(`The maker cannot sign in: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path) => api.request(`${origin}${path}`, { headers: { cookie } })
}

type Report = { cases: EndpointCase[]; get: Get; statements: ReturnType<typeof recordReads>; pool: pg.Pool }

async function report({ cases, get, statements, pool }: Report) {
  console.log('| best ms | p50 ms | p95 ms |      | kB | call |\n|---:|---:|---:|---|---:|---|')
  for (const { path, note } of cases) {
    if (note) {
      console.log(`|   |   |   | ${note} |   | ${path} |`)
      continue
    }
    statements.begin(path)
    const first = await get(path)
    const bytes = (await first.arrayBuffer()).byteLength
    statements.end()
    if (first.status !== 200) {
      console.log(`|   |   |   | answers ${first.status} |   | ${path} |`)
      continue
    }
    const { best, p50, p95 } = await measureLatency(async () => (await get(path)).arrayBuffer(), CALLS)
    console.log(
      `| ${best.toFixed(1)} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${p95 > LIMIT_MS ? 'SLOW' : ''} | ${(bytes / 1024).toFixed(1)} | ${path.slice(0, 110)} |`,
    )
  }
  await explainHeaviest(pool, statements.seen)
}

/** Returns whether the database existed; otherwise creates it. */
async function madeBefore(url: string, database: string): Promise<boolean> {
  const found = await onServer(url, `select 1 from pg_database where datname = '${database}'`)
  if (found.length === 0) await onServer(url, `create database ${database}`)
  return found.length > 0
}

async function onServer(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const { values, positionals } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    size: { type: 'string', default: '2000x100000' },
  },
  allowPositionals: true,
})
const [products = 0, orders = 0] = values.size.split('x').map(Number)
await main({ only: positionals[0], keep: values.keep, size: { products, orders } })
process.exit()
