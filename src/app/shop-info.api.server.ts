import { createRoute, z } from '@hono/zod-openapi'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'

const ShopInfo = z.object({ mode: z.enum(['demo', 'live']), publicUrl: z.url() })
export type ShopInfo = z.infer<typeof ShopInfo>

const shopRoute = createRoute({
  method: 'get',
  path: '/shop',
  responses: {
    200: { description: 'What every page must know.', content: { 'application/json': { schema: ShopInfo } } },
  },
})

/** Public: the mode and the address of the shop. */
export const shopInfoApi = (facts: ShopInfo) => createApiRouter().openapi(shopRoute, (c) => c.json(facts, 200))
