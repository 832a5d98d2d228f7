import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

/** What a call is sent, for `createRoute`. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({
  content: { 'application/json': { schema } },
  required: true,
})

/** What a call answers under one status, for `createRoute`. */
export const jsonAnswer = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

/** The answers of a call that has nothing to say but that it is done. */
export const DONE = { 200: jsonAnswer('Done', z.object({ success: z.literal(true) })) }

/** For one person alone, and as it is now: no cache on the way keeps it. */
export function keepPrivate(c: Context): void {
  c.header('Cache-Control', 'private, no-store')
}

/** Says beside a part of a list how many there are, where somebody counted, and where the list goes on. */
export function tellPart(c: Context, { total, nextCursor }: { total?: number; nextCursor?: string }): void {
  if (total !== undefined) c.header('X-Total-Count', String(total))
  if (nextCursor === undefined) return
  const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor })
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`)
}
