import { runTrial } from '#tests/chaos/trial.ts'
import { describeMachine, median, readOptions, seededRandom } from './report.ts'

type Trial = Pick<Parameters<typeof runTrial>[0], 'times' | 'fault' | 'isEmbedded' | 'isPair' | 'poolerFor'> & {
  maxRecoverySeconds?: number
}

/** Reads the options of trials with customers, and runs them one by one: lost orders and slow recovery fail the run. */
export function prepareTrials<T extends Record<string, string>>(defaults: T) {
  const common = { rate: '4', wait: '60', seed: String(Date.now() % 1_000_000) }
  const given: T & typeof common = readOptions({ ...defaults, ...common })
  const random = seededRandom(Number(given.seed))
  console.log(`Seed ${given.seed}. ${describeMachine()}.`)

  async function measure(name: string, { times, maxRecoverySeconds = Number.POSITIVE_INFINITY, ...trial }: Trial) {
    if (times === 0) return
    const load = { perSecond: Number(given.rate), random, waitSeconds: Number(given.wait) }
    const { counts, observations, complaints, recovery, broken, settledAfter } = await runTrial({
      ...trial,
      times,
      ...load,
    })
    const problems = Object.keys(broken).length
    console.log(`\n## ${times} ${name}`)
    console.table({
      'visits (skipped, too many at once)': `${counts.visits} (${counts.skipped})`,
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
    const isSlow = Math.max(...recovery) > maxRecoverySeconds
    if (problems + complaints.length > 0 || isSlow || settledAfter > 120) process.exitCode = 1
  }
  return { given, measure }
}
