import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Keeps locks from being garbage collected, which would release them. */
const held = new Set<DatabaseSync>()

export class FolderLockedError extends Error {
  readonly folder: string

  constructor(folder: string, cause: unknown) {
    const whatToDo = 'Stop that one, or set DATA_DIR to another folder.'
    super(`The data folder ${folder} is in use by another process. ${whatToDo}`, { cause })
    this.folder = folder
  }
}

/** Locks a folder, or throws. A kernel lock (SQLite): lock files with heartbeats can be stolen from a busy owner. */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    throw new FolderLockedError(folder, error)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}
