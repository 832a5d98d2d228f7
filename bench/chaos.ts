import { crashDatabase, killProcesses, runTrial } from '#tests/chaos/trial.ts'
import { describeMachine, median, readOptions } from './lib/report.ts'

const seed = String(Date.now() % 1_000_000)
const given = readOptions({ postgres: '100', embedded: '50', crashes: '10', rate: '4', wait: '60', seed })
const MAX_RECOVERY_SECONDS = 5

let state = Number(given.seed) >>> 0
/** Seeded random numbers in [0, 1) (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

async function measure(name: string, times: number, { isEmbedded = false, fault = killProcesses } = {}) {
  if (times === 0) return
  const load = { perSecond: Number(given.rate), random, waitSeconds: Number(given.wait) }
  const trial = await runTrial({ isEmbedded, fault, times, ...load })
  const { counts, observations, complaints, recovery, broken, settledAfter } = trial
  const problems = Object.keys(broken).length
  console.log(`\n## ${times} ${name}`)
  console.table({
    'visits (turned away)': `${counts.visits} (${counts.turnedAway})`,
    'calls answered': counts.answers,
    'calls cut off, and made again': counts.cut,
    'answered 503 with Retry-After': counts.unavailable,
    'orders acknowledged (sold out)': `${observations.placed.size} (${counts.soldOut})`,
    'payments acknowledged': observations.paid.size,
    'lost orders, double sales, broken invariants, orphaned reservations': problems,
    complaints: complaints.length,
    'settled after, s': settledAfter.toFixed(0),
    'recovery, s': `${median(recovery).toFixed(1)} (at most ${Math.max(...recovery).toFixed(1)})`,
  })
  console.log(broken, complaints.slice(0, 20))
  const isSlow = fault === crashDatabase && Math.max(...recovery) > MAX_RECOVERY_SECONDS
  if (problems + complaints.length > 0 || isSlow || settledAfter > 120) process.exitCode = 1
}

/** Kills the built shop and its database under load: npm run bench:chaos [-- --postgres 100 --embedded 50 --crashes 10]. */
console.log(`Seed ${given.seed}. ${describeMachine()}.`)
await measure('kills of two shops on PostgreSQL', Number(given.postgres))
await measure('kills of the shop on the embedded database', Number(given.embedded), { isEmbedded: true })
await measure('crashes of PostgreSQL under two shops', Number(given.crashes), { fault: crashDatabase })
console.log(describeMachine())
process.exit()
