import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#src/db/open-database.server.ts'
import { freePort, startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { startShop } from '#tests/shop-process.ts'
import { type LoadRequest, type LoadSample, percentile, runOpenLoop, sendLoadRequest } from './load/open-loop.ts'
import { createTrafficMix } from './load/traffic-mix.ts'

const { values: given } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const seconds = Number(given.seconds)
/** Concurrent clients when the capacity is measured: full load, without shedding. */
const AT_ONCE = 12
/** This many times the unloaded latency is still normal. */
const NORMAL_MS = 500

const folder = mkdtempSync(path.join(tmpdir(), 'golconda-overload-'))
const server = await startOwnPostgresServer({ isDurable: true })
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const shop = await startShop({
  PORT: String(port),
  DATABASE_URL: server.url,
  DATA_DIR: folder,
  SESSION_SECRET: 'x'.repeat(32),
})
const database = await openDatabase({ url: server.url })
const visit = await createTrafficMix(database.db, { origin, people: 200 })
/** Excludes cached pages: they are always served and would improve the figures. */
const next = (): LoadRequest => {
  const about = visit()
  return about.headers || about.path.includes('?') ? about : next()
}

/** Responses per second at full load. */
async function capacity(): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const until = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) if (isGood(await sendLoadRequest(origin, next(), agent))) answered += 1
    }),
  )
  agent.destroy()
  return answered / seconds
}

/** Results per call. */
function byRank(samples: LoadSample[]) {
  const nameOf = ({ about }: LoadSample) => {
    return `${about.method ?? 'GET'} ${about.path}`
  }
  return Object.fromEntries(
    Object.entries(Object.groupBy(samples, nameOf)).map(([name, all = []]) => {
      const good = all.filter(isGood)
      const within = (part: number) => Math.round(percentile(msOf(good), part))
      return [name, { requests: all.length, answered: good.length, 'p50 ms': within(0.5), 'p99 ms': within(0.99) }]
    }),
  )
}

const isGood = ({ status }: Pick<LoadSample, 'status'>) => status > 0 && status < 500
const msOf = (samples: LoadSample[]) => samples.map(({ ms }) => ms)

/** Seconds after the load until ten responses in a row are good and fast. */
async function secondsUntilNormal(): Promise<number> {
  const began = performance.now()
  for (let inRow = 0; inRow < 10; ) {
    const [sample] = await runOpenLoop(origin, { perSecond: 10, seconds: 0.1, next })
    inRow = sample && isGood(sample) && sample.ms < NORMAL_MS ? inRow + 1 : 0
    if (performance.now() - began > 60_000) return Number.POSITIVE_INFINITY
  }
  return (performance.now() - began) / 1000
}

await runOpenLoop(origin, { perSecond: 10, seconds: 5, next })
const most = await capacity()
await secondsUntilNormal()
const crowd = await runOpenLoop(origin, { perSecond: Math.round(most * 3), seconds, next })
const back = await secondsUntilNormal()

const good = crowd.filter(isGood)
const refused = crowd.filter(({ status }) => status === 503)
const others = crowd.filter((sample) => !isGood(sample) && sample.status !== 503)
const money = crowd.filter(({ about }) => about.path.startsWith('/api/payments/'))
const goodput = good.length / seconds / most
const refusedWithin = percentile(msOf(refused), 0.99)
console.table({
  'capacity (answers a second)': most.toFixed(1),
  'requests a second': Math.round(most * 3),
  'sent late, p99 (ms)': Math.round(
    percentile(
      crowd.map(({ lateMs }) => lateMs),
      0.99,
    ),
  ),
  'goodput (% of the capacity)': Math.round(goodput * 100),
  'answers within, p99 (ms)': Math.round(percentile(msOf(good), 0.99)),
  'shed with 503': refused.length,
  '503 within, p99 (ms)': Math.round(refusedWithin),
  'failed (broken off, 500)': others.length,
  'payments started (%)': Math.round((money.filter(isGood).length / money.length) * 100),
  'back to normal after (s)': back.toFixed(1),
})
console.table(byRank(crowd))
await shop.stop()
await database.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = goodput >= 0.8 && !(refusedWithin > 100) && others.length === 0 && back <= 30 ? 0 : 1
