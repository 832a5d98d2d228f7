import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

/** A JSON request body, for `createRoute`. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
})

/** A JSON response, for `createRoute`. */
export const jsonResponse = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

/** An error response with a message for people, for `createRoute`. */
export const errorResponse = (description: string) => jsonResponse(description, z.object({ message: z.string() }))

/** The responses of a call that returns no data. */
export const OK_RESPONSE = { 200: jsonResponse('Done', z.object({ success: z.literal(true) })) }

/** Answers that a call succeeded. */
export const sendOk = (c: Context) => c.json({ success: true } as const, 200)

/** Keeps a personal response out of all caches. */
export function setNoStore<C extends Context>(c: C): C {
  c.header('Cache-Control', 'private, no-store')
  return c
}

/** Lets caches store a public response, but revalidate it on every use. */
export function setPublicNoCache<C extends Context>(c: C): C {
  c.header('Cache-Control', 'public, no-cache')
  return c
}

type ListPage = { total?: number; nextCursor?: string | number }

/** Sets the headers for the total count and the next page of a list. */
export function setPagination<C extends Context>(c: C, { total, nextCursor }: ListPage): C {
  if (total !== undefined) c.header('X-Total-Count', String(total))
  if (nextCursor === undefined) return c
  const next = new URLSearchParams({ ...c.req.query(), cursor: String(nextCursor) })
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`)
  return c
}
