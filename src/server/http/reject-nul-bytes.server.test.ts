import { expect, it } from 'vitest'
import { createApiRouter } from '#src/server/openapi/api-router.server.ts'
import { handleError } from './error-handler.server.ts'
import { rejectNulBytes } from './reject-nul-bytes.server.ts'

it('an address with a letter that nothing can have is refused before anybody looks for it', async () => {
  const api = createApiRouter()
  api.onError(handleError)
  api.use(rejectNulBytes)
  api.get('/things/:id', (c) => c.text('found'))
  const status = async (path: string) => (await api.request(path)).status
  expect([await status('/things/7%00'), await status('/things/7?q=a%00b'), await status('/things/7?q=%2500')]).toEqual([
    404, 400, 200,
  ])
})
