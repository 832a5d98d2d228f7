import type { IncomingMessage, ServerResponse } from 'node:http'
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

export function rejectNonCanonicalPath(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { https }: { https: boolean },
): boolean {
  if (isCanonicalPath(url)) return false
  response.shouldKeepAlive = false
  response.writeHead(400, uncachedDataHeaders({ https }))
  response.end(JSON.stringify({ message: 'We could not read that address.' }))
  return true
}
