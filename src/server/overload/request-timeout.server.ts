import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'
import { UPLOAD_ROUTES } from '#src/server/http/body-limits.server.ts'
import { holdSlotUntil } from '#src/server/http/request-context.server.ts'
import { isAdminRoute } from './request-priority.server.ts'

const BUDGETS = {
  customer: 10_000,
  admin: 15_000,
  /** The minute that Node gives a body on its way, and half a minute for what is done with it. */
  file: 90_000,
}

function budgetOf(path: string): number {
  if (UPLOAD_ROUTES.includes(path)) return BUDGETS.file
  return isAdminRoute(path) ? BUDGETS.admin : BUDGETS.customer
}

/** Whatever does not end by then never will: a place is not lost to it for ever. */
const ENDS_WITHIN_MS = 60_000

/**
 * Nobody waits for a call longer than it may take: they are told to come again. What it had begun goes on to its end by
 * itself, at its place in the turnstile, as when whoever asked has hung up. Nothing is half done by that: writes are one
 * transaction, which PostgreSQL ends after five seconds of one statement, and whoever repeats a payment's start gets the
 * same payment.
 */
export const withRequestTimeout: MiddlewareHandler = async (c, next) => {
  let timer: NodeJS.Timeout | undefined
  const done = next()
  const over = new Promise<'over'>((resolve) => {
    timer = setTimeout(() => resolve('over'), budgetOf(c.req.path))
  })
  try {
    if ((await Promise.race([done, over])) !== 'over') return
  } finally {
    clearTimeout(timer)
  }
  holdSlotUntil(Promise.race([done, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]))
  throw new DomainError('unavailable', TOO_LONG, COME_AGAIN)
}

const TOO_LONG = 'That takes too long right now. Please try again in a moment.'
const COME_AGAIN = { retryAfterSeconds: 5 }
