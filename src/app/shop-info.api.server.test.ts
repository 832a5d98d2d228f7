import { expect, it } from 'vitest'
import { readEnv } from '#src/server/config/env.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { shopInfoApi } from './shop-info.api.server.ts'

it('says whether the shop takes real money, and its public address', async () => {
  const facts = { mode: 'live', publicUrl: 'https://golconda.example' } as const
  const env = { ...readEnv({}), SHOP_MODE: facts.mode, PUBLIC_URL: facts.publicUrl }
  const answer = await createTestApi(shopInfoApi(env)).request('/api/shop')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(facts)
})
