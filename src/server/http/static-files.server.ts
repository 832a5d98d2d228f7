import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Lists the URL paths of the files that the build wrote for browsers. */
export function listStaticFiles(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(
        ({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/')}`,
      ),
  )
}

/** Whether a path is answered as a static file, found or not. */
export const isStaticFile = (address: string, files: ReadonlySet<string>) =>
  /^\/(assets|uploads)\//.test(address) || files.has(address)
