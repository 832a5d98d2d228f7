import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { create, extract, replace } from 'tar'
import { UPLOADED_IMAGE_PATTERN } from '#src/core/images/uploaded-image.ts'
import { type BackupFooter, type BackupHeader, splitLines } from '#src/db/backup/export-data.server.ts'
import { STOP_SIGNAL } from '../cli.ts'

/** Describes a backup: its version, time, size and the checksum of every file. */
export type BackupManifest = {
  format: 1
  version: string
  takenAt: string
  /** How many migrations had been applied. */
  schema: number
  rows: Record<string, number>
  /** The newest hash of the audit log, which later reveals a truncated log. Missing in older backups. */
  auditHead?: string
  sha256: Record<string, string>
}

const MANIFEST = 'manifest.json'
const DATA = 'data.jsonl.gz'
const NAMED = /^golconda-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

export const createBackupName = (takenAt: string) => `golconda-${takenAt.slice(0, 19).replaceAll(':', '-')}Z.tar`

export type BackupFile = { file: string; takenAt: Date }

/** Lists the backups in a folder, newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error) => (error.code === 'ENOENT' ? [] : Promise.reject(error)))
  return names
    .flatMap((name: string) => {
      const [, day, ...time] = NAMED.exec(name) ?? []
      return day ? [{ file: path.join(folder, name), takenAt: new Date(`${day}T${time.join(':')}Z`) }] : []
    })
    .sort((one: BackupFile, other: BackupFile) => other.takenAt.getTime() - one.takenAt.getTime())
}

type Source = { lines: AsyncIterable<string>; dataDir: string; folder: string }

/** Writes the data, then the images it refers to. The file gets its name only when it is complete. */
export async function writeBackup({
  lines,
  dataDir,
  folder,
}: Source): Promise<BackupFile & { manifest: BackupManifest }> {
  const draft = await mkdtemp(path.join(folder, '.golconda-draft-'))
  try {
    const seen: Seen = { auditHead: '' }
    const data = createWriteStream(path.join(draft, DATA))
    await pipeline(Readable.from(watched(lines, seen)), createGzip(), data, { signal: STOP_SIGNAL })
    const { rows } = endOf(seen.last)
    const { takenAt, migrations } = JSON.parse(seen.first ?? '{}') as BackupHeader
    const pictures = await picturesIn(dataDir)
    const sha256: BackupManifest['sha256'] = { [DATA]: await sumOf(path.join(draft, DATA)) }
    for (const picture of pictures) sha256[picture] = await sumOf(path.join(dataDir, picture))
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    const manifest: BackupManifest = {
      format: 1,
      version,
      takenAt,
      schema: migrations.length,
      rows,
      auditHead: seen.auditHead,
      sha256,
    }
    await writeFile(path.join(draft, MANIFEST), JSON.stringify(manifest, null, 2))
    const archive = path.join(draft, 'archive')
    await create({ file: archive, cwd: draft, portable: true }, [MANIFEST, DATA])
    if (pictures.length > 0) await replace({ file: archive, cwd: dataDir, portable: true }, pictures)
    await chmod(archive, 0o600)
    await onDisk(archive)
    STOP_SIGNAL.throwIfAborted()
    const file = path.join(folder, createBackupName(takenAt))
    await rename(archive, file)
    return { file, takenAt: new Date(takenAt), manifest }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

type Seen = { first?: string; last?: string; auditHead: string }

async function* watched(lines: AsyncIterable<string>, seen: Seen) {
  let isAuditChain = false
  let newest = 0
  for await (const line of lines) {
    seen.first ??= line
    seen.last = line
    if (line.startsWith('{')) isAuditChain = AUDIT_CHAIN.test(line)
    const [, number, hash = ''] = (isAuditChain && CHAIN_ROW.exec(line)) || []
    if (Number(number) > newest) {
      newest = Number(number)
      seen.auditHead = hash
    }
    yield `${line}\n`
  }
}

/** Named audit_seals in a running shop of an older version, which an upgrade test backs up. */
const AUDIT_CHAIN = /^\{"table":"audit_(chain|seals)"/

/** A row of the audit chain as PostgreSQL writes it: number, entry, hash. */
const CHAIN_ROW = /^"\((\d+),[^,]+,([0-9a-f]+)\)"$/

function endOf(line: string | undefined): BackupFooter {
  const end = JSON.parse(line ?? 'null')
  if (!end?.rows) throw new Error('The shop interrupted the backup. Try again.')
  return end
}

async function picturesIn(dataDir: string): Promise<string[]> {
  const storage = await readdir(path.join(dataDir, 'uploads')).catch((error) =>
    error.code === 'ENOENT' ? [] : Promise.reject(error),
  )
  return storage.filter((name: string) => UPLOADED_IMAGE_PATTERN.test(name)).map((name: string) => `uploads/${name}`)
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Syncs the file before its name, so that a power cut cannot leave a name without data. */
async function onDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/** Unpacks a backup into a folder; throws unless every file matches its checksum. */
export async function unpackBackup(file: string, folder: string): Promise<BackupManifest> {
  await extract({ file, cwd: folder, strict: true })
  const manifest: BackupManifest = JSON.parse(
    await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
      throw new Error(`${file} is no backup of the shop`)
    }),
  )
  if (manifest.format !== 1) throw new Error(`${file} was made by a newer version of the shop`)
  for (const [name, sum] of Object.entries(manifest.sha256)) {
    const found = await sumOf(path.join(folder, name)).catch(() => 'nothing')
    if (found !== sum) throw new Error(`${name} in ${file} is not what was put into it`)
  }
  return manifest
}

export function readBackupData(folder: string): AsyncIterable<string> {
  return splitLines(createReadStream(path.join(folder, DATA)).pipe(createGunzip()))
}

const DAYS = 35
const MONTHS = 12

/** Lists which to delete: all but the newest, the last of each of 35 days, and the last of each of twelve months. */
export function findExpiredBackups(backups: BackupFile[], keep: number): BackupFile[] {
  const firstOf = (length: number, count: number) => {
    const periods = new Map<string, BackupFile>()
    for (const backup of backups) {
      const period = backup.takenAt.toISOString().slice(0, length)
      if (!periods.has(period)) periods.set(period, backup)
    }
    return [...periods.values()].slice(0, count)
  }
  const retained = new Set([...backups.slice(0, keep), ...firstOf(10, DAYS), ...firstOf(7, MONTHS)])
  return backups.filter((backup) => !retained.has(backup))
}
