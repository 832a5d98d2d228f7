import './plain-words.ts'
import type { Context, ErrorHandler } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ZodError } from 'zod'
import { type RefusalCode, ShopError } from '#src/core/shop-error.ts'
import { AWAY_SECONDS, firstCause, isDatabaseAway } from './database-away.server.ts'
import { log } from './log.server.ts'
import { plainPage } from './plain-page.server.ts'
import { newRequestId, requestScope } from './request-scope.server.ts'

const STATUS = {
  invalid: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  mismatch: 422,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<RefusalCode, ContentfulStatusCode>

/**
 * The one place where a thrown error becomes an HTTP answer. A bug is logged whole, and told in one neutral sentence with
 * the number under which the log has it.
 */
export const answerError: ErrorHandler = (error, c) => {
  if (error instanceof ShopError) return answerRefusal(c, error)
  if (error instanceof HTTPException)
    return c.json({ message: error.message || 'That request could not be read.' }, error.status)
  if (isSenderGone(error)) return c.json({ message: 'That request did not come whole.' }, 400)
  if (isDatabaseAway(error)) return answerAway(c, error)
  log.error('A request broke', { method: c.req.method, route: requestScope()?.route, err: error })
  const errorId = requestScope()?.id ?? newRequestId()
  return c.json({ message: 'Something went wrong on our side. Please try again.', errorId }, 500)
}

/** So Node says that a line ended within a body. It is nobody's defect here, and nobody hears the answer. */
const isSenderGone = (error: Error & { code?: string }) => error.code === 'ECONNRESET' && error.message === 'aborted'

const AWAY = 'The shop cannot look into its books right now. Please try again in a moment.'

/** Nothing is wrong with the call: it may be made again, as it is. People who came for a page get one. */
function answerAway(c: Context, error: Error) {
  log.warn(`The database is away (${firstCause(error)})`, { method: c.req.method, route: requestScope()?.route })
  const headers = { 'Retry-After': String(AWAY_SECONDS), 'Cache-Control': 'no-store' }
  if (!wantsPage(c)) return c.json({ message: AWAY }, 503, headers)
  const body = html`<h1>One moment, please</h1>
    <p role="alert">${AWAY}</p>
    <p><a href="${c.req.path}${new URL(c.req.url).search}">Try again</a></p>`
  return plainPage({ title: 'One moment, please', body, status: 503, headers })
}

const wantsPage = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

function answerRefusal(c: Context, error: ShopError) {
  const { retryAfterSeconds, ...details } = error.details
  if (typeof retryAfterSeconds === 'number') c.header('Retry-After', String(retryAfterSeconds))
  return c.json({ message: error.message, ...details }, STATUS[error.code])
}

/** Bad input as people read it: a sentence, and each wrong field with its reason. */
export function answerBadInput(error: ZodError) {
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
