import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgresServer } from '#src/testing/postgres-server.ts'
import { type CallFigures, formatGrowthTable } from './load/growth-table.ts'
import { measureLatency } from './load/measure.ts'
import { describeMachine, startProductionShop, stopServer } from './servers/servers.ts'

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '30x1000,300x100000,3000x1000000' }, only: { type: 'string' } },
})
const CALLS = 200
/** Alternates between shops, so that a slowing machine affects all alike. */
const ROUNDS = 2
/** A unique query bypasses the response cache. */
const MADE = 'bench=1'
const PUBLIC = [
  '/',
  '/start',
  '/products',
  '/products/bonbons',
  '/products?q=dark&sort=price-asc',
  '/products?q=cardamom&sort=price-asc',
  '/product/1',
  '/cart',
  '/emotion-chocolates',
  '/emotion-chocolates?mood=happy',
  '/mood-tracker',
  '/community-stories',
  '/traceability',
  '/about',
  '/contact',
  '/api/shop',
  '/api/settings/public',
  '/api/categories',
  '/api/products',
  '/api/products?q=dark&sort=price-asc&limit=12',
  '/api/products/1',
  '/api/products/1/reviews',
  '/api/stories',
  '/api/trace',
]

/**
 * Compares the cost of public pages, calls and admin lists in shops of different sizes: npm run bench:growth [--
 * --sizes 30x1000,300x100000 --only /api/orders]. Counts the fastest of many calls and marks growth beyond a half.
 * TEST_DATABASE_URL keeps the shops.
 */
async function main() {
  const sizes = values.sizes.split(',')
  const server = await startPostgresServer()
  process.env.TEST_DATABASE_URL = server.url
  console.log(`${describeMachine()}, the quickest of ${CALLS} calls in each of ${ROUNDS} rounds, ms\n`)
  const found: CallFigures[] = sizes.map(() => new Map())
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, size] of sizes.entries()) {
      const adminRows = measureAdminLists(size)
      for (const [call, figure] of [...(await publicFigures(server.url, size)), ...adminRows]) {
        const before = found[index]?.get(call)
        if (!before || figure.ms < before.ms) found[index]?.set(call, figure)
      }
    }
  console.log(formatGrowthTable(sizes, found))
  console.log(`\n${describeMachine()}`)
  await server.stop()
}

/** Admin lists, measured by bench:admin on its own database; ids are removed from their addresses. */
function measureAdminLists(size: string): CallFigures {
  const only = values.only ? [values.only] : []
  const said = execFileSync(process.execPath, ['bench/admin-lists.ts', '--keep', '--size', size, ...only], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const rows = said.matchAll(/^\| ([\d.]+) \|.*\| ([\d.]+) \| (\/api\/\S.*?) \|$/gm)
  return new Map(
    [...rows].map(([, best = '', kB = '', call = '']) => [
      call
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
        .replace(/cursor=[^&]+/, 'cursor={id}')
        .replace(/\/\d+/, '/{n}')
        .replace(/[\w.]*ORD_\w+/, '{order}')
        .replace(/[\w.]+@[\w.]+|[\w.]+%40[\w.]+/, '{address}'),
      { ms: Number(best), kB: Number(kB) },
    ]),
  )
}

async function publicFigures(url: string, size: string): Promise<CallFigures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-bench-'))
  const DATABASE_URL = Object.assign(new URL(url), { pathname: `golconda_bench_${size}` }).href
  const shop = await startProductionShop({ DATABASE_URL, DATA_DIR: dataDir })
  const figures: CallFigures = new Map()
  try {
    for (const address of PUBLIC.filter((one) => one.includes(values.only ?? ''))) {
      let kB = 0
      const ask = async () => {
        const answer = await fetch(`${shop.url}${address}${address.includes('?') ? '&' : '?'}${MADE}`)
        kB = (await answer.arrayBuffer()).byteLength / 1024
        if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
      }
      const { best } = await measureLatency(ask, CALLS)
      figures.set(address, { ms: best, kB })
    }
  } finally {
    await stopServer(shop)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

await main()
process.exit()
