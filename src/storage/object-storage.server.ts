import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where files lie that are named by their content: written once, never changed. */
export type ObjectStorage = {
  /** Puts files there. When it fails none of them counts, and what was there by the same name is still whole. */
  put: (files: { name: string; type: string; data: Buffer }[]) => Promise<void>
  /** Undefined for what is not there. */
  read: (name: string) => Promise<Buffer | undefined>
  /** What is there, and when it was last put there. */
  list: () => Promise<{ name: string; keptAt: Date }[]>
  delete: (name: string) => Promise<void>
}

/** What is not whole yet begins with it. */
const DRAFT = '.'

/** A folder, for one machine. */
export function createFolderStorage(folder: string): ObjectStorage {
  const at = (name: string) => path.join(folder, name)
  return {
    put: async (files) => {
      const drafts = files.map((file) => ({ ...file, draft: `${DRAFT}${randomUUID()}` }))
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        for (const { draft, data } of drafts) await writeFile(at(draft), data, { flush: true })
        for (const { draft, name } of drafts) await rename(at(draft), at(name))
      } catch (error) {
        await Promise.allSettled(drafts.map(({ draft }) => rm(at(draft), { force: true })))
        throw error
      }
    },
    read: (name) => readFile(at(name)).catch(undefinedIfMissing),
    list: async () => {
      const names = (await readdir(folder).catch(undefinedIfMissing)) ?? []
      const kept = names.filter((name) => !name.startsWith(DRAFT))
      const stats = await Promise.all(kept.map((name) => stat(at(name)).catch(undefinedIfMissing)))
      // Some may have gone while the others were looked at.
      return kept.flatMap((name, nth) => (stats[nth]?.mtime ? [{ name, keptAt: stats[nth].mtime }] : []))
    },
    delete: (name) => rm(at(name), { force: true }),
  }
}

/** For a file that need not be there. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
