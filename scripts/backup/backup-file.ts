import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gunzip, gzip, type ZlibOptions } from 'node:zlib'
import { extract } from 'tar'
import { UPLOADED_IMAGE_PATTERN } from '#src/core/images/uploaded-image.ts'
import { type BackupFile, createBackupName } from '#src/db/backup/backup-folder.server.ts'
import type {
  BackupFooter,
  BackupHeader,
  BackupPart,
  BackupSlice,
  BackupTable,
} from '#src/db/backup/export-data.server.ts'
import { type BackupSource, loadSlices } from '#src/db/backup/import-data.server.ts'
import { readLines, splitLines } from '#src/db/backup/import-lines.server.ts'
import { undefinedIfMissing } from '#src/storage/object-storage.server.ts'
import { STOP_SIGNAL } from '../cli.ts'
import { encrypt, readDecrypted } from './encryption.ts'
import { packTar, type TarEntry } from './tar-stream.ts'

type Manifest = {
  version: string
  takenAt: string
  /** How many migrations had been applied. */
  schema: number
  rows: Record<string, number>
  /** The newest hash of the audit log, which later reveals a truncated log. Missing in older backups. */
  auditHead?: string
  sha256: Record<string, string>
}

/** Describes a backup: its version, time, size and the checksum of every file. It is written last, with a sum of its own. */
type CopyManifest = Manifest & {
  format: 2
  migrations: string[]
  tables: BackupTable[]
  sequences: BackupFooter['sequences']
}

/** Versions before 27 November 2026 stored all rows as lines of JSON in one file. */
type LinesManifest = Manifest & { format: 1 }

export type BackupManifest = CopyManifest | LinesManifest

const MANIFEST = 'manifest.json'
const MANIFEST_SUM = 'manifest.sha256'
const LINES = 'data.jsonl.gz'
const sliceName = (table: string, number: number) => `data/${table}.${String(number).padStart(4, '0')}.copy.gz`
const GZIP_LEVEL = 1
const SLICE_NAME = /^data\/(\w+)\.\d+\.copy\.gz$/

type Source = { parts: AsyncIterable<BackupPart>; dataDir: string; folder: string; recipient?: string | undefined }

/** Writes the data, then the images it refers to, in one pass. The file gets its name only when it is complete. */
export async function writeBackup(source: Source): Promise<BackupFile & { manifest: BackupManifest }> {
  const { folder, recipient } = source
  const draft = await mkdtemp(path.join(folder, '.golconda-draft-'))
  try {
    const archive = path.join(draft, 'archive')
    const sha256: Manifest['sha256'] = {}
    let manifest: CopyManifest | undefined
    const entries = listEntries(source, sha256, (complete) => {
      manifest = complete
    })
    const packed = packTar(entries, (name, sum) => {
      sha256[name] = sum
    })
    const bytes = recipient ? await encrypt(packed, recipient) : packed
    await pipeline(bytes, createWriteStream(archive, { mode: 0o600 }), { signal: STOP_SIGNAL })
    await syncToDisk(archive)
    STOP_SIGNAL.throwIfAborted()
    if (!manifest) throw new Error('The backup has no end. Try again.')
    const file = path.join(folder, createBackupName(manifest.takenAt, recipient !== undefined))
    await rename(archive, file)
    return { file, takenAt: new Date(manifest.takenAt), manifest }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The manifest comes last and has the sums of the entries before it. */
async function* listEntries(
  { parts, dataDir }: Source,
  sha256: Manifest['sha256'],
  onManifest: (manifest: CopyManifest) => void,
): AsyncGenerator<TarEntry> {
  const seen: Seen = { tables: [], auditHead: '' }
  yield* inOrder(slicesIn(parts, seen), compressSlice)
  if (!seen.header || !seen.footer) throw new Error('The shop interrupted the backup. Try again.')
  for (const picture of await picturesIn(dataDir)) {
    const file = path.join(dataDir, picture)
    yield { name: picture, size: (await stat(file)).size, content: createReadStream(file) }
  }
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  const migrations = seen.header.migrations.map(({ hash }) => hash)
  const manifest: CopyManifest = {
    ...{ format: 2, version, takenAt: seen.header.takenAt, schema: migrations.length, migrations },
    ...{ tables: seen.tables, ...seen.footer, auditHead: seen.auditHead, sha256 },
  }
  onManifest(manifest)
  yield entryOf(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)))
  yield entryOf(MANIFEST_SUM, Buffer.from(sumLine(sha256[MANIFEST])))
}

const entryOf = (name: string, bytes: Buffer): TarEntry => ({ name, size: bytes.length, content: [bytes] })

type Seen = { header?: BackupHeader; footer?: BackupFooter; tables: BackupTable[]; auditHead: string }

