import { z } from '@hono/zod-openapi'
import type { Db } from '#src/db/database.server.ts'
import { ADMIN } from '#src/features/auth/sessions/route-presets.server.ts'
import { MessageSample } from '#src/features/notifications/notifications.contract.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'

const samplesRoute = defineRoute('get', '/admin/message-samples', {
  ...ADMIN,
  summary: 'List a sample of every kind of message',
  ok: ['E-mails first', z.array(MessageSample)],
})

type GalleryContext = { db: Db }

export function messageGalleryApi({ db }: GalleryContext) {
  const api = createApiRouter()
  api.openapi(samplesRoute(db), async (c) => {
    const { listMessageSamples } = await import('./message-samples.server.ts')
    return c.json(listMessageSamples(), 200)
  })
  return api
}
