import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

/** What a call is sent, for `createRoute`. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
})

/** What a call answers under one status, for `createRoute`. */
export const jsonResponse = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

/** What a call says when it refuses, in words for people. */
export const errorResponse = (description: string) => jsonResponse(description, z.object({ message: z.string() }))

/** The answers of a call that has nothing to say but that it is done. */
export const OK_RESPONSE = { 200: jsonResponse('Done', z.object({ success: z.literal(true) })) }

/** Says that it is done. */
export const sendOk = (c: Context) => c.json({ success: true } as const, 200)

/** For one person alone, and as it is now: no cache on the way keeps it. */
export function setNoStore<C extends Context>(c: C): C {
  c.header('Cache-Control', 'private, no-store')
  return c
}

/** The same for everybody, but it may change any moment: whoever keeps it must ask again. */
export function setPublicNoCache<C extends Context>(c: C): C {
  c.header('Cache-Control', 'public, no-cache')
  return c
}

type Part = { total?: number; nextCursor?: string | number }

/** Says beside a part of a list how many there are, where somebody counted, and where the list goes on. */
export function setPagination<C extends Context>(c: C, { total, nextCursor }: Part): C {
  if (total !== undefined) c.header('X-Total-Count', String(total))
  if (nextCursor === undefined) return c
  const next = new URLSearchParams({ ...c.req.query(), cursor: String(nextCursor) })
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`)
  return c
}
