import { type Front, failOver, switchOverInOrder } from '#tests/chaos/failover.ts'
import type { Fault } from '#tests/chaos/trial.ts'
import { isPoolerUsable, startPooler } from './lib/pooler.ts'
import { describeMachine } from './lib/report.ts'
import { prepareTrials } from './lib/trials.ts'

/**
 * Two shops on two PostgreSQL servers under load: npm run bench:failover [-- --kills 20 --switches 10 --pgbouncer 5]. Each killed
 * primary returns and must not be written to; then it becomes the next standby.
 */
const { given, measure } = prepareTrials({ kills: '20', switches: '10', pgbouncer: '5', program: 'pgbouncer' })
const pair = { isPair: true, maxRecoverySeconds: 15 }
await measure('kills of the primary', { ...pair, times: Number(given.kills), fault: failOver })
await measure('planned switch-overs', { ...pair, times: Number(given.switches), fault: switchOverInOrder })
if (isPoolerUsable(given.program)) {
  await measureBehindPooler('kills of the primary behind PgBouncer', failOver)
  await measureBehindPooler('planned switch-overs behind PgBouncer', switchOverInOrder)
} else console.log('Nothing was measured behind PgBouncer: 1.21 or newer is not installed (--program)')
console.log(describeMachine())
process.exit()

async function measureBehindPooler(name: string, fault: (about: Fault, front?: Front) => Promise<void>) {
  let front: Awaited<ReturnType<typeof startPooler>> | undefined
  await measure(name, {
    ...pair,
    times: Number(given.pgbouncer),
    fault: (about) => fault(about, front),
    poolerFor: async ({ servers }) => {
      front = await startPooler(given.program, servers.primary)
      return front.url
    },
  })
}
