import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { countUnsettledPayments, expirePaymentWindows, findLeftovers, WINDOW_SECONDS } from '#tests/chaos/drain.ts'
import { findBrokenPromises } from '#tests/chaos/observations.ts'
import { belowFreeMb, FAULTS } from './lib/diwali/faults.ts'
import { runPoissonLoad } from './lib/diwali/poisson-load.ts'
import { compareMessages, type DiwaliShop, openDiwaliShop } from './lib/diwali/shop.ts'
import { KINDS, PAYMENT_KINDS } from './lib/diwali/tally.ts'
import { createTraffic, type Traffic } from './lib/diwali/traffic.ts'
import { forSeconds, runClosedLoop } from './lib/load.ts'
import { readResidentMB } from './lib/machine.ts'
import { describeMachine, percentile, readOptions, round, seededRandom } from './lib/report.ts'

const given = readOptions({ minutes: '0.7', times: '10', faults: 'none,gateway,database,disk,clock', seed: '1' })
const seconds = Number(given.minutes) * 60
const CAPACITY_SECONDS = 10
/** Concurrent clients when the capacity is measured: full load, without shedding. */
const AT_ONCE = 12
const NORMAL_MS = 500
const MAX_RECOVERY_SECONDS = 60
const AFTERMATH_SECONDS = 300

/** Answers and arrivals a second of a shop that is fully loaded and refuses nothing. */
async function measureCapacity(traffic: Traffic) {
  const load = (seconds: number) =>
    runClosedLoop({ atOnce: AT_ONCE, goesOn: forSeconds(seconds) }, async () => {
      await traffic.act()
      return true
    })
  await load(CAPACITY_SECONDS / 2)
  const tally = traffic.startTally()
  const { perSecond: arrivals } = await load(CAPACITY_SECONDS)
  const perSecond = Object.fromEntries(KINDS.map((kind) => [kind, tally.good(kind) / CAPACITY_SECONDS]))
  return { arrivals, good: tally.good() / CAPACITY_SECONDS, perSecond }
}

/** Seconds until twenty answers in a row are good and fast. */
async function secondsUntilNormal(traffic: Traffic): Promise<number> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  for (let inRow = 0; inRow < 20; await sleep(50)) {
    const since = performance.now()
    const { status } = await traffic.ask()
    inRow = status === 200 && performance.now() - since < NORMAL_MS ? inRow + 1 : 0
    if (passed() > MAX_RECOVERY_SECONDS) return Number.POSITIVE_INFINITY
  }
  return passed()
}

/** Payments begun, paid and acknowledged so far. */
const countPayments = ({ observations: { placed, paid, verified } }: Traffic) => [placed.size, paid.size, verified.size]

/** Resident megabytes of both processes. */
const memoryOf = ({ cluster }: DiwaliShop) => cluster.shops.map(({ pid }) => readResidentMB(pid))

async function runLoad(shop: DiwaliShop, { traffic, fault, perSecond, random }: Load) {
  const memory = [memoryOf(shop)]
  const tally = traffic.startTally()
  traffic.acknowledgedMs.length = 0
  const before = countPayments(traffic)
  const begun = async () => {
    await sleep((seconds / 4) * 1000)
    await FAULTS[fault]?.({ shop, seconds: seconds / 2 })
  }
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const halfway = sleep((seconds / 2) * 1000).then(() => memory.push(memoryOf(shop)))
  const [counts] = await Promise.all([
    runPoissonLoad({ perSecond, seconds, random, act: traffic.act }),
    begun(),
    halfway,
  ])
  delays.disable()
  const generatorMs = delays.percentile(99) / 1e6
  memory.push(memoryOf(shop))
  return { counts, generatorMs, memory, tally, before, recovery: await secondsUntilNormal(traffic) }
}
type Load = { traffic: Traffic; fault: string; perSecond: number; random: () => number }

/** Seconds until no payment is open and no poll is due. */
async function endPayments({ look }: DiwaliShop['cluster']): Promise<number> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1000
  do {
    if (passed() > AFTERMATH_SECONDS) return Number.POSITIVE_INFINITY
    await look(expirePaymentWindows)
    await sleep((WINDOW_SECONDS + 2) * 1000)
  } while ((await look(countUnsettledPayments)) > 0)
  return passed()
}

/** Ends all payments, sends all messages, and compares what the shop said with what it stored. */
async function checkAftermath(shop: DiwaliShop, { observations }: Traffic) {
  const { cluster, mail } = shop
  const logs = readLogs(shop)
  const settledAfter = await endPayments(cluster)
  let messages = await compareMessages(cluster, mail.mails)
  for (const giveUpAt = performance.now() + AFTERMATH_SECONDS * 1000; messages.waiting > 0; ) {
    if (performance.now() > giveUpAt) break
    await sleep(1000)
    messages = await compareMessages(cluster, mail.mails)
  }
  await cluster.close()
  const broken = {
    ...(await cluster.look((db) => findBrokenPromises(db, observations, { isSandbox: false }))),
    ...(await cluster.look(brokenInvariants)),
    ...(await cluster.look(findLeftovers)),
  }
  return { settledAfter, messages, broken, logs }
}

