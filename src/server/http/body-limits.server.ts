import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const KB = 1024

/** They take files as they come, look at their kind and size themselves, and are not read by anybody before them. */
export const UPLOAD_ROUTES = ['/api/upload', '/api/admin/products/import']

/** Forms that work without a script. */
const TAKES_FORMS = /^\/api\/(login|invitation|demo\/upi\/[^/]+)$/
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i
const JSON_TYPE = /^application\/json\s*(;|$)/i
/** Their bytes are signed, whatever they call themselves. */
const SIGNED = /^\/api\/payments\/webhook\//
const REPORTS = '/api/csp-report'
const REPORT = /^application\/(csp-report|reports\+json|json)\s*(;|$)/i

/** What a person writes is longer than what a button says. */
const LIMITS: readonly [path: RegExp, bytes: number][] = [
  [/\/(verify|utr|status|like|login|logout|invitation)$/, 4 * KB],
  [/^\/api\/csp-report$/, 8 * KB],
  [/^\/api\/(stories|custom-orders|contact)$|\/quote$/, 16 * KB],
  [/^\/api\/payments\/upi\/initiate$/, 32 * KB],
]
const LIMIT = 64 * KB

/** No call gets more than what it is for: refused before it is read whole, also when it does not say how long it is. */
export const limitBodySize: MiddlewareHandler = (c, next) => {
  const bytes = LIMITS.find(([path]) => path.test(c.req.path))?.[1] ?? LIMIT
  return limited(bytes)(c, next)
}

const limited = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => c.json({ message: 'That is too much to send at once.' }, 413) })

/** What announces no body over HTTP has none; the development server gives it an empty stream all the same. */
export const isBodylessDelete = ({ req }: Context) =>
  req.method === 'DELETE' && !req.header('content-length') && !req.header('transfer-encoding')

/**
 * A body is what the call takes, and says so: a form of another site can send text and forms without asking, but never
 * JSON.
 */
export const requireContentType: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (isSent(c) && !SIGNED.test(c.req.path) && !(type && takes(c.req.path, type)))
    return c.json({ message: 'This call takes another kind of content.' }, 415)
  return next()
}

const isSent = ({ req }: Context) =>
  Number(req.header('content-length') ?? 0) > 0 ||
  req.header('transfer-encoding') !== undefined ||
  req.header('content-type') !== undefined

function takes(path: string, type: string): boolean {
  if (path === REPORTS) return REPORT.test(type)
  return JSON_TYPE.test(type) || (TAKES_FORMS.test(path) && FORM.test(type))
}
