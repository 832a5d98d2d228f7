import { setTimeout as sleep } from 'node:timers/promises'
import { createCluster } from '#tests/chaos/cluster.ts'
import { ask, runClosedLoop } from './lib/load.ts'
import { readCpuSeconds, readResidentMB, readServerCpuSeconds, signInAdmin } from './lib/machine.ts'
import { describeMachine, median, readOptions } from './lib/report.ts'

const values = readOptions({ starts: '7', requests: '100000', embedded: '20000', idle: '120' })
/** Cached pages and calls, and one page that is rendered each time. */
const PATHS = ['/', '/products', '/product/1', '/api/products', '/community-stories', '/products?q=dark', '/cart']
/** Every third path is also requested by the admin. */
const REQUESTS = PATHS.flatMap((path, nth) => [
  { path, isAdmin: false },
  ...(nth % 3 === 0 ? [{ path, isAdmin: true }] : []),
])
const BROTLI = { 'accept-encoding': 'br' }
/** Memory is printed after these shares of the requests. */
const PARTS = [0.1, 0.2, 0.5, 1]

/** After a start it runs each job once, plans its statements, and compiles and collects what the start left. */
const SETTLE_MS = 5 * 60_000

/**
 * The start of the built shop on existing data, without npm, what it takes without visitors, and its memory after
 * many requests, on both databases: npm run bench:start [-- --starts 7 --idle 120 --requests 100000 --embedded 20000].
 */
for (const isEmbedded of [false, true]) {
  const { open, close, end, server } = await createCluster({ isEmbedded })
  const startSeconds: number[] = []
  // The first start creates the tables and the demo.
  for (let start = 0; start <= Number(values.starts); start++) {
    const began = performance.now()
    await open()
    startSeconds.push((performance.now() - began) / 1000)
    await close()
  }
  const [first, ...starts] = startSeconds
  const most = Math.max(...starts).toFixed(2)
  console.log(`\n${isEmbedded ? 'Embedded' : 'PostgreSQL'}. ${describeMachine()}`)
  console.log(`start to the first 200: ${median(starts).toFixed(2)} s (at most ${most}; empty ${first?.toFixed(2)})`)
  const { url, pid } = await open()
  await printIdleShare(pid, server?.data)
  const cookie = await signInAdmin(url)
  const request = async (turn: number) => {
    const { path, isAdmin } = REQUESTS[turn % REQUESTS.length] ?? { path: '/', isAdmin: false }
    return ask(url, path, isAdmin ? { 'accept-encoding': 'gzip', cookie } : BROTLI)
  }
  const memory = [readResidentMB(pid)]
  const total = Number(isEmbedded ? values.embedded : values.requests)
  let [sent, perSecond] = [0, 0]
  for (const part of PARTS) {
    const count = Math.ceil(total * part) - sent
    // Few at a time: a shop with too many requests sheds some.
    const made = await runClosedLoop({ atOnce: 4, goesOn: (turn) => turn < count }, request)
    sent += made.done
    perSecond = made.perSecond
    memory.push(readResidentMB(pid))
  }
  console.log(`MB at the start, then up to ${total} requests: ${memory.join(', ')}`)
  const each = ((1000 * readCpuSeconds(pid)) / sent).toFixed(2)
  console.log(`${perSecond.toFixed(0)} requests a second, ${each} ms of a core for each`)
  await end()
}

async function printIdleShare(pid: number | undefined, data: string | undefined) {
  if (values.idle === '0') return
  await sleep(SETTLE_MS)
  const read = () => [readCpuSeconds(pid), data ? readServerCpuSeconds(data) : 0] as const
  const before = read()
  await sleep(Number(values.idle) * 1000)
  const [shop, database] = read().map((seconds, nth) => ((seconds - (before[nth] ?? 0)) / Number(values.idle)) * 100)
  console.log(`idle: ${shop?.toFixed(2)} % of a core${data ? `, and PostgreSQL ${database?.toFixed(2)} %` : ''}`)
}

process.exit()
