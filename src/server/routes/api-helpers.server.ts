import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

export const jsonResponse = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { 'application/json': { schema } },
})

export const errorResponse = (description: string) => jsonResponse(description, z.object({ message: z.string() }))

export const sendOk = (c: Context) => c.json({ success: true } as const, 200)

type ListPage = { total?: number; nextCursor?: string | number }

export function setPagination<C extends Context>(c: C, { total, nextCursor }: ListPage): C {
  if (total !== undefined) c.header('X-Total-Count', String(total))
  if (nextCursor === undefined) return c
  const next = new URLSearchParams({ ...c.req.query(), cursor: String(nextCursor) })
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`)
  return c
}
