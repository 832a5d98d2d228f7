import { isStaticFile } from '#src/server/http/static-files.server.ts'
import type { Priority } from './load-shedding.server.ts'

/** What tells the shop that money has come, and whoever asks whether theirs has. */
const MONEY = /^\/api\/payments\/(webhook\/|upi\/verify$|upi\/utr$)/
/** Without these nobody can buy: their cart, who they are, the way to sign in, their orders. */
const BUYING = /^\/(api\/(cart|payments|orders|auth|login|logout|quotes)|checkout|orders|cart|login)(\/|$)/
const DESK = /^\/(api\/(admin|dashboard)|admin)(\/|$)/
const DESK_NEWS = '/api/admin/events'

/** Whether a path belongs to the maker's screens, and the calls that only these make. */
export const isAdminRoute = (path: string) => DESK.test(path)

export type ClassifiedRequest = { path: string; priority: Priority; isRead: boolean; bypassesQueue: boolean }

/** How much a request matters when there is too much to do: catalogue, then the desk, then buying, money last of all. */
export function classifyRequest(method: string, url: string, files: ReadonlySet<string>): ClassifiedRequest {
  const path = url.split('?', 1)[0] ?? ''
  const isRead = method === 'GET' || method === 'HEAD'
  // Files cost next to nothing; the desk's news go on for as long as it is open. Nobody stands in a queue for them.
  const isFree = isRead && (path === DESK_NEWS || isStaticFile(path, files))
  return { path, priority: rankOf(path, isRead), isRead, bypassesQueue: isFree }
}

function rankOf(path: string, isRead: boolean): Priority {
  if (MONEY.test(path)) return 'money'
  if (BUYING.test(path) || (!isRead && path === '/api/admin/login')) return 'buying'
  return isAdminRoute(path) ? 'desk' : 'looking'
}
