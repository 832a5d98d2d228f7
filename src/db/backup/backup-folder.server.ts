import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { undefinedIfMissing } from '#src/storage/object-storage.server.ts'

const NAMED = /^golconda-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(\.age)?$/

export const createBackupName = (takenAt: string, isEncrypted: boolean) =>
  `golconda-${takenAt.slice(0, 19).replaceAll(':', '-')}Z.tar${isEncrypted ? '.age' : ''}`

export type BackupFile = { file: string; takenAt: Date }

export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? []
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAMED.exec(name) ?? []
      return day ? [{ file: path.join(folder, name), takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
    })
    .sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
}

export type BackupAttempt = { endedAt: string; seconds: number; error?: string }

const ATTEMPT = 'last-attempt.json'

export async function writeAttempt(folder: string, attempt: BackupAttempt): Promise<void> {
  const draft = path.join(folder, `.${ATTEMPT}`)
  await writeFile(draft, JSON.stringify(attempt), { mode: 0o600 })
  await rename(draft, path.join(folder, ATTEMPT))
}

/** Writes over the last attempt, within its block: a full disk has no room for another. Throws if there was none. */
export async function overwriteAttempt(folder: string, attempt: BackupAttempt): Promise<void> {
  const file = await open(path.join(folder, ATTEMPT), 'r+')
  try {
    await file.write(JSON.stringify(attempt).padEnd((await file.stat()).size), 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

export type BackupHealth = { newest?: BackupFile & { bytes: number }; attempt?: BackupAttempt }

export async function readBackupHealth(folder: string): Promise<BackupHealth> {
  const [newest] = await listBackups(folder)
  const attempt = await readFile(path.join(folder, ATTEMPT), 'utf8').catch(undefinedIfMissing)
  return {
    ...(newest && { newest: { ...newest, bytes: (await stat(newest.file)).size } }),
    ...(attempt && { attempt: JSON.parse(attempt) }),
  }
}
