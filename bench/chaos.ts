import { crashDatabase, killProcesses } from '#tests/chaos/trial.ts'
import { describeMachine } from './lib/report.ts'
import { prepareTrials } from './lib/trials.ts'

/** Kills the built shop and its database under load: npm run bench:chaos [-- --postgres 100 --embedded 50 --crashes 10]. */
const { given, measure } = prepareTrials({ postgres: '100', embedded: '50', crashes: '10' })
await measure('kills of two shops on PostgreSQL', { times: Number(given.postgres), fault: killProcesses })
await measure('kills of the shop on the embedded database', {
  times: Number(given.embedded),
  fault: killProcesses,
  isEmbedded: true,
})
await measure('crashes of PostgreSQL under two shops', {
  times: Number(given.crashes),
  fault: crashDatabase,
  maxRecoverySeconds: 5,
})
console.log(describeMachine())
process.exit()
