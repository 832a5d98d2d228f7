import { readdirSync } from 'node:fs'
import path from 'node:path'

/** The addresses of the files that the build laid down in a folder for browsers. They change only with the next version. */
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

/** Whether an address is answered with a file, or at once with none. What only looks like one (/wp-login.php) is a page. */
export const isStaticFile = (address: string, files: ReadonlySet<string>) =>
  /^\/(assets|uploads)\//.test(address) || files.has(address)
