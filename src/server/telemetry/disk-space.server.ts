import { access, constants, mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { log } from './log.server.ts'

const EVERY_MS = 5000

export type DiskSpace = {
  bytes: () => number
  /** Too little is left for writes. The embedded database cannot reopen on a full disk. */
  isLow: () => boolean
  stop: () => void
}

type Storing = { isEmbedded: boolean; hasBucket: boolean }

/** Below this many free bytes writes are refused: never, where requests write only to PostgreSQL and a bucket. */
export const minFreeBytes = (megabytes: number, { isEmbedded, hasBucket }: Storing): number =>
  isEmbedded || !hasBucket ? megabytes * 1024 * 1024 : 0

/** Throws if the shop may not write to its folder, which is created if it is missing. */
export async function assertWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`DATA_DIR: the shop cannot write to ${path.resolve(folder)}`, { cause: error })
  }
}

export async function watchDiskSpace(
  folder: string,
  { minBytes, everyMs = EVERY_MS }: { minBytes: number; everyMs?: number },
): Promise<DiskSpace> {
  let bytes = Number.POSITIVE_INFINITY
  let isUnknown = false
  const look = async () => {
    try {
      bytes = await readFreeBytes(path.resolve(folder))
      isUnknown = false
    } catch (error) {
      if (!isUnknown) log.warn('The free disk space is unknown', { err: error })
      isUnknown = true
    }
  }
  await look()
  const timer = setInterval(look, everyMs).unref()
  return { bytes: () => bytes, isLow: () => bytes < minBytes, stop: () => clearInterval(timer) }
}

/** Of the disk that the folder is on, or will be on: it may only be made for its first file. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const parent = path.dirname(folder)
    if (!isMissing || parent === folder) throw error
    return readFreeBytes(parent)
  }
}
