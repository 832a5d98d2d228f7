import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DomainError } from '#src/core/domain-error.ts'
import { type BodyPolicy, currentPolicy, PUBLIC_POLICY } from '#src/server/routes/route-policy.server.ts'
import { sendProblem } from './problem.server.ts'
import { readmit } from './request-context.server.ts'

export const requestChecks = (publicUrl?: string): MiddlewareHandler[] => [
  requireSameOrigin(publicUrl),
  rejectNulBytes,
  requireContentType,
  limitBodySize,
  awaitBody,
  rejectInvalidUnicode,
]

const policyOf = (c: Context) => currentPolicy(c) ?? PUBLIC_POLICY

export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean => method === 'GET' || method === 'HEAD'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rejects changes from other sites, by Origin or Sec-Fetch-Site. A caller without either may send no cookie. */
function requireSameOrigin(publicUrl: string | undefined): MiddlewareHandler {
  const own = publicUrl && new URL(publicUrl).origin
  const isOwn = (origin: string, url: string) =>
    own ? origin === own : URL.canParse(origin) && new URL(origin).host === new URL(url).host
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && !policyOf(c).crossOrigin && !isSameOrigin(c.req, isOwn))
      throw new DomainError('not-allowed', 'This call must come from the shop itself.', { code: 'cross-origin' })
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

const rejectNulBytes: MiddlewareHandler = async (c, next) => {
  const { url } = c.req
  if (url.split('?', 1)[0]?.includes('%00')) throw new DomainError('not-found', 'Not found.')
  if (url.includes('%00')) throw new DomainError('invalid', 'Invalid character.')
  await next()
}

/** Requires the route's content type: other sites can send text and forms without a preflight, but never JSON. */
const requireContentType: MiddlewareHandler = async (c, next) => {
  const policy = currentPolicy(c)
  if (policy && hasBody(c) && !acceptsType(policy.body, c.req.header('content-type')))
    return sendProblem(c, { status: 415, code: 'unsupported-media-type', message: 'Unsupported content type.' })
  return next()
}

/** A GET or DELETE without a body may name a content type, as some clients always do. */
const hasBody = ({ req }: Context) =>
  Number(req.header('content-length') ?? 0) > 0 ||
  req.header('transfer-encoding') !== undefined ||
  (req.header('content-type') !== undefined && !BODYLESS_METHODS.has(req.method))

const BODYLESS_METHODS = new Set([...SAFE_METHODS, 'DELETE'])

function acceptsType(body: BodyPolicy, type = ''): boolean {
  if ('isFile' in body || body.accepts === 'anything') return true
  return body.accepts.includes(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')
}

const limitBodySize: MiddlewareHandler = (c, next) => {
  const { body } = policyOf(c)
  if ('isFile' in body || isBodylessDelete(c)) return next()
  // The rest of the body stays unread, so the connection cannot carry another request.
  const onError = () => sendTooLarge(c, 'This request is too large.')
  return bodyLimit({ maxSize: body.maxBytes, onError })(c, next)
}

export const sendTooLarge = (c: Context, message: string, details?: object) =>
  sendProblem(c, { status: 413, code: 'too-large', message, details, headers: { Connection: 'close' } })

/** The development server gives a DELETE without a body an empty stream. */
const isBodylessDelete = ({ req }: Context) =>
  req.method === 'DELETE' && !req.header('content-length') && !req.header('transfer-encoding')

/** Waits for the body, then for the slot, which no slow client holds: bodies that end at once would exhaust the pool. */
const awaitBody: MiddlewareHandler = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method) && !('isFile' in policyOf(c).body)) {
    await c.req.arrayBuffer()
    await readmit()
  }
  await next()
}

const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

const INVALID_CHARACTER = 'It contains an invalid character. Please remove it.'

/**
 * Rejects JSON that PostgreSQL cannot store (NUL, lone surrogates) and names that could pollute a prototype. A signed
 * body is left to its handler, which verifies the signature first.
 */
const rejectInvalidUnicode: MiddlewareHandler = async (c, next) => {
  const { body } = policyOf(c)
  if ('accepts' in body && body.accepts !== 'anything' && c.req.header('content-type')?.includes('json')) {
    if (!isUtf8(await c.req.arrayBuffer())) throw new DomainError('invalid', INVALID_CHARACTER)
    rejectInvalidJson(await c.req.text())
  }
  await next()
}

/** Checks all names and texts. Without recursion, because a body may be nested as deeply as it is long. */
function rejectInvalidJson(text: string): void {
  const rest = [parsedOrUndefined(text)]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      throw new DomainError('invalid', INVALID_CHARACTER)
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (PROTOTYPE_NAMES.has(name)) throw new DomainError('invalid', 'We could not read that request.')
      rest.push(name, inner)
    }
  }
}

/** Parses JSON; undefined for a text that is none. */
export function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
