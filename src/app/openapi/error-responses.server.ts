import { PROBLEM_TITLES } from '#src/core/problem-codes.ts'
import type { GuardRole } from '#src/features/auth/sessions/route-presets.server.ts'
import type { ApiOperation, OpenApiDocument, SharedResponses } from '#src/server/routes/openapi-types.ts'

type Shape = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]

const text = (description: string) => ({ type: 'string' as const, description })

const Refusal: Shape = {
  type: 'object',
  properties: {
    message: text('A message for people'),
    code: { ...text('What a program may act on; new codes can come'), examples: Object.keys(PROBLEM_TITLES) },
    issues: {
      type: 'array',
      description: 'Each wrong field with its reason',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['message', 'code'],
}

const Problem: Shape = {
  type: 'object',
  properties: {
    ...Refusal.properties,
    type: text('The address of the description of the code'),
    title: text('The title of the code'),
    status: { type: 'integer', description: 'The status of the response' },
    detail: text('The same as `message`'),
  },
  required: ['message', 'code', 'type', 'title', 'status', 'detail'],
}

const refusal = (description: string): SharedResponses[string] => ({
  description,
  content: { 'application/json': { schema: Refusal }, 'application/problem+json': { schema: Problem } },
})

export const ERROR_RESPONSES = {
  Malformed: refusal('The request is invalid'),
  NotSignedIn: refusal('Not signed in'),
  NotAllowed: refusal('Not allowed for this user, or sent from another site'),
  NotFound: refusal('Not found'),
  Conflict: refusal('The data has changed meanwhile, or conflicts with the change'),
  TooLarge: refusal('The body is too large'),
  Mismatch: refusal('The values do not match the stored data'),
  TooMany: refusal('Too many requests; `Retry-After` says when to try again'),
  Busy: refusal('Temporarily unavailable; `Retry-After` says when to try again'),
}

const named = (name: keyof typeof ERROR_RESPONSES) => ({ $ref: `#/components/responses/${name}` })

export function documentedErrorResponses({
  method,
  path,
  operation,
  guarded,
}: ApiOperation & { guarded: GuardRole | undefined }) {
  const changes = method !== 'get'
  const query = operation.parameters?.flatMap((one) => ('in' in one && one.in === 'query' ? one.name : [])) ?? []
  const takes = (name: string) => query.includes(name)
  return {
    ...((changes || query.length > 0) && { 400: named('Malformed') }),
    ...(guarded && { 401: named('NotSignedIn') }),
    ...((changes || guarded === 'admin') && { 403: named('NotAllowed') }),
    ...((path.includes('{') || takes('cursor') || (changes && guarded)) && { 404: named('NotFound') }),
    ...(changes && guarded && { 409: named('Conflict') }),
    ...(changes && { 413: named('TooLarge'), 415: named('Malformed') }),
    ...(changes && guarded && { 422: named('Mismatch') }),
    429: named('TooMany'),
    503: named('Busy'),
  }
}
