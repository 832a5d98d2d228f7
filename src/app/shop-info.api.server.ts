import { z } from '@hono/zod-openapi'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'

const ShopInfo = z.object({ mode: z.enum(['demo', 'live']), publicUrl: z.url() })
export type ShopInfo = z.infer<typeof ShopInfo>

const shopRoute = defineRoute('get', '/shop', {
  ...PUBLIC,
  cache: { tags: [] },
  whileClosed: true,
  ok: ['Data that every page needs.', ShopInfo],
})

export const shopInfoApi = (facts: ShopInfo) => createApiRouter().openapi(shopRoute(), (c) => c.json(facts, 200))
