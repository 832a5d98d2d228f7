import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { crashDatabase, killInstances, type RecoveryTimes } from './chaos/fault-injection.ts'
import { prepareInstances } from './chaos/instances.ts'
import { createPrng } from './chaos/prng.ts'
import { type Outcome, runTrial } from './chaos/trial.ts'
import { describeMachine } from './servers/servers.ts'

const { values: given } = parseArgs({
  options: {
    postgres: { type: 'string', default: '100' },
    embedded: { type: 'string', default: '50' },
    crashes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '4' },
    wait: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [kills, embeddedKills, crashes, perSecond, waitSeconds, seed] = [
  given.postgres,
  given.embedded,
  given.crashes,
  given.rate,
  given.wait,
  given.seed,
].map(Number) as [number, number, number, number, number, number]
const SECRET = { SESSION_SECRET: 'all-shops-of-this-bench-share-one-secret' }
const began = performance.now()
const progress = (line: string) => console.error(`${((performance.now() - began) / 1000).toFixed(0)} s: ${line}`)
const common = { perSecond, waitSeconds }

/** Two processes on one PostgreSQL with durable commits; any of them is killed. */
async function killOnPostgres(): Promise<Outcome> {
  const random = createPrng(seed)
  const server = await startOwnPostgresServer({ isDurable: true })
  const stands = await prepareInstances(2, { DATABASE_URL: server.url, ...SECRET })
  try {
    const name = `${kills} kills of two shops on PostgreSQL`
    const trouble = (crowd: Outcome['crowd']) => killInstances(crowd, { stands: stands.all, kills, random, progress })
    return await runTrial({ ...common, name, stands, random, data: { url: server.url }, trouble })
  } finally {
    await stands.closeAll()
    await server.stop()
    stands.clearAway()
  }
}

async function killOnEmbedded(): Promise<Outcome> {
  const random = createPrng(seed + 1)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-chaos-'))
  const stands = await prepareInstances(1, { DATA_DIR: dataDir, DATABASE_URL: '', ...SECRET })
  try {
    const name = `${embeddedKills} kills of the shop on the embedded database`
    const trouble = (crowd: Outcome['crowd']) =>
      killInstances(crowd, { stands: stands.all, kills: embeddedKills, random, progress })
    return await runTrial({ ...common, name, stands, random, data: { dataDir }, trouble })
  } finally {
    await stands.closeAll()
    stands.clearAway()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function crashPostgres(): Promise<Outcome & { back: RecoveryTimes }> {
  const random = createPrng(seed + 2)
  const server = await startOwnPostgresServer({ isDurable: true })
  const stands = await prepareInstances(2, { DATABASE_URL: server.url, ...SECRET })
  let back: RecoveryTimes = { call: [], page: [], payment: [] }
  try {
    const name = `${crashes} crashes of PostgreSQL under two shops`
    const trouble = async (crowd: Outcome['crowd']) => {
      back = await crashDatabase(crowd, { server, stands: stands.all, times: crashes, random })
    }
    const outcome = await runTrial({ ...common, name, stands, random, data: { url: server.url }, trouble })
    return { ...outcome, back }
  } finally {
    await stands.closeAll()
    await server.stop()
    stands.clearAway()
  }
}

const isBad = ({ broken, doubleSales, orphans, crowd, settledAfter, back }: Outcome & { back?: RecoveryTimes }) =>
  Object.keys(broken).length + doubleSales + orphans + crowd.complaints.length > 0 ||
  settledAfter === Number.POSITIVE_INFINITY ||
  (back !== undefined && Math.max(...back.call, ...back.page) > 5)

function report(outcome: Outcome & { back?: RecoveryTimes }): void {
  const { name, crowd, stands, minutes, settledAfter, broken, doubleSales, orphans, invoices, back } = outcome
  const lost = (what: RegExp) => Object.entries(broken).filter(([sentence]) => what.test(sentence)).length
  const figures: [string, string | number][] = [
    ['minutes of paying load', minutes.toFixed(1)],
    ['visits (turned away)', `${crowd.counts.visits} (${crowd.counts.turnedAway})`],
    ['calls answered', crowd.counts.answers],
    ['calls cut off, and made again', crowd.counts.cut],
    ['answered 503 with Retry-After', crowd.counts.unavailable],
    ['orders acknowledged (sold out)', `${crowd.observations.placed.size} (${crowd.counts.soldOut})`],
    ['payments acknowledged', crowd.observations.paid.size],
    ['promises broken', lost(/^orders that|^payments that|^money that the bank forgot/)],
    ['double sales', doubleSales],
    [`orphaned reservations after ${waitSeconds} s`, orphans],
    ['invoices', invoices],
    ['sentences that do not hold', Object.keys(broken).length],
    ['complaints', crowd.complaints.length],
    ['settled after, s', settledAfter],
    ['opening a shop again, s', spread(stands.restarts)],
  ]
  if (back)
    for (const [what, seconds] of Object.entries(back))
      figures.push([`first ${what} after the database was back, s`, spread(seconds)])
  console.log(`\n## ${name}\n\n| | |\n|---|---:|`)
  for (const [what, figure] of figures) console.log(`| ${what} | ${figure} |`)
  for (const [excuse, times] of stands.excuses) console.log(`\n503, ${times} times: ${excuse}`)
  for (const [sentence, what] of Object.entries(broken)) console.log(`\nBROKEN: ${sentence}: ${what.slice(0, 5)}`)
  for (const complaint of crowd.complaints.slice(0, 20)) console.log(`\nCOMPLAINT: ${complaint}`)
}

function spread(seconds: number[]): string {
  const sorted = seconds.toSorted((one, other) => one - other)
  return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '-'} (at most ${sorted.at(-1)?.toFixed(1) ?? '-'})`
}

/**
 * Kills the built shop and its database under load: npm run bench:chaos [-- --postgres 100 --embedded 50 --crashes 10].
 */
async function main() {
  if (!existsSync('dist/server/main.js')) throw new Error('There is no built shop: npm run build')
  console.log(`Seed ${seed}. ${describeMachine()}.`)
  const outcomes: (Outcome & { back?: RecoveryTimes })[] = []
  for (const [times, trial] of [
    [kills, killOnPostgres],
    [embeddedKills, killOnEmbedded],
    [crashes, crashPostgres],
  ] as const) {
    if (times === 0) continue
    const outcome = await trial()
    report(outcome)
    outcomes.push(outcome)
  }
  console.log(`\nSeed ${seed}, at the end ${describeMachine()}.`)
  if (outcomes.some(isBad)) process.exitCode = 1
}

await main()
process.exit()
