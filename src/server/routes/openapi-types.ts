import type { OpenAPIHono } from '@hono/zod-openapi'

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type PathItem = NonNullable<OpenApiDocument['paths']>[string]
export type OpenApiOperation = NonNullable<PathItem['get']>
export type SharedResponses = NonNullable<NonNullable<OpenApiDocument['components']>['responses']>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type HttpMethod = (typeof METHODS)[number]
export type ApiOperation = { method: HttpMethod; path: string; operation: OpenApiOperation }

export function listOperations({ paths = {} }: OpenApiDocument): ApiOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
}
