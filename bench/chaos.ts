import { fillDisk, mountSmallDisk } from '#tests/chaos/full-disk.ts'
import { tearBackups } from '#tests/chaos/torn-backups.ts'
import { crashDatabase, killProcesses } from '#tests/chaos/trial.ts'
import { describeMachine } from './lib/report.ts'
import { prepareTrials } from './lib/trials.ts'

/**
 * Kills the built shop and its database under load, fills their disk and tears backups:
 * npm run bench:chaos [-- --postgres 200 --embedded 100 --crashes 10 --disks 10 --backups 20].
 */
const { given, measure } = prepareTrials({
  postgres: '200',
  embedded: '100',
  crashes: '10',
  disks: '10',
  backups: '20',
})
const [disks, backups] = [Number(given.disks), Number(given.backups)]
await measure('kills of two shops on PostgreSQL with a standby', {
  times: Number(given.postgres),
  fault: killProcesses,
  isPair: true,
})
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
await measure('torn backups of two shops on PostgreSQL', { times: backups, fault: tearBackups })
await measure('torn backups of the embedded database', { times: backups, fault: tearBackups, isEmbedded: true })
const disk = disks > 0 ? mountSmallDisk() : undefined
if (disk) {
  process.env.TMPDIR = disk
  await measure('moments of a full disk on PostgreSQL', { times: disks, fault: fillDisk })
  await measure('moments of a full disk on the embedded database', { times: disks, fault: fillDisk, isEmbedded: true })
} else if (disks > 0) console.log('Nothing was measured on a full disk: only root may mount a small one')
console.log(describeMachine())
process.exit()
