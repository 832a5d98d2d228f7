import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const KB = 1024

/** Upload routes check the type and size of their files themselves. */
export const UPLOAD_ROUTES = ['/api/upload', '/api/admin/products/import']

/** Forms that work without JavaScript. */
const ACCEPTS_FORMS = /^\/api\/(login|invitation|demo\/upi\/[^/]+)$/
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i
const JSON_TYPE = /^application\/json\s*(;|$)/i
/** Gateways sign the raw bytes, whatever content type they send. */
const SIGNED = /^\/api\/payments\/webhook\//
const REPORTS = '/api/csp-report'
const REPORT = /^application\/(csp-report|reports\+json|json)\s*(;|$)/i

const LIMITS: readonly [path: RegExp, bytes: number][] = [
  [/\/(verify|utr|status|like|login|logout|invitation)$/, 4 * KB],
  [/^\/api\/csp-report$/, 8 * KB],
  [/^\/api\/(stories|custom-orders|contact)$|\/quote$/, 16 * KB],
  [/^\/api\/payments\/upi\/initiate$/, 32 * KB],
]
const LIMIT = 64 * KB

/** Limits the size of a body per route, also when its length is not announced. */
export const limitBodySize: MiddlewareHandler = (c, next) => {
  const bytes = LIMITS.find(([path]) => path.test(c.req.path))?.[1] ?? LIMIT
  return limited(bytes)(c, next)
}

const limited = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (c) => c.json({ message: 'This request is too large.' }, 413) })

/** The development server gives a DELETE without a body an empty stream. */
export const isBodylessDelete = ({ req }: Context) =>
  req.method === 'DELETE' && !req.header('content-length') && !req.header('transfer-encoding')

/**
 * Requires the content type that the route accepts: other sites can send text and forms without a preflight, but never
 * JSON.
 */
export const requireContentType: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')
  if (hasBody(c) && !SIGNED.test(c.req.path) && !(type && acceptsType(c.req.path, type)))
    return c.json({ message: 'Unsupported content type.' }, 415)
  return next()
}

const hasBody = ({ req }: Context) =>
  Number(req.header('content-length') ?? 0) > 0 ||
  req.header('transfer-encoding') !== undefined ||
  req.header('content-type') !== undefined

function acceptsType(path: string, type: string): boolean {
  if (path === REPORTS) return REPORT.test(type)
  return JSON_TYPE.test(type) || (ACCEPTS_FORMS.test(path) && FORM.test(type))
}
