import { statfs } from 'node:fs/promises'

const EVERY_MS = 5000

export type DiskSpace = {
  bytes: () => number
  /** Less is left than writes may use up. The embedded database does not open again on a disk that is full. */
  isLow: () => boolean
  stop: () => void
}

/** Watches how much room the disk under a folder has. A folder that does not say is taken to have enough. */
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
