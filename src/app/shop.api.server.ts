import { createRoute, z } from '@hono/zod-openapi'
import { apiRouter } from '#src/platform/api-router.server.ts'

const ShopFacts = z.object({ mode: z.enum(['demo', 'live']), publicUrl: z.url() })
export type ShopFacts = z.infer<typeof ShopFacts>

const shopRoute = createRoute({
  method: 'get',
  path: '/shop',
  responses: {
    200: { description: 'What every page must know.', content: { 'application/json': { schema: ShopFacts } } },
  },
})

/** Whether money is real here, and the address that shoppers see. Nothing secret: anybody may ask. */
export const shopApi = (facts: ShopFacts) => apiRouter().openapi(shopRoute, (c) => c.json(facts, 200))
