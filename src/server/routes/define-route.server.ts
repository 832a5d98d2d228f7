import { type RouteConfig, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { H } from 'hono/types'
import type { Db } from '#src/db/database.server.ts'
import { PUBLIC_POLICY, type RoutePolicy, setPolicy } from './route-policy.server.ts'

type Guard = (db: Db) => H
type Answer = readonly [description: string, schema: z.ZodType]
type Method = 'get' | 'post' | 'put' | 'delete'

/** Policy, input and answers of a route. Every member of the policy must be said; presets name the usual ones. */
export type RouteDefinition = RoutePolicy & {
  guard: Guard
  openapi: 'public' | 'admin'
  summary?: string
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  json?: z.ZodType
  optionalJson?: z.ZodType
  form?: z.ZodType
  requestBody?: Extract<RouteConfig['requestBody'], object>
  ok?: Answer
  created?: Answer
  /** Other answers than JSON, and errors that say more than the usual ones. */
  responses?: RouteConfig['responses']
  middleware?: readonly MiddlewareHandler[]
}

export const DONE = ['Done', z.object({ success: z.literal(true) })] as const satisfies Answer

type Simplify<T> = { [Key in keyof T]: T[Key] }
type Content<Type extends string, Schema> = { content: { [Key in Type]: { schema: Schema } } }
type Body<Type extends string, Schema, IsRequired = true> = { body: Content<Type, Schema> & { required: IsRequired } }
type RequestOf<D> = Simplify<
  (D extends { params: infer S } ? { params: S } : unknown) &
    (D extends { query: infer S } ? { query: S } : unknown) &
    (D extends { json: infer S } ? Body<'application/json', S> : unknown) &
    (D extends { optionalJson: infer S } ? Body<'application/json', S, false> : unknown) &
    (D extends { form: infer S } ? Body<'application/x-www-form-urlencoded', S> : unknown)
>
type JsonAnswer<S> = { description: string } & Content<'application/json', S>
type ResponsesOf<D> = Simplify<
  (D extends { ok: readonly [string, infer S] } ? { 200: JsonAnswer<S> } : unknown) &
    (D extends { created: readonly [string, infer S] } ? { 201: JsonAnswer<S> } : unknown) &
    (D extends { responses: infer R } ? R : unknown)
>
type RouteOf<M, P, D extends { guard: (...args: never[]) => unknown }> = {
  method: M
  path: P
  request: RequestOf<D>
  responses: ResponsesOf<D>
  middleware: [ReturnType<D['guard']>]
}

const jsonAnswer = ([description, schema]: Answer) => ({ description, content: { 'application/json': { schema } } })
const bodyOf = (type: string, schema: z.ZodType, required = true) => ({
  body: { required, content: { [type]: { schema } } },
})

/** Defines a route with its policy. The result takes what its guard needs: `api.openapi(route(db), handler)`. */
export function defineRoute<M extends Method, P extends string, const D extends RouteDefinition>(
  method: M,
  path: P,
  definition: D,
): (...guarded: Parameters<D['guard']>) => RouteOf<M, P, D>
export function defineRoute(method: Method, path: string, definition: RouteDefinition): (db: Db) => object {
  const {
    guard,
    params,
    query,
    json,
    optionalJson,
    form,
    requestBody,
    ok,
    created,
    responses,
    middleware = [],
    summary,
    description,
  } = definition
  const config = {
    method,
    path,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(requestBody && { requestBody }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(json && bodyOf('application/json', json)),
      ...(optionalJson && bodyOf('application/json', optionalJson, false)),
      ...(form && bodyOf('application/x-www-form-urlencoded', form)),
    },
    responses: {
      ...(ok && { 200: jsonAnswer(ok) }),
      ...(created && { 201: jsonAnswer(created) }),
      ...responses,
    },
  }
  return (db) => ({ ...config, middleware: [setPolicy(guard(db), definition), ...middleware] })
}

const everyone = () => createMiddleware(async (_c, next) => next())

export const PUBLIC = { ...PUBLIC_POLICY, guard: everyone, openapi: 'public' } as const satisfies RouteDefinition
