import { readdirSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { FILE_POLICY, withPolicy } from '#src/server/routes/route-policy.server.ts'

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

const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

export function serveStaticFiles(app: Hono, folder: string): void {
  const files = (cacheControl: string) =>
    serveStatic({
      root: path.relative(process.cwd(), folder),
      precompressed: true,
      onFound: (_file, c) => {
        c.header('Cache-Control', cacheControl)
        // An SVG that is opened as a document may use its styles, but run nothing.
        c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      },
    })
  app.use('/assets/*', withPolicy(FILE_POLICY), files(ONE_YEAR), async (c) => c.text('File not found.', 404))
  app.use('/:file{.+\\.[a-z0-9]+}', files(ONE_HOUR))
}

export const publicFilePath = (name: string) => path.resolve(import.meta.env.DEV ? 'public' : 'dist/client', name)
