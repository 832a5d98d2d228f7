import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { compareOrders } from './orders.ts'
import {
  describeMachine,
  median,
  REQUESTS_PER_CONNECTION,
  readCpuSeconds,
  readResidentMB,
  type Server,
  signInAdmin,
  startProductionShop,
  startServer,
  stopServer,
} from './servers/servers.ts'

/** The first round does not count: warm-up. */
const ROUNDS = 10
const SECONDS = 2
const CONNECTIONS = 32
const FOR_EVERYBODY = ['/products', '/product/1', '/api/products']
const FOR_ONE = ['/products', '/product/1', '/api/dashboard/stats', '/api/dashboard/analytics']

type Round = { perSecond: number; microseconds: number }

/**
 * Compares common responses with raw `node:http` that sends the same bytes, in turns, and an order with its statements:
 * npm run bench:pages. Measures the server's processor time per request, because the client shares the machine.
 */
async function main() {
  const postgres = await startPostgresServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  const shop = await startProductionShop({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
  console.log(`${describeMachine()}, ${ROUNDS} rounds of ${SECONDS} s each, ${CONNECTIONS} connections.\n`)
  try {
    console.log(
      '| address | kB | shop/s | raw/s | shop µs | raw µs | raw : shop |\n|---|---:|---:|---:|---:|---:|---:|',
    )
    for (const address of FOR_EVERYBODY) await compare(shop, address)
    console.log('\n| for one person | a second and core | ms |\n|---|---:|---:|')
    const cookie = await signInAdmin(shop.url)
    for (const address of FOR_ONE) await personal(shop, address, cookie)
    console.log(`\nThe shop holds ${readResidentMB(shop).toFixed(0)} MB.`)
  } finally {
    await stopServer(shop)
  }
  await compareOrders(postgres.url, dataDir)
  console.log(`\n${describeMachine()}.`)
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function compare(shop: Server, address: string) {
  const sample = await fetch(shop.url + address, { headers: { 'accept-encoding': 'br' } })
  const headers = [...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  await sample.arrayBuffer()
  const raw = await startServer(['bench/servers/raw-server.ts'], {
    RAW_FROM: shop.url + address,
    RAW_HEADERS: JSON.stringify(headers),
  })
  const rounds: { ours: Round; theirs: Round }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await load(shop, address), theirs: await load(raw, address) })
  await stopServer(raw)
  const counted = rounds.slice(1)
  const of = (whose: 'ours' | 'theirs', what: keyof Round) => median(counted.map((round) => round[whose][what]))
  const ratio = median(counted.map(({ ours, theirs }) => theirs.microseconds / ours.microseconds))
  const figures = [
    (Number(sample.headers.get('content-length')) / 1000).toFixed(1),
    of('ours', 'perSecond').toFixed(0),
    of('theirs', 'perSecond').toFixed(0),
    of('ours', 'microseconds').toFixed(1),
    of('theirs', 'microseconds').toFixed(1),
    ratio.toFixed(2),
  ]
  console.log(`| ${[address, ...figures].join(' | ')} |`)
}

async function personal(shop: Server, address: string, cookie: string) {
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await load(shop, address, cookie))
  const microseconds = median(rounds.slice(1).map((round) => round.microseconds))
  console.log(`| ${address} | ${(1_000_000 / microseconds).toFixed(0)} | ${(microseconds / 1000).toFixed(2)} |`)
}

async function load(server: Server, address: string, cookie = ''): Promise<Round> {
  const before = readCpuSeconds(server)
  const result = await autocannon({
    url: server.url + address,
    connections: cookie ? 8 : CONNECTIONS,
    duration: SECONDS,
    reconnectRate: REQUESTS_PER_CONNECTION,
    headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${address}: ${result.non2xx} refusals, ${result.errors} errors`)
  const microseconds = ((readCpuSeconds(server) - before) / result.requests.total) * 1_000_000
  return { perSecond: result.requests.average, microseconds }
}

await main()
process.exit()
