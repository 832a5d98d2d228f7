import { parseArgs } from 'node:util'
import { listBackups } from '#src/db/backup/backup-folder.server.ts'
import { readEnv } from '#src/server/config/env.server.ts'
import { RUN } from '#src/server/config/process-settings.server.ts'
import { openRestoreTarget, openTemporaryTarget, restoreBackup } from './backup/restore-backup.ts'
import { backupFolder } from './backup.ts'
import { runCommand } from './cli.ts'

const USAGE = `${RUN} restore -- <file>
${RUN} restore -- --check [<file>]
  Restores a backup where the shop's settings say; without them, a demo's into .data.
  --check     restores it elsewhere, checks it and deletes the copy; the file defaults to the newest backup
  --force     replaces a shop that is there
  --identity  the file with the secret key of an encrypted backup; - reads it from standard input`

await runCommand('Nothing is restored', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      identity: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(USAGE)
  const env = readEnv(process.env)
  const [newest] = values.check ? await listBackups(backupFolder(env)) : []
  const file = positionals[0] ?? newest?.file
  if (!file && values.check) throw new Error(`There is no backup in ${backupFolder(env)}`)
  if (!file) throw new Error(`Say which backup: ${RUN} restore -- <file>`)
  console.log(`${file}:`)
  const identityFile = values.identity
  const holds = values.check
    ? await restoreBackup(file, { open: () => openTemporaryTarget(env), identityFile })
    : await restoreBackup(file, {
        open: () => openRestoreTarget(env, values.force),
        dataDir: env.DATA_DIR,
        identityFile,
      })
  if (!holds) throw new Error('Something in this backup does not hold, see above. Do not open a shop on it unread')
})
