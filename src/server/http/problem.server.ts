import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RateLimitState } from '#src/core/domain-error.ts'
import { type ProblemDetails, renderProblem } from '#src/core/problem-codes.ts'

type HttpRefusal = ProblemDetails & { status: ContentfulStatusCode; headers?: Record<string, string> }

/** Answers a call with a refusal. */
export function sendProblem(c: Context, { headers, ...problem }: HttpRefusal) {
  const { type, body } = renderProblem(problem, c.req.header('accept'))
  return c.json(body, problem.status, { ...headers, 'Content-Type': type })
}

/** The fields of draft-ietf-httpapi-ratelimit-headers, which is not a standard yet. */
export const rateLimitHeaders = ({ name, max, perSeconds, remaining, resetSeconds }: RateLimitState) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${perSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
})
