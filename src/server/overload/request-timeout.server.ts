import { setTimeout as sleep } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#src/core/domain-error.ts'
import { holdSlotUntil } from '#src/server/http/request-context.server.ts'
import { currentPolicy, PUBLIC_POLICY } from '#src/server/routes/route-policy.server.ts'

/** Hanging work gives up its slot after this time. */
const MAX_HOLD_MS = 60_000

/** Answers 503 after the route's timeout. The work goes on in its slot, safely: writes are single transactions. */
export const withRequestTimeout: MiddlewareHandler = async (c, next) => {
  const { timeoutMs } = currentPolicy(c) ?? PUBLIC_POLICY
  let timer: NodeJS.Timeout | undefined
  const done = next()
  const timedOut = new Promise<'over'>((resolve) => {
    timer = setTimeout(() => resolve('over'), timeoutMs)
  })
  try {
    if ((await Promise.race([done, timedOut])) !== 'over') return
  } finally {
    clearTimeout(timer)
  }
  holdSlotUntil(Promise.race([done, sleep(MAX_HOLD_MS, undefined, { ref: false })]))
  throw new DomainError('unavailable', TIMEOUT_MESSAGE, RETRY_AFTER)
}

const TIMEOUT_MESSAGE = 'This is taking too long. Please try again in a moment.'
const RETRY_AFTER = { retryAfterSeconds: 5, code: 'timed-out' } as const
