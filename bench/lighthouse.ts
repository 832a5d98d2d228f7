import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, loadavg, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { findChromium } from '../scripts/ci/chromium.ts'
import { startLatencyProxy } from './servers/latency-proxy.ts'
import {
  describeMachine,
  readStealMs,
  type Server,
  signInAdmin,
  startProductionShop,
  stopServer,
} from './servers/servers.ts'

/** Not a dependency: 114 packages and 176 MB for occasional use. npm caches it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const NOTHING_RECORDED = 'NO_NAVSTART'
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage'
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const LCP_MS = 1800
const TBT_MS = 50
const SETTLED_MS = 15_000

const { values: given } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    page: { type: 'string' },
    distance: { type: 'string', default: '40' },
  },
})

type Audit = { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string }
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
  /** How fast Lighthouse rates the machine: 1500 to 2000 for an idle desktop. */
  environment: { benchmarkIndex: number }
}
type Page = { name: string; address: string; isSignedIn?: boolean }

const PAGES: Page[] = [
  { name: 'landing', address: '/' },
  { name: 'home', address: '/', isSignedIn: true },
  { name: 'list', address: '/products' },
  { name: 'detail', address: '/product/1' },
  { name: 'stories', address: '/community-stories' },
]

/**
 * Lighthouse on the built shop, as a slow phone: npm run bench:lighthouse [-- --runs=3 --page=list --distance=0].
 * `distance` is the round trip in milliseconds. The shop gets a lower priority than the browser.
 */
async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-lighthouse-'))
  const shop = await startProductionShop({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' })
  const seen = await startLatencyProxy(shop.url, Number(given.distance))
  const missed = new Set<string>()
  console.log(`${describeMachine()}, the shop ${given.distance} ms away\n`)
  console.log(
    '| page | performance | accessibility | best practices | SEO | LCP s | TBT ms | CLS | load | machine | stolen ms |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|')
  try {
    giveWay(shop)
    const cookie = await signInAdmin(shop.url)
    // The work after a start would show in the first figures.
    await setTimeout(SETTLED_MS)
    for (const page of PAGES.filter(({ name }) => !given.page || name === given.page)) {
      // Rendering for an empty cache is measured elsewhere.
      await fetch(shop.url + page.address, page.isSignedIn ? { headers: { cookie } } : {})
      for (let run = 0; run < Number(given.runs); run++) {
        const before = readStealMs()
        const report = await lookAgain(seen.url + page.address, {
          folder,
          cookie: page.isSignedIn ? cookie : undefined,
        })
        console.log(figuresOf(page, report, readStealMs() - before))
        for (const miss of missesOf(report)) missed.add(`${page.name}: ${miss}`)
      }
    }
    for (const miss of missed) console.log(miss)
    if (missed.size > 0) process.exitCode = 1
  } finally {
    seen.stop()
    await stopServer(shop)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lowers the priority of the shop: on a real phone it would not share the processor. */
function giveWay({ process: { pid } }: Server): void {
  const threads = `/proc/${pid}/task`
  // Linux gives each thread its own priority.
  const ids = existsSync(threads) ? readdirSync(threads) : [pid]
  for (const id of ids) setPriority(Number(id), constants.priority.PRIORITY_LOW)
}

type Looking = { folder: string; cookie?: string }

/** Chrome sometimes records nothing; Lighthouse then asks for another run. */
async function lookAgain(url: string, looking: Looking): Promise<Report> {
  try {
    return await look(url, looking)
  } catch (problem) {
    if (!String(problem).includes(NOTHING_RECORDED)) throw problem
    console.log(`${NOTHING_RECORDED}: once more`)
    return look(url, looking)
  }
}

async function look(url: string, { folder, cookie }: Looking): Promise<Report> {
  const written = path.join(folder, 'report.json')
  const flags = ['--quiet', '--output=json', `--output-path=${written}`, `--chrome-flags=${FLAGS}`]
  if (cookie) flags.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`)
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...flags]
  const env = { ...process.env, CHROME_PATH: findChromium(), npm_config_ignore_scripts: 'true' }
  await promisify(execFile)('npm', command, { env, maxBuffer: 100_000_000 })
  return JSON.parse(readFileSync(written, 'utf8'))
}

function figuresOf({ name }: Page, { categories, audits, environment }: Report, stolen: number): string {
  const figures = [
    name,
    ...Object.keys(GOALS).map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    (figureOf(audits, 'largest-contentful-paint') / 1000).toFixed(2),
    figureOf(audits, 'total-blocking-time').toFixed(0),
    figureOf(audits, 'cumulative-layout-shift').toFixed(3),
    loadavg()[0]?.toFixed(1),
    environment.benchmarkIndex.toFixed(0),
    stolen.toFixed(0),
  ]
  return `| ${figures.join(' | ')} |`
}

/** Metrics below target, and the audits that cost points. */
function* missesOf({ categories, audits }: Report): Generator<string> {
  for (const [category, goal] of Object.entries(GOALS)) {
    const { score = 0, auditRefs = [] } = categories[category] ?? {}
    if (Math.round(score * 100) >= goal) continue
    const at = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
    yield `${category} is below ${goal} (${at.join(', ')})`
  }
  if (figureOf(audits, 'largest-contentful-paint') > LCP_MS) yield `the largest content comes after ${LCP_MS} ms`
  if (figureOf(audits, 'total-blocking-time') > TBT_MS) yield `scripts block for more than ${TBT_MS} ms`
  if (figureOf(audits, 'cumulative-layout-shift') > 0) yield 'the page moves while it loads'
}

const figureOf = (audits: Report['audits'], id: string) => audits[id]?.numericValue ?? Number.NaN

await main()
