import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { startPostgresServer } from '#src/platform/testing/postgres-server.ts'
import { machine, makersCookie, median, residentMB, startShop, stopServer } from './servers.ts'

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '7' }, requests: { type: 'string', default: '100000' } },
})
/** Kept pages and calls, a page that is made each time, and the desk: what a day asks, in no particular order. */
const ASKED = ['/', '/products', '/product/1', '/api/products', '/community-stories', '/products?q=dark', '/cart']
const STEPS = 10

/**
 * How long the built shop takes until it answers, on data that is there, and what it holds in memory after many requests:
 * npm run bench:start [-- --starts 7 --requests 100000]. On PostgreSQL, and with the embedded engine for itself.
 */
async function main() {
  console.log(machine())
  const postgres = await startPostgresServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  for (const [kind, DATABASE_URL] of Object.entries({ PostgreSQL: postgres.url, embedded: '' })) {
    const env = { DATABASE_URL, DATA_DIR: dataDir }
    // The first one makes the tables and the demo.
    await stopServer(await startShop(env))
    const starts: number[] = []
    for (let start = 0; start < Number(values.starts); start++) {
      const shop = await startShop(env)
      starts.push(shop.tookMs)
      await stopServer(shop)
    }
    console.log(
      `\n${kind}: start to the first 200 in ${median(starts).toFixed(0)} ms (at most ${Math.max(...starts).toFixed(0)})`,
    )
    await memory(kind, env)
  }
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
  console.log(`\n${machine()}`)
}

async function memory(kind: string, env: Record<string, string>) {
  const shop = await startShop(env)
  const cookie = await makersCookie(shop.url)
  const held = [residentMB(shop)]
  for (let step = 0; step < STEPS; step++) {
    const result = await autocannon({
      url: shop.url,
      // Few, because a shop that is asked too much turns visitors away.
      connections: 4,
      amount: Math.ceil(Number(values.requests) / STEPS),
      requests: ASKED.flatMap((path, nth) => [
        { path, headers: { 'accept-encoding': 'br' } },
        ...(nth % 3 === 0 ? [{ path, headers: { 'accept-encoding': 'gzip', cookie } }] : []),
      ]),
    })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
    held.push(residentMB(shop))
  }
  console.log(
    `${kind}: MB resident at the start and after each tenth of ${values.requests} requests: ${held.map((mb) => mb.toFixed(0)).join(', ')}`,
  )
  await stopServer(shop)
}

await main()
process.exit()