type NumberedSlice = BackupSlice & { number: number }

async function* slicesIn(parts: AsyncIterable<BackupPart>, seen: Seen): AsyncGenerator<NumberedSlice> {
  let number = 0
  for await (const part of parts) {
    if ('sequences' in part) seen.footer = part
    if ('migrations' in part) seen.header = part
    if (!('data' in part)) continue
    const { table, columns } = part
    const isNew = seen.tables.at(-1)?.table !== table
    if (isNew) seen.tables.push({ table, columns })
    number = isNew ? 1 : number + 1
    if (AUDIT_CHAIN.test(table)) seen.auditHead = newestHashIn(part) ?? seen.auditHead
    yield { ...part, number }
  }
}

/** Named audit_seals before the tables had the names of the glossary. */
const AUDIT_CHAIN = /^audit_(chain|seals)$/

function newestHashIn({ data, columns }: BackupSlice): string | undefined {
  const [at, hash] = [columns.indexOf('seq'), columns.indexOf('hash')]
  const rows = String(data)
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.sort((one, other) => Number(other[at] ?? 0) - Number(one[at] ?? 0))[0]?.[hash]
}

const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip)

async function compressSlice({ table, number, data }: NumberedSlice): Promise<TarEntry> {
  return entryOf(sliceName(table, number), await compress(data, { level: GZIP_LEVEL }))
}

const AT_ONCE = 2

/** Works on two at once, and yields the results in the order of the source. */
async function* inOrder<T, R>(
  source: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of source) {
    const result = work(item)
    // Awaited below; until then a failure must not count as unhandled.
    result.catch(() => {})
    running.push(result)
    const first = running.length >= AT_ONCE && running.shift()
    if (first) yield await first
  }
  for (const result of running) yield await result
}

async function picturesIn(dataDir: string): Promise<string[]> {
  const stored = (await readdir(path.join(dataDir, 'uploads')).catch(undefinedIfMissing)) ?? []
  return stored.filter((name) => UPLOADED_IMAGE_PATTERN.test(name)).map((name) => `uploads/${name}`)
}

/** Syncs the file before its name, so that a power cut cannot leave a name without data. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

type Packed = { file: string; identityFile?: string | undefined }

/** Unpacks a backup into a folder; throws unless every file matches its checksum. */
export async function unpackBackup({ file, identityFile }: Packed, folder: string): Promise<BackupManifest> {
  await pipeline(await readDecrypted(file, identityFile), extract({ cwd: folder, strict: true })).catch((cause) => {
    throw new Error(`${file} is incomplete or changed, or no backup of the shop`, { cause })
  })
  const text = await readText(folder, MANIFEST)
  if (text === '') throw new Error(`${file} is incomplete, or no backup of the shop`)
  const manifest: BackupManifest = JSON.parse(text)
  if (manifest.format !== 1 && manifest.format !== 2) throw new Error(`${file} was made by a newer version of the shop`)
  if (
    manifest.format === 2 &&
    (await readText(folder, MANIFEST_SUM)) !== sumLine(await sumOf(path.join(folder, MANIFEST)))
  )
    throw new Error(`${file} is incomplete or changed`)
  for (const [name, sum] of Object.entries(manifest.sha256)) {
    const found = await sumOf(path.join(folder, name)).catch(() => 'nothing')
    if (found !== sum) throw new Error(`${name} in ${file} is not what was put into it`)
  }
  return manifest
}

const readText = (folder: string, name: string) => readFile(path.join(folder, name), 'utf8').catch(() => '')

/** As the command `sha256sum` reads it. */
const sumLine = (sum: string | undefined) => `${sum}  ${MANIFEST}\n`

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

export async function openBackupData(folder: string, manifest: BackupManifest): Promise<BackupSource> {
  if (manifest.format === 1)
    return readLines(
      manifest.rows,
      untilStopped(splitLines(createReadStream(path.join(folder, LINES)).pipe(createGunzip()))),
    )
  const { migrations, tables, rows, sequences, sha256 } = manifest
  const slices = inOrder(
    Object.keys(sha256).filter((name) => SLICE_NAME.test(name)),
    (name) => readSlice(folder, name),
  )
  return {
    migrations,
    rows,
    load: async (client) => ({
      loaded: await loadSlices(client, { tables, slices: untilStopped(slices) }),
      footer: { rows, sequences },
    }),
  }
}

const decompress = promisify<Buffer, Buffer>(gunzip)

async function readSlice(folder: string, name: string) {
  const [, table = ''] = SLICE_NAME.exec(name) ?? []
  return { table, data: await decompress(await readFile(path.join(folder, name))) }
}

async function* untilStopped<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of source) {
    STOP_SIGNAL.throwIfAborted()
    yield item
  }
}
