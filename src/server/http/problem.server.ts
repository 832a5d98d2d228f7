import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RateLimitState } from '#src/core/domain-error.ts'
import { PROBLEM_TITLES, type ProblemCode } from '#src/core/problem-codes.ts'

export type ProblemDetails = {
  status: number
  code: ProblemCode
  message: string
  /** Further fields of the response. */
  details?: object
}

type HttpRefusal = ProblemDetails & { status: ContentfulStatusCode; headers?: Record<string, string> }

/** Answers a call with a refusal. */
export function sendProblem(c: Context, { headers, ...problem }: HttpRefusal) {
  const { type, body } = renderProblem(problem, c.req.header('accept'))
  return c.json(body, problem.status, { ...headers, 'Content-Type': type })
}

const PROBLEM_JSON = 'application/problem+json'

/** Tells whether an Accept header names it; a wildcard does not. */
export const acceptsProblem = (accept: string | undefined) =>
  parseAccept(accept ?? '').some(({ type, q }) => type.toLowerCase() === PROBLEM_JSON && q > 0)

/** A refusal as JSON, with the members of RFC 9457 for a client that accepts them. */
export function renderProblem({ status, code, message, details }: ProblemDetails, accept: string | undefined) {
  const plain = { message, ...details, code }
  if (!acceptsProblem(accept)) return { type: 'application/json', body: plain }
  const members = { type: `/api/docs#${code}`, title: PROBLEM_TITLES[code], status, detail: message }
  return { type: PROBLEM_JSON, body: { ...plain, ...members } }
}

/** Removes the fields of the limit that the address kept: they are not of the limit that refuses the call. */
export function hideRateLimit(c: Context): void {
  const { outgoing } = nodeBindings(c)
  outgoing?.removeHeader('ratelimit-policy')
  outgoing?.removeHeader('ratelimit')
}

const nodeBindings = (c: Context) => (c.env ?? {}) as Partial<HttpBindings>

/** The fields of draft-ietf-httpapi-ratelimit-headers, which is not a standard yet. */
export const rateLimitHeaders = ({ name, max, perSeconds, remaining, resetSeconds }: RateLimitState) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${perSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
})
