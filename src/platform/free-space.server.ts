import { statfs } from 'node:fs/promises'

const EVERY_MS = 5000

export type FreeSpace = {
  bytes: () => number
  /** Less is left than writes may use up. The embedded database does not open again on a disk that is full. */
  isShort: () => boolean
  stop: () => void
}

/** Watches how much room the disk under a folder has. A folder that does not say is taken to have enough. */
export async function watchFreeSpace(
  folder: string,
  { minBytes, everyMs = EVERY_MS }: { minBytes: number; everyMs?: number },
): Promise<FreeSpace> {
  let bytes = Number.POSITIVE_INFINITY
  const look = async () => {
    const disk = await statfs(folder).catch(() => undefined)
    if (disk) bytes = disk.bavail * disk.bsize
  }
  await look()
  const timer = setInterval(look, everyMs).unref()
  return { bytes: () => bytes, isShort: () => bytes < minBytes, stop: () => clearInterval(timer) }
}
