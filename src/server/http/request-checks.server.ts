import { isUtf8 } from 'node:buffer'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DomainError } from '#src/core/domain-error.ts'
import { type BodyPolicy, currentPolicy, PUBLIC_POLICY } from '#src/server/routes/route-policy.server.ts'
import { reacquireSlot } from './request-context.server.ts'

export const requestChecks = (publicUrl?: string): MiddlewareHandler[] => [
  requireSameOrigin(publicUrl),
  rejectNulBytes,
  requireContentType,
  limitBodySize,
  rejectInvalidUnicode,
]

const policyOf = (c: Context) => currentPolicy(c) ?? PUBLIC_POLICY

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rejects changes from other sites, by Origin or Sec-Fetch-Site. A caller without either may send no cookie. */
function requireSameOrigin(publicUrl: string | undefined): MiddlewareHandler {
  const own = publicUrl && new URL(publicUrl).origin
  const isOwn = (origin: string, url: string) =>
    own ? origin === own : URL.canParse(origin) && new URL(origin).host === new URL(url).host
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !policyOf(c).crossOrigin && !isSameOrigin(c.req, isOwn))
      throw new DomainError('not-allowed', 'This call must come from the shop itself.')
    await next()
  }
}

type RequestHeaders = { url: string; header: (name: string) => string | undefined }

function isSameOrigin(request: RequestHeaders, isOwn: (origin: string, url: string) => boolean): boolean {
  const origin = request.header('origin')
  if (origin) return isOwn(origin, request.url)
  const site = request.header('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  return request.header('cookie') === undefined
}

/** Rejects addresses with a NUL, which PostgreSQL cannot store. */
const rejectNulBytes: MiddlewareHandler = async (c, next) => {
  const [path = '', query = ''] = c.req.url.split('?', 2)
  if (path.includes('%00')) throw new DomainError('not-found', 'Not found.')
  if (query.includes('%00')) throw new DomainError('invalid', 'Invalid character.')
  await next()
}

/** Requires the route's content type: other sites can send text and forms without a preflight, but never JSON. */
const requireContentType: MiddlewareHandler = async (c, next) => {
  const policy = currentPolicy(c)
  if (policy && hasBody(c) && !acceptsType(policy.body, c.req.header('content-type')))
    return c.json({ message: 'Unsupported content type.' }, 415)
  return next()
}

const hasBody = ({ req }: Context) =>
  Number(req.header('content-length') ?? 0) > 0 ||
  req.header('transfer-encoding') !== undefined ||
  req.header('content-type') !== undefined

function acceptsType(body: BodyPolicy, type = ''): boolean {
  if ('isFile' in body || body.accepts === 'anything') return true
  return body.accepts.includes(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
}

const limitBodySize: MiddlewareHandler = (c, next) => {
  const { body } = policyOf(c)
  if ('isFile' in body || isBodylessDelete(c)) return next()
  const onError = () => c.json({ message: 'This request is too large.' }, 413)
  return bodyLimit({ maxSize: body.maxBytes, onError })(c, next)
}

/** The development server gives a DELETE without a body an empty stream. */
const isBodylessDelete = ({ req }: Context) =>
  req.method === 'DELETE' && !req.header('content-length') && !req.header('transfer-encoding')

const NUL = /\0|\\u0000/
/** Escaped surrogates; most of them are complete pairs. */
const SURROGATE = /\\ud[89a-f]/i
const PROTOTYPE_NAME = /"(__proto__|constructor|prototype)"\s*:/

const INVALID_CHARACTER = 'It contains an invalid character. Please remove it.'

/** Rejects JSON that PostgreSQL cannot store (NUL, lone surrogates) and names that could pollute a prototype. */
const rejectInvalidUnicode: MiddlewareHandler = async (c, next) => {
  if (!('isFile' in policyOf(c).body) && c.req.header('content-type')?.includes('json')) {
    const text = isUtf8(await c.req.arrayBuffer()) ? await c.req.text() : '\0'
    if (NUL.test(text) || (SURROGATE.test(text) && !isWellFormed(text)))
      throw new DomainError('invalid', INVALID_CHARACTER)
    if (PROTOTYPE_NAME.test(text)) throw new DomainError('invalid', 'We could not read that request.')
    await reacquireSlot()
  }
  await next()
}

/** JSON.stringify escapes only lone surrogates. Invalid JSON is left to the parser. */
function isWellFormed(text: string): boolean {
  try {
    return !SURROGATE.test(JSON.stringify(JSON.parse(text)))
  } catch {
    return true
  }
}
