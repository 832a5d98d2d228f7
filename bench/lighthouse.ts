import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { constants, loadavg, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createCluster } from '#tests/chaos/cluster.ts'
import { findChromium } from '../scripts/ci/chromium.ts'
import { signInAdmin, TICKS_A_SECOND } from './lib/machine.ts'
import { startLatencyProxy } from './lib/proxies.ts'
import { describeMachine, readOptions, round } from './lib/report.ts'

/** Not a dependency: 114 packages and 176 MB for occasional use. npm caches it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const MAX = { 'largest-contentful-paint': 1800, 'total-blocking-time': 50, 'cumulative-layout-shift': 0 }
const SETTLED_MS = 15_000
const PAGES = { landing: '/', home: '/', list: '/products', detail: '/product/1', stories: '/community-stories' }

const given = readOptions({ runs: '3', page: '', distance: '40' })

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
  /** How fast Lighthouse rates the machine: 1500 to 2000 for an idle desktop. */
  environment: { benchmarkIndex: number }
}

/** Time that the host gave to other virtual machines ("steal", proc(5)). NaN outside Linux. */
function readStealMs(): number {
  const fields = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) : []
  return (Number(fields?.[8]) / TICKS_A_SECOND) * 1000
}

/** Lowers the priority of the shop, thread by thread: on a real phone it would not share the processor. */
function giveWay(pid = 0): void {
  const threads = `/proc/${pid}/task`
  for (const id of existsSync(threads) ? readdirSync(threads) : [pid])
    setPriority(Number(id), constants.priority.PRIORITY_LOW)
}

async function audit(url: string, cookie?: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', `--output-path=${written}`, `--chrome-flags=${FLAGS}`]
  if (cookie) flags.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`)
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...flags]
  const env = { ...process.env, CHROME_PATH: findChromium(), npm_config_ignore_scripts: 'true' }
  await promisify(execFile)('npm', command, { env, maxBuffer: 100_000_000 })
  return JSON.parse(readFileSync(written, 'utf8'))
}

/** Metrics below target, and the audits that cost points. */
function* findMisses({ categories, audits }: Report): Generator<string> {
  for (const [name, goal] of Object.entries(GOALS)) {
    const { score = 0, auditRefs = [] } = categories[name] ?? {}
    const costly = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
    if (Math.round(score * 100) < goal) yield `${name} is below ${goal} (${costly.join(', ')})`
  }
  for (const [id, most] of Object.entries(MAX))
    if (!((audits[id]?.numericValue ?? Number.NaN) <= most)) yield `${id} is above ${most}`
}

/**
 * Lighthouse on the built shop, as a slow phone: npm run bench:lighthouse [-- --runs=3 --page=list --distance=0].
 * `distance` is the round trip in milliseconds. The shop gets a lower priority than the browser.
 */
const { open, folder } = await createCluster({ isEmbedded: true })
const written = path.join(folder, 'report.json')
const shop = await open()
const proxy = await startLatencyProxy(shop.url, Number(given.distance))
console.log(`${describeMachine()}, the shop ${given.distance} ms away`)
giveWay(shop.pid)
const admin = await signInAdmin(shop.url)
// The work after a start would show in the first figures.
await setTimeout(SETTLED_MS)
const [table, missed]: [object[], Set<string>] = [[], new Set()]
for (const [page, address] of Object.entries(PAGES).filter(([name]) => !given.page || name === given.page)) {
  const cookie = page === 'home' ? admin : undefined
  // Rendering for an empty cache is measured elsewhere.
  await fetch(shop.url + address, cookie ? { headers: { cookie } } : {})
  for (let run = 0; run < Number(given.runs); run++) {
    const before = readStealMs()
    const report = await audit(proxy + address, cookie)
    const scores = Object.keys(GOALS).map((name) => [name, round((report.categories[name]?.score ?? 0) * 100)])
    const figures = Object.keys(MAX).map((id) => [id, round(report.audits[id]?.numericValue ?? Number.NaN, 2)])
    const machine = { load: round(loadavg()[0] ?? 0, 1), machine: report.environment.benchmarkIndex }
    table.push({ page, ...Object.fromEntries([...scores, ...figures]), ...machine, stolen: readStealMs() - before })
    for (const miss of findMisses(report)) missed.add(`${page}: ${miss}`)
  }
}
console.table(table)
console.log([...missed].join('\n'))
process.exit(missed.size > 0 ? 1 : 0)
