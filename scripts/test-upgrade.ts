import { parseArgs } from 'node:util'
import { readEnv } from '#src/server/config/env.server.ts'
import { RUN } from '#src/server/config/process-settings.server.ts'
import { openTemporaryTarget, restoreBackup } from './backup/restore-backup.ts'
import { backupFolder, KEEP_LATEST, takeBackup } from './backup.ts'
import { runCommand } from './cli.ts'

const USAGE = `${RUN} test-upgrade -- [<file>]
  Restores a backup beside the shop, migrates and checks it, and deletes the copy. Without a file it takes one first.
  --identity  the file with the secret key of an encrypted backup; - reads it from standard input`

/**
 * Run from the new version's folder while the old version sells: takes a backup, restores a copy, migrates and checks
 * it. Also takes a backup that is there, and --identity as `npm run restore` does.
 */
await runCommand('This version must not take over', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(USAGE)
  const env = readEnv(process.env)
  const file = positionals[0] ?? (await takeBackup(env, { folder: backupFolder(env), keep: KEEP_LATEST })).file
  const open = () => openTemporaryTarget(env)
  const holds = await restoreBackup(file, { open, identityFile: values.identity })
  if (!holds) throw new Error('Something does not hold on the copy, see above')
  console.log(`This version can take over. Start it in place of the old one; it migrates the data as it did the copy.
"Upgrade" in docs/operations.md says how to go back later. Restoring this backup would LOSE ALL ORDERS SINCE: ${file}`)
})
