import { statfs } from 'node:fs/promises'

const EVERY_MS = 5000

export type DiskSpace = {
  bytes: () => number
  /** Too little is left for writes. The embedded database cannot reopen on a full disk. */
  isLow: () => boolean
  stop: () => void
}

export async function watchDiskSpace(
  folder: string,
  { minBytes, everyMs = EVERY_MS }: { minBytes: number; everyMs?: number },
): Promise<DiskSpace> {
  let bytes = Number.POSITIVE_INFINITY
  const look = async () => {
    const disk = await statfs(folder).catch(() => undefined)
    if (disk) bytes = disk.bavail * disk.bsize
  }
  await look()
  const timer = setInterval(look, everyMs).unref()
  return { bytes: () => bytes, isLow: () => bytes < minBytes, stop: () => clearInterval(timer) }
}
