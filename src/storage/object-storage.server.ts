import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Stores files named by their content: written once, never changed. */
export type ObjectStorage = {
  /** Stores all files or none; existing files stay whole on failure. */
  put: (files: { name: string; type: string; data: Buffer }[]) => Promise<void>
  read: (name: string) => Promise<Buffer | undefined>
  list: () => Promise<{ name: string; storedAt: Date }[]>
  delete: (name: string) => Promise<void>
}

const DRAFT = '.'

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
      const files = names.filter((name) => !name.startsWith(DRAFT))
      const stats = await Promise.all(files.map((name) => stat(at(name)).catch(undefinedIfMissing)))
      // A file may be deleted between readdir and stat.
      return files.flatMap((name, nth) => (stats[nth]?.mtime ? [{ name, storedAt: stats[nth].mtime }] : []))
    },
    delete: (name) => rm(at(name), { force: true }),
  }
}

export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
