import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

/** A JSON response, for `defineRoute`. */
export const jsonResponse = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

/** An error response with a message for people, for `defineRoute`. */
export const errorResponse = (description: string) => jsonResponse(description, z.object({ message: z.string() }))

/** Answers that a call succeeded. */
export const sendOk = (c: Context) => c.json({ success: true } as const, 200)

type ListPage = { total?: number; nextCursor?: string | number }

/** Sets the headers for the total count and the next page of a list. */
export function setPagination<C extends Context>(c: C, { total, nextCursor }: ListPage): C {
  if (total !== undefined) c.header('X-Total-Count', String(total))
  if (nextCursor === undefined) return c
  const next = new URLSearchParams({ ...c.req.query(), cursor: String(nextCursor) })
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`)
  return c
}
