import { isStaticFile } from '#src/server/http/static-files.server.ts'
import type { Priority } from './load-shedding.server.ts'

/** Reports of payments, and the calls that ask for their result. */
const PAYMENT = /^\/api\/payments\/(webhook\/|upi\/verify$|upi\/utr$)/
/** Calls and pages without which customers cannot buy. */
const CHECKOUT = /^\/(api\/(cart|payments|orders|auth|login|logout|quotes)|checkout|orders|cart|login)(\/|$)/
const ADMIN = /^\/(api\/(admin|dashboard)|admin)(\/|$)/
const ADMIN_EVENTS = '/api/admin/events'

/** Whether a path belongs to the admin pages or their API. */
export const isAdminRoute = (path: string) => ADMIN.test(path)

export type ClassifiedRequest = { path: string; priority: Priority; isRead: boolean; bypassesQueue: boolean }

/** Classifies a request for admission control. */
export function classifyRequest(method: string, url: string, files: ReadonlySet<string>): ClassifiedRequest {
  const path = url.split('?', 1)[0] ?? ''
  const isRead = method === 'GET' || method === 'HEAD'
  // Static files cost little, and the admin's event stream stays open: both bypass the queue.
  const bypassesQueue = isRead && (path === ADMIN_EVENTS || isStaticFile(path, files))
  return { path, priority: priorityOf(path, isRead), isRead, bypassesQueue }
}

function priorityOf(path: string, isRead: boolean): Priority {
  if (PAYMENT.test(path)) return 'payment'
  if (CHECKOUT.test(path) || (!isRead && path === '/api/admin/login')) return 'checkout'
  return isAdminRoute(path) ? 'admin' : 'browse'
}
