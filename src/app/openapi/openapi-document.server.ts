import type { OpenAPIHono } from '@hono/zod-openapi'
import { version } from '#package.json'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { findGuardRole, type GuardRole } from '#src/features/auth/sessions/route-presets.server.ts'
import {
  type ApiOperation,
  type HttpMethod,
  listOperations,
  type OpenApiDocument,
  type OpenApiOperation,
} from '#src/server/routes/openapi-types.ts'
import { listPolicies } from '#src/server/routes/route-policy.server.ts'
import { documentedErrorResponses, ERROR_RESPONSES } from './error-responses.server.ts'

type DescribeApiInput = {
  publicUrl: string
  /** Includes the admin routes; only admins get that document. */
  ofAdmin: boolean
}

export function buildOpenApiDocument(api: OpenAPIHono, { publicUrl, ofAdmin }: DescribeApiInput): OpenApiDocument {
  const routes = new Map(listPolicies(api.routes).map((route) => [documentedName(route), route]))
  const bare = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${SHOP_NAME} API`, version, description: ABOUT },
    servers: [{ url: publicUrl }],
  })
  const paths: NonNullable<OpenApiDocument['paths']> = {}
  for (const call of listOperations(bare)) {
    const route = routes.get(`${call.method} ${call.path}`)
    if (route?.policy.openapi === 'admin' && !ofAdmin) continue
    const guarded = route && findGuardRole(route.handler)
    paths[call.path] = { ...paths[call.path], [call.method]: whole(call, guarded) }
  }
  return {
    ...bare,
    paths,
    components: { ...bare.components, securitySchemes: SECURITY_SCHEMES, responses: ERROR_RESPONSES },
  }
}

const documentedName = ({ method, path }: { method: string; path: string }) =>
  `${method.toLowerCase()} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`

const ABOUT = [
  'Versions: a release adds calls, fields, values of enumerations and codes; clients ignore what they do not know. A change',
  'that breaks clients gets a new path, and the old one answers for another six months with `Deprecation` (RFC 9745) and',
  '`Sunset` (RFC 8594). CHANGELOG.md names both; each release contains its openapi.json.',
  '',
  'Money is in rupees with at most two decimals. Times are UTC.',
  'Responses have JSON numbers; in a body, a number can also be a string (`"1234.5"`).',
  '',
  'Every refusal is `{message, code}`: a sentence for people, a code for programs. A request that accepts',
  '`application/problem+json` also gets the members of RFC 9457.',
  '',
  'Calls of an address are limited: `RateLimit-Policy` and `RateLimit` say what is left, and 429 has `Retry-After`.',
  '',
  'A call that changes something must come from the site of the shop: browsers send `Origin` or `Sec-Fetch-Site`,',
  'and a program that sends neither must send no cookie, or the `Origin` of the shop.',
  'Lists are complete; `limit` and `cursor` page through them with `Link: <...>; rel="next"` and `X-Total-Count`.',
].join('\n')

const cookie = (description: string) => ({ type: 'apiKey', in: 'cookie', name: 'shop_session', description }) as const
const SECURITY_SCHEMES = {
  customer: cookie('The session of a customer who signed in at /api/login. Over https: `__Host-shop_session`.'),
  admin: cookie('The session of an admin, opened by POST /api/admin/login. Over https: `__Host-shop_session`.'),
}

function whole({ method, path, operation }: ApiOperation, guarded: GuardRole | undefined): OpenApiOperation {
  const answers = operation.responses ?? {}
  return {
    tags: [guarded === 'admin' ? 'admin' : (path.split('/')[2] ?? 'shop')],
    operationId: operationId(method, path),
    ...operation,
    summary: operation.summary ?? summaryOf(answers),
    security: guarded ? [{ [guarded]: [] }] : [],
    responses: { ...documentedErrorResponses({ method, path, operation, guarded }), ...answers },
  }
}

function summaryOf(answers: Record<string, { description?: string } | unknown>): string {
  const [, fine] = Object.entries(answers).find(([status]) => /^[23]/.test(status)) ?? []
  return (fine as { description?: string } | undefined)?.description ?? ''
}

function operationId(method: HttpMethod, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word && word !== 'api')
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
