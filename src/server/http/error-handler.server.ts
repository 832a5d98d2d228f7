import type { Context, ErrorHandler } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DomainError, type DomainErrorCode } from '#src/core/domain-error.ts'
import {
  DATABASE_RETRY_SECONDS,
  databaseErrorCode,
  isDatabaseUnavailable,
  LOCK_TIMEOUT_SQLSTATE,
  rootCauseMessage,
} from '#src/db/database.server.ts'
import { SEND_AGAIN } from '#src/server/overload/busy-page.server.ts'
import { OVERLOADED } from '#src/server/overload/load-shedding.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { ownPath } from './path-normalization.server.ts'
import { hideRateLimit, rateLimitHeaders, sendProblem } from './problem.server.ts'
import { isRead } from './request-checks.server.ts'
import { getRequestContext, newRequestId } from './request-context.server.ts'

const STATUS = {
  invalid: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  mismatch: 422,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<DomainErrorCode, ContentfulStatusCode>

/** Turns a thrown error into a response. Bugs are logged in full and answered with an error id. */
export const handleError: ErrorHandler = (error, c) => {
  if (error instanceof DomainError) return sendDomainError(c, error)
  // Hono's words about a body that it cannot parse are for developers.
  if (error instanceof HTTPException && error.status < 500)
    return sendProblem(c, { status: error.status, code: 'invalid', message: 'We could not read that request.' })
  if (isClientDisconnected(error))
    return sendProblem(c, { status: 400, code: 'invalid', message: 'The request was incomplete.' })
  if (isDatabaseUnavailable(error)) return sendDatabaseUnavailable(c, error)
  log.error('Request failed', { method: c.req.method, route: getRequestContext()?.route, err: error })
  const errorId = getRequestContext()?.id ?? newRequestId()
  const message = 'Something went wrong on our side. Please try again.'
  return sendProblem(c, { status: 500, code: 'internal-error', message, details: { errorId } })
}

/** Node's error for a connection that the client closed within a body. */
const isClientDisconnected = (error: Error & { code?: string }) =>
  error.code === 'ECONNRESET' && error.message === 'aborted'

const DATABASE_UNAVAILABLE = {
  code: 'database-unavailable',
  message: "We can't reach our database right now. Please try again in a moment.",
} as const

function sendDatabaseUnavailable(c: Context, error: Error) {
  const isLocked = databaseErrorCode(error) === LOCK_TIMEOUT_SQLSTATE
  const { code, message } = isLocked ? OVERLOADED : DATABASE_UNAVAILABLE
  log.warn(`${isLocked ? 'A lock was not free' : 'The database is away'} (${rootCauseMessage(error)})`, {
    method: c.req.method,
    route: getRequestContext()?.route,
  })
  if (wantsPage(c)) return sendUnavailablePage(c, message, DATABASE_RETRY_SECONDS)
  return sendProblem(c, { status: 503, code, message, headers: retryHeaders(DATABASE_RETRY_SECONDS) })
}

function sendUnavailablePage(c: Context, message: string, seconds: number) {
  const link = html`<a href="${ownPath(c.req.path)}${new URL(c.req.url).search}">Try again</a>`
  const body = html`<h1>One moment, please</h1>
    <p role="alert">${message}</p>
    <p>${isRead(c.req) ? link : SEND_AGAIN}</p>`
  return renderMessagePage({ title: 'One moment, please', body, status: 503, headers: retryHeaders(seconds) })
}

const retryHeaders = (seconds: number) => ({ 'Retry-After': String(seconds), 'Cache-Control': 'no-store' })

const wantsPage = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

function sendDomainError(c: Context, error: DomainError) {
  const { retryAfterSeconds, rateLimit, code = error.code, ...details } = error.details
  if (typeof retryAfterSeconds === 'number') c.header('Retry-After', String(retryAfterSeconds))
  const headers = rateLimit && rateLimitHeaders(rateLimit)
  if (error.code === 'too-many' && !rateLimit) hideRateLimit(c)
  if (code === OVERLOADED.code && wantsPage(c)) return sendUnavailablePage(c, error.message, Number(retryAfterSeconds))
  return sendProblem(c, {
    status: STATUS[error.code],
    code,
    message: error.message,
    details,
    ...(headers && { headers }),
  })
}
