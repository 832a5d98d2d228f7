import { expect, it } from 'vitest'
import { apiRouter } from './api-router.server.ts'
import { answerError } from './http-errors.server.ts'
import { refuseNulInAddress } from './readable-address.server.ts'

it('an address with a letter that nothing can have is refused before anybody looks for it', async () => {
  const api = apiRouter()
  api.onError(answerError)
  api.use(refuseNulInAddress)
  api.get('/things/:id', (c) => c.text('found'))
  const status = async (path: string) => (await api.request(path)).status
  expect([await status('/things/7%00'), await status('/things/7?q=a%00b'), await status('/things/7?q=%2500')]).toEqual([
    404, 400, 200,
  ])
})
