import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBackups } from '#src/db/backup/backup-folder.server.ts'
import { runNode } from '#tests/shop-process.ts'
import { unpackBackup } from '../../scripts/backup/backup-file.ts'
import { type Fault, waitForPayment } from './trial.ts'

export type BackupSettings = { DATA_DIR: string; DATABASE_URL: string }

/** `untilKilled` ends when it is killed. */
type Command = { settings: BackupSettings; words: string[]; untilKilled?: Promise<void> }

export function npmRun(command: 'backup' | 'restore', { settings, words, untilKilled }: Command) {
  return runNode([`scripts/${command}.ts`, ...words], { env: { ...process.env, ...settings }, untilKilled })
}

export const countDrafts = (backups: string) =>
  readdirSync(backups).filter((name) => name.startsWith('.golconda-draft-')).length

/** Kills a backup this long after its draft is there. */
export async function killBackup(settings: BackupSettings, backups: string, afterMs: number): Promise<void> {
  const before = countDrafts(backups)
  const untilKilled = (async () => {
    for (const giveUpAt = Date.now() + 60_000; countDrafts(backups) === before && Date.now() < giveUpAt; )
      await sleep(5)
    await sleep(afterMs)
  })()
  await npmRun('backup', { settings, words: ['--to', backups], untilKilled })
}

/**
 * Kills backups of a selling shop while they are written, and cuts whole ones short. A file that is there must be
 * whole, and one that is not must be refused. `recovery` gets the seconds of the backup after each kill.
 */
export async function tearBackups({ cluster, load, times, random, recovery }: Fault): Promise<void> {
  const { settings } = cluster
  const backups = mkdtempSync(path.join(tmpdir(), 'golconda-torn-'))
  process.once('exit', () => rmSync(backups, { recursive: true, force: true }))
  const refused = async (file: string) => {
    const folder = mkdtempSync(path.join(backups, 'unpacked-'))
    const isRefused = await unpackBackup({ file }, folder).then(
      () => false,
      () => true,
    )
    rmSync(folder, { recursive: true })
    return isRefused
  }
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(load)
    await killBackup(settings, backups, random() * 150)
    const since = performance.now()
    const { code, said } = await npmRun('backup', { settings, words: ['--to', backups] })
    if (code !== 0) throw new Error(`The backup after a killed one failed: ${said}`)
    recovery.push((performance.now() - since) / 1000)
    const files = (await listBackups(backups)).map(({ file }) => file)
    for (const file of files) if (await refused(file)) throw new Error(`${file} is torn`)
    const [newest = ''] = files
    const cut = path.join(backups, 'cut.tar')
    copyFileSync(newest, cut)
    truncateSync(cut, Math.floor(random() * statSync(cut).size))
    if (!(await refused(cut))) throw new Error('A backup that was cut short was not refused')
    for (const file of files) rmSync(file)
  }
  if (countDrafts(backups) <= times / 2) throw new Error('Most kills missed the writing of a backup')
}