/** What /readyz complained about, how often, and the first errors of the log. */
function readLogs({ cluster }: DiwaliShop) {
  const lines = cluster.shops.flatMap((shop) => shop.output().split('\n'))
  const failed = lines.flatMap((line) =>
    line.includes('Not ready for requests') ? [JSON.parse(line).checks.join()] : [],
  )
  const notReady = Object.fromEntries([...Map.groupBy(failed, String)].map(([checks, { length }]) => [checks, length]))
  return { notReady, errors: lines.filter((line) => line.includes('"level":"error"')).slice(0, 3) }
}

type Result = Awaited<ReturnType<typeof runLoad>> & Awaited<ReturnType<typeof checkAftermath>>
type Capacity = Awaited<ReturnType<typeof measureCapacity>>

const share = (part: number, whole: number) => `${round((part / whole) * 100)} %`

type Measured = { capacity: Capacity; traffic: Traffic; shop: DiwaliShop }

function report(result: Result, { capacity, traffic, shop }: Measured): void {
  const { counts, generatorMs, tally, memory, recovery, messages, broken, logs, settledAfter } = result
  const payments = countPayments(traffic).map((count, nth) => count - (result.before[nth] ?? 0))
  const acknowledged = [0.5, 0.99].map((share) => round(percentile(traffic.acknowledgedMs, share) / 1000, 1))
  const goodput = KINDS.map((kind) => `${kind} ${share(tally.good(kind) / seconds, capacity.perSecond[kind] ?? 0)}`)
  console.table({
    'CPU weights of shop, database, load': Object.values(shop.weights ?? {}).join(', ') || 'none',
    'capacity (answers, arrivals a second)': `${round(capacity.good)}, ${round(capacity.arrivals)}`,
    'offered (arrivals a second)': round(counts.arrivals / seconds),
    'not sent by the generator': `${counts.refusedByGenerator} (${share(counts.refusedByGenerator, counts.arrivals)})`,
    'delay of the generator itself, p99 (ms)': round(generatorMs),
    'answered (% of the capacity)': share(tally.good() / seconds, capacity.good),
    'refused with 503 or 429': tally.refused(),
    'refused within, p99 (ms); payment calls': `${round(percentile(tally.refusalMs.others, 0.99))}; ${round(percentile(tally.refusalMs.payments, 0.99))}`,
    'other answers (4xx, 500)': tally.failed(),
    'broken connections': `${tally.broken()} (most open at once: ${counts.openMost})`,
    'payments begun, paid, acknowledged': payments.join(', '),
    'payment calls within, p50 and p99 (ms)': PAYMENT_KINDS.map((kind) => `${kind} ${tally.p50AndP99Ms(kind)}`).join(
      '; ',
    ),
    'payments acknowledged within, p50 and p99 of those (s)': acknowledged.join(', '),
    'memory of each process (MB)': [0, 1].map((nth) => memory.map((at) => at[nth]).join(', ')).join('; '),
    'back to normal after (s)': round(recovery, 1),
    'payments ended after (s)': round(settledAfter),
    'messages queued, sent': `${messages.queued}, ${messages.sent}`,
    'messages lost, waiting, sent twice': `${messages.lost.length}, ${messages.waiting}, ${messages.doubles}`,
    'broken invariants and promises': Object.keys(broken).length,
  })
  console.log(`Answered, of the capacity: ${goodput.join(', ')}.`)
  console.log(tally.describe().join('; '), tally.problems, broken, logs, { lost: messages.lost })
}

function isAcceptable({ messages, broken, recovery, tally }: Result): boolean {
  const isSlow = percentile(tally.refusalMs.others, 0.99) > 100
  return messages.lost.length + messages.waiting + Object.keys(broken).length === 0 && recovery <= 30 && !isSlow
}

/** Diwali week: ten times the capacity of two live processes, with faults: npm run bench:diwali [-- --minutes 10]. */
configureProcess({ masterSecret: () => 'a secret of the bench' })
console.log(`Seed ${given.seed}. ${describeMachine()}: the load shares the cores.`)
for (const fault of given.faults.split(',')) {
  const random = seededRandom(Number(given.seed))
  const people = Math.round(1500 + Number(given.minutes) * 300)
  const shop = await openDiwaliShop({ people, minFreeMb: await belowFreeMb() })
  const traffic = createTraffic({ shop, random })
  const capacity = await measureCapacity(traffic)
  await traffic.ended()
  await secondsUntilNormal(traffic)
  const perSecond = capacity.arrivals * Number(given.times)
  const load = await runLoad(shop, { traffic, fault, perSecond, random })
  await traffic.ended()
  const result = { ...load, ...(await checkAftermath(shop, traffic)) }
  console.log(`\n## ${fault}: ${given.minutes} minutes at ${given.times} times the capacity`)
  report(result, { capacity, traffic, shop })
  if (!isAcceptable(result)) process.exitCode = 1
  await shop.end()
}
process.exit()
