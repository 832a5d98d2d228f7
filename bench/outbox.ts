import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { runOutboxTrial } from '#tests/chaos/outbox-trial.ts'
import { describeMachine, readOptions, round } from './lib/report.ts'

const given = readOptions({ messages: '10000', kills: '20', databases: 'embedded,postgres' })
const [messages, kills] = [Number(given.messages), Number(given.kills)]

/** Sends messages that are due at once through kills: npm run bench:outbox [-- --messages 10000 --kills 20]. */
configureProcess({ masterSecret: () => 'a secret of the bench' })
console.log(describeMachine())
for (const where of given.databases.split(',')) {
  const isEmbedded = where === 'embedded'
  const trial = await runOutboxTrial({ isEmbedded, processes: isEmbedded ? 1 : 2, messages, kills })
  console.log(`\n## ${messages} messages, ${kills} kills, ${where}`)
  console.table({ ...trial, seconds: round(trial.seconds), 'a second': round(messages / trial.seconds) })
  const { lost, differing, unexplained, doubles, mostDoubles, late, mostLate } = trial
  if (lost + differing + unexplained > 0 || doubles > mostDoubles || late > mostLate) process.exitCode = 1
}
process.exit()
