import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Held here so that no lock is garbage collected, and with it released, while its owner still runs. */
const held = new Set<DatabaseSync>()

/** What `lockFolder` throws when another process has the folder. */
export class FolderLockedError extends Error {}

/**
 * Takes a folder for this process alone and gives back the function that releases it. Throws `FolderTaken` if it is taken.
 * The lock is the kernel's (an exclusive SQLite transaction), so it ends with the process however that dies;
 * lock files with a heartbeat were seen to be stolen from a busy but living owner.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    throw new FolderLockedError(
      `The data folder ${folder} is in use by another process. Stop that one, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}
