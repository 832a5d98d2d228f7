import type { OpenAPIHono } from '@hono/zod-openapi'

/** An OpenAPI 3.1 document. */
export type Description = ReturnType<OpenAPIHono['getOpenAPI31Document']>
type PathItem = NonNullable<Description['paths']>[string]
export type Operation = NonNullable<PathItem['get']>
/** The answers that calls share, by name. */
export type SharedAnswers = NonNullable<NonNullable<Description['components']>['responses']>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof METHODS)[number]
export type Call = { method: Method; path: string; operation: Operation }

/** The calls of a description, one by one. */
export function callsOf({ paths = {} }: Description): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
}
