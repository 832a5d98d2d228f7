import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderProblem } from './problem.server.ts'
import { uncachedDataHeaders } from './security-headers.server.ts'

/** Unreserved characters (RFC 3986) that are escaped needlessly. */
const NEEDLESS_ESCAPE = /%(2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
/** Dot segments, backslashes, fragments and control characters, which libraries read in different ways. */
const AMBIGUOUS = /\/\.\.?(\/|$)|[\\#]|%(0|1|5c|7f)/i

/** Whether every library reads the same path: limits look at the raw one, routes at the parsed one (/%61pi). */
export function isCanonicalPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path.startsWith('/') && !NEEDLESS_ESCAPE.test(path) && !AMBIGUOUS.test(path)
}

/** The path as a link to this site: two slashes at its beginning would name another host. */
export const ownPath = (path: string): string => path.replace(/^\/+/, '/')

export function rejectNonCanonicalPath(
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { https }: { https: boolean },
): boolean {
  if (isCanonicalPath(url)) return false
  response.shouldKeepAlive = false
  const problem = { status: 400, code: 'invalid', message: 'We could not read that address.' } as const
  const { type, body } = renderProblem(problem, headers.accept)
  response.writeHead(400, uncachedDataHeaders({ https, type }))
  response.end(JSON.stringify(body))
  return true
}
