import type { z } from 'zod'

/** A route of the server, as `defineRoute` returns it. Imported as a type, it costs the browser nothing. */
export type ApiRoute = (...guarded: never[]) => { method: string; path: string; request: unknown; responses: unknown }

type Filled<Path extends string> = Path extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : Path
type Address<Route extends ApiRoute> = `/api${Filled<ReturnType<Route>['path']>}`
type Json<Schema> = { content: { 'application/json': { schema: Schema } } }

export type MethodOf<Route extends ApiRoute> = Uppercase<ReturnType<Route>['method']>

/** The address of a call; its parameters are any text. */
export type AddressOf<Route extends ApiRoute> = Address<Route> | `${Address<Route>}?${string}`

/** The last argument of a call: a body, if the route takes one. */
export type BodyOf<Route extends ApiRoute> = ReturnType<Route>['request'] extends {
  body: Json<infer Schema extends z.ZodType>
}
  ? [body: z.input<Schema>]
  : []

export type AnswerOf<Route extends ApiRoute> = ReturnType<Route>['responses'] extends
  | { 200: Json<infer Schema extends z.ZodType> }
  | { 201: Json<infer Schema extends z.ZodType> }
  ? z.output<Schema>
  : undefined
