import { readdirSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, HonoRequest, MiddlewareHandler } from 'hono'
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
  const serve = serveStatic({ root: path.relative(process.cwd(), folder), precompressed: true })
  const files =
    (cacheControl: string): MiddlewareHandler =>
    async (c, next) => {
      const found = await serve(c, next)
      if (!(found instanceof Response)) return found
      found.headers.set('Cache-Control', cacheControl)
      found.headers.set('Vary', 'Accept-Encoding')
      // An SVG that is opened as a document may use its styles, but run nothing.
      found.headers.set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      return isUnmodified(c.req, found) ? notModified(found) : found
    }
  app.use('/assets/*', withPolicy(FILE_POLICY), files(ONE_YEAR), async (c) => c.text('File not found.', 404))
  app.use('/:file{.+\\.[a-z0-9]+}', files(ONE_HOUR))
}

/** Compares exactly: after a rollback a file is older than the one that the browser has. */
const isUnmodified = (request: HonoRequest, { headers }: Response) =>
  request.header('if-none-match') === undefined && request.header('if-modified-since') === headers.get('last-modified')

async function notModified({ headers, body }: Response): Promise<Response> {
  await body?.cancel()
  const remaining = [...headers].filter(([name]) => !name.startsWith('content-') || name === 'content-security-policy')
  return new Response(null, { status: 304, headers: remaining })
}

export const publicFilePath = (name: string) => path.resolve(import.meta.env.DEV ? 'public' : 'dist/client', name)
