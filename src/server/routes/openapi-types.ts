import type { OpenAPIHono } from '@hono/zod-openapi'

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type PathItem = NonNullable<OpenApiDocument['paths']>[string]
export type OpenApiOperation = NonNullable<PathItem['get']>
/** Named responses that operations share. */
export type SharedResponses = NonNullable<NonNullable<OpenApiDocument['components']>['responses']>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type HttpMethod = (typeof METHODS)[number]
export type ApiOperation = { method: HttpMethod; path: string; operation: OpenApiOperation }

/** Lists the operations of a document. */
export function listOperations({ paths = {} }: OpenApiDocument): ApiOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
}
