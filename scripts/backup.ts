import { existsSync } from 'node:fs'
import { mkdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupFile, listBackups, overwriteAttempt, writeAttempt } from '#src/db/backup/backup-folder.server.ts'
import { readBackupSocket } from '#src/db/backup/backup-socket.server.ts'
import { exportData } from '#src/db/backup/export-data.server.ts'
import { assertNotRestoring } from '#src/db/migrate.server.ts'
import { openForCli } from '#src/db/open-database.server.ts'
import { type Env, readEnv } from '#src/server/config/env.server.ts'
import { RUN } from '#src/server/config/process-settings.server.ts'
import { type BackupManifest, writeBackup } from './backup/backup-file.ts'
import { deleteLeftovers } from './backup/cleanup-temp.ts'
import { findExpiredBackups } from './backup/expired-backups.ts'
import { runCommand } from './cli.ts'

type Destination = { folder: string; keep: number }

/** Takes a backup, whether the shop runs or not, and deletes expired ones. The result is left where the shop reports it. */
export async function takeBackup(env: Env, { folder, keep }: Destination) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const began = performance.now()
  const attempt = () => ({ endedAt: new Date().toISOString(), seconds: (performance.now() - began) / 1000 })
  try {
    const backup = await attemptBackup(env, { folder, keep })
    await writeAttempt(folder, attempt())
    return backup
  } catch (error) {
    const failed = { ...attempt(), error: error instanceof Error ? error.message : String(error) }
    // If neither is possible, the shop reports the age of the newest backup.
    await writeAttempt(folder, failed)
      .catch(() => overwriteAttempt(folder, failed))
      .catch((cause) => console.warn(`The failure is not recorded: ${cause.message}`))
    throw error
  }
}

async function attemptBackup(env: Env, { folder, keep }: Destination) {
  const began = performance.now()
  await deleteLeftovers('drafts', folder)
  // Before and after: a full disk would otherwise stop the backup before it frees space.
  const before = await deleteOutlived(folder, keep)
  await refuseWithoutRoom(folder, env.MIN_FREE_MB)
  const { parts, close } = await dataOf(env)
  const { DATA_DIR: dataDir, BACKUP_RECIPIENT: recipient } = env
  const backup = await writeBackup({ parts, dataDir, folder, recipient }).finally(close)
  const gone = before + (await deleteOutlived(folder, keep))
  console.log(`${backup.file}: ${describeBackup(backup)}, in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if (gone > 0) console.log(`Deleted ${gone} that had their time`)
  return backup
}

/** The newest is never deleted: it is the last of its day. */
async function deleteOutlived(folder: string, keep: number): Promise<number> {
  const gone = findExpiredBackups(await listBackups(folder), keep)
  for (const { file } of gone) await rm(file)
  return gone.length
}

/** A backup must leave the shop enough space. */
async function refuseWithoutRoom(folder: string, minFreeMb: number): Promise<void> {
  const [newest] = await listBackups(folder)
  const wanted = minFreeMb * MB + (newest ? (await stat(newest.file)).size : 0)
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < wanted)
    throw new Error(
      `${folder} has room for ${Math.floor((bavail * bsize) / MB)} MB, and a backup wants ${Math.ceil(wanted / MB)}`,
    )
}

const MB = 1024 * 1024

/** How many recent backups stay, besides daily and monthly ones. */
export const KEEP_LATEST = 48

/** The default folder for backups. */
export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Env, 'BACKUP_DIR' | 'DATA_DIR'>) =>
  BACKUP_DIR ?? path.join(DATA_DIR, 'backups')

export function describeBackup({
  takenAt,
  manifest,
}: Pick<BackupFile, 'takenAt'> & { manifest: BackupManifest }): string {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  const pictures = Object.keys(manifest.sha256).filter((name) => name.startsWith('uploads/')).length
  return `taken at ${takenAt.toISOString()} by version ${manifest.version} with ${manifest.schema} migrations, ${rows} rows, ${pictures} files of pictures`
}

/** Reads from the server, the running shop, or its folder. */
async function dataOf({ DATA_DIR, database }: Env) {
  if ('url' in database) {
    const { pool, close } = await openForCli(database)
    await assertNotRestoring(pool).catch((error) => close().then(() => Promise.reject(error)))
    return { parts: exportData(pool), close }
  }
  const answer = await readBackupSocket(DATA_DIR)
  if (answer) return answer
  if (!existsSync(path.join(DATA_DIR, 'database'))) throw new Error(`There is no shop in ${DATA_DIR}`)
  const { pool, close } = await openForCli(database)
  return { parts: exportData(pool), close }
}

const USAGE = `${RUN} backup -- [--to <folder>] [--keep <number>]
  --to    the folder; BACKUP_DIR, or backups in DATA_DIR, if missing
  --keep  how many recent backups stay (${KEEP_LATEST}), besides daily and monthly ones`

if (import.meta.main)
  await runCommand('There is no backup', async () => {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        keep: { type: 'string', default: String(KEEP_LATEST) },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return console.log(USAGE)
    if (!/^[1-9]\d*$/.test(values.keep)) throw new Error(`--keep takes the number of backups, not ${values.keep}`)
    const env = readEnv(process.env)
    await takeBackup(env, { folder: values.to ?? backupFolder(env), keep: Number(values.keep) })
  })
