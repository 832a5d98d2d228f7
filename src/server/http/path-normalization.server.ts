import type { IncomingMessage, ServerResponse } from 'node:http'
import { uncachedDataHeaders } from './security-headers.server.ts'

/** Letters that need no escape (RFC 3986) and are escaped all the same. What has to be (%20, %2F) stays. */
const NEEDLESS_ESCAPE = /%(2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i
/** What a library on the way would read in its own manner: steps up, the other slash, what no server is ever sent. */
const READ_IN_TWO_WAYS = /\/\.\.?(\/|$)|[\\#]/

/**
 * Whether everybody reads the same path in it. Limits and ranks look at what was sent, routes at what a library made of it:
 * /%61pi would be a page to the first and a call to the second. Words behind the question mark are free.
 */
export function isCanonicalPath(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return path.startsWith('/') && !NEEDLESS_ESCAPE.test(path) && !READ_IN_TWO_WAYS.test(path)
}

/** True when it has answered. No browser and no link of ours sends such an address. */
export function rejectNonCanonicalPath(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { https }: { https: boolean },
): boolean {
  if (isCanonicalPath(url)) return false
  response.shouldKeepAlive = false
  response.writeHead(400, uncachedDataHeaders({ https }))
  response.end(JSON.stringify({ message: 'That address could not be read.' }))
  return true
}
