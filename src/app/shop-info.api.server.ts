import { z } from '@hono/zod-openapi'
import { DATA_PROCESSORS, type DataProcessor } from '#src/core/data-processors.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'

const shopRoute = defineRoute('get', '/shop', {
  ...PUBLIC,
  cache: { tags: [] },
  whileClosed: true,
  summary: 'Get the data that every page needs',
  ok: ['Data that every page needs.', z.object({ mode: z.enum(['demo', 'live']), publicUrl: z.url() })],
})
const processorsRoute = defineRoute('get', '/processors', {
  ...PUBLIC,
  cache: { tags: [] },
  summary: 'List the data processors of the shop',
  ok: ['The kinds of processors', z.array(z.enum(DATA_PROCESSORS))],
})

type Services = 'razorpay' | 'manualUpi' | 'SMTP_URL' | 'MSG91_AUTH_KEY' | 'WHATSAPP_TOKEN' | 'couriers' | 's3'
type Facts = Pick<Env, 'SHOP_MODE' | 'PUBLIC_URL' | Services>

function processorsOf(env: Facts): DataProcessor[] {
  if (env.SHOP_MODE === 'demo') return []
  const isUsed: Record<DataProcessor, boolean> = {
    razorpay: env.razorpay !== undefined,
    bank: env.manualUpi !== undefined,
    mail: env.SMTP_URL !== undefined,
    msg91: env.MSG91_AUTH_KEY !== undefined,
    whatsapp: env.WHATSAPP_TOKEN !== undefined,
    shiprocket: env.couriers.shiprocket !== undefined,
    delhivery: env.couriers.delhivery !== undefined,
    storage: env.s3 !== undefined,
  }
  return DATA_PROCESSORS.filter((one) => isUsed[one])
}

export const shopInfoApi = (env: Facts) =>
  createApiRouter()
    .openapi(shopRoute(), (c) => c.json({ mode: env.SHOP_MODE, publicUrl: env.PUBLIC_URL }, 200))
    .openapi(processorsRoute(), (c) => c.json(processorsOf(env), 200))
