import '#src/core/validation/validation-messages.ts'
import type { Context, ErrorHandler } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ZodError } from 'zod'
import { DomainError, type DomainErrorCode } from '#src/core/domain-error.ts'
import { DATABASE_RETRY_SECONDS, isDatabaseUnavailable, rootCauseMessage } from '#src/db/database-unavailable.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
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

/**
 * The one place where a thrown error becomes an HTTP answer. A bug is logged whole, and told in one neutral sentence with
 * the number under which the log has it.
 */
export const handleError: ErrorHandler = (error, c) => {
  if (error instanceof DomainError) return answerRefusal(c, error)
  if (error instanceof HTTPException)
    return c.json({ message: error.message || 'That request could not be read.' }, error.status)
  if (isSenderGone(error)) return c.json({ message: 'That request did not come whole.' }, 400)
  if (isDatabaseUnavailable(error)) return answerAway(c, error)
  log.error('A request broke', { method: c.req.method, route: getRequestContext()?.route, err: error })
  const errorId = getRequestContext()?.id ?? newRequestId()
  return c.json({ message: 'Something went wrong on our side. Please try again.', errorId }, 500)
}

/** So Node says that a line ended within a body. It is nobody's defect here, and nobody hears the answer. */
const isSenderGone = (error: Error & { code?: string }) => error.code === 'ECONNRESET' && error.message === 'aborted'

const AWAY = 'The shop cannot look into its books right now. Please try again in a moment.'

/** Nothing is wrong with the call: it may be made again, as it is. People who came for a page get one. */
function answerAway(c: Context, error: Error) {
  log.warn(`The database is away (${rootCauseMessage(error)})`, {
    method: c.req.method,
    route: getRequestContext()?.route,
  })
  const headers = { 'Retry-After': String(DATABASE_RETRY_SECONDS), 'Cache-Control': 'no-store' }
  if (!wantsPage(c)) return c.json({ message: AWAY }, 503, headers)
  const body = html`<h1>One moment, please</h1>
    <p role="alert">${AWAY}</p>
    <p><a href="${c.req.path}${new URL(c.req.url).search}">Try again</a></p>`
  return renderMessagePage({ title: 'One moment, please', body, status: 503, headers })
}

const wantsPage = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

function answerRefusal(c: Context, error: DomainError) {
  const { retryAfterSeconds, ...details } = error.details
  if (typeof retryAfterSeconds === 'number') c.header('Retry-After', String(retryAfterSeconds))
  return c.json({ message: error.message, ...details }, STATUS[error.code])
}

/** Bad input as people read it: a sentence, and each wrong field with its reason. */
export function formatValidationError(error: ZodError) {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const [first] = issues
  const message = first?.path
    ? `Please check ${fieldName(first.path)}: ${first.message}`
    : 'That request could not be read.'
  return { message, issues }
}

/** `items.0.unitPrice` is the unit price: programs find the whole path beside each issue. */
function fieldName(path: string): string {
  const named = path.split('.').filter((part) => !/^\d+$/.test(part))
  return (named.at(-1) ?? path).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
