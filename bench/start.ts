import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import {
  describeMachine,
  median,
  REQUESTS_PER_CONNECTION,
  readCpuSeconds,
  readResidentMB,
  signInAdmin,
  startProductionShop,
  stopServer,
} from './servers/servers.ts'

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '7' },
    requests: { type: 'string', default: '100000' },
    embedded: { type: 'string', default: '20000' },
  },
})
/** Kept pages and calls, a page that is made each time, and the desk: what a day asks, in no particular order. */
const PATHS = ['/', '/products', '/product/1', '/api/products', '/community-stories', '/products?q=dark', '/cart']
/** After so much of the requests memory is told. */
const PARTS = [0.1, 0.2, 0.5, 1]

/**
 * How long the built shop takes until it answers, on data that is there, and what it holds in memory after many requests:
 * npm run bench:start [-- --starts 7 --requests 100000 --embedded 20000]. On PostgreSQL, and with the embedded engine for
 * itself. The start is that of the process, without npm and without asking whether the build is of today.
 */
async function main() {
  console.log(describeMachine())
  const postgres = await startPostgresServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  for (const [kind, DATABASE_URL] of Object.entries({ PostgreSQL: postgres.url, embedded: '' })) {
    const env = { DATABASE_URL, DATA_DIR: dataDir }
    // The first one makes the tables and the demo.
    await stopServer(await startProductionShop(env))
    const starts: number[] = []
    for (let start = 0; start < Number(values.starts); start++) {
      const shop = await startProductionShop(env)
      starts.push(shop.tookMs)
      await stopServer(shop)
    }
    console.log(
      `\n${kind}: start to the first 200 in ${median(starts).toFixed(0)} ms (at most ${Math.max(...starts).toFixed(0)})`,
    )
    const requests = Number(DATABASE_URL ? values.requests : values.embedded)
    if (requests > 0) await memory(env, requests)
  }
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  console.log(`\n${describeMachine()}`)
}

async function memory(env: Record<string, string>, requests: number) {
  const shop = await startProductionShop(env)
  const cookie = await signInAdmin(shop.url)
  const began = performance.now()
  console.log(`MB resident at the start: ${readResidentMB(shop).toFixed(0)}`)
  let made = 0
  for (const part of PARTS) {
    const amount = Math.ceil(requests * part) - made
    const { non2xx, errors } = await ask(shop.url, { cookie, amount })
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals, ${errors} errors`)
    made += amount
    console.log(`after ${made} requests: ${readResidentMB(shop).toFixed(0)}`)
  }
  const aSecond = (1000 * made) / (performance.now() - began)
  console.log(
    `${aSecond.toFixed(0)} requests a second, ${((1000 * readCpuSeconds(shop)) / made).toFixed(2)} ms of a core for each`,
  )
  await stopServer(shop)
}

/** Few at a time, because a shop that is asked too much turns visitors away. */
function ask(url: string, { cookie, amount }: { cookie: string; amount: number }) {
  const requests = PATHS.flatMap((path, nth) => [
    { path, headers: { 'accept-encoding': 'br' } },
    ...(nth % 3 === 0 ? [{ path, headers: { 'accept-encoding': 'gzip', cookie } }] : []),
  ])
  return autocannon({ url, connections: 4, amount, requests, reconnectRate: REQUESTS_PER_CONNECTION })
}

await main()
process.exit()
