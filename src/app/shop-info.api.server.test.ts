import { expect, it } from 'vitest'
import { createTestApi } from '#src/testing/test-api.ts'
import { shopInfoApi } from './shop-info.api.server.ts'

it('says whether the shop takes real money, and its public address', async () => {
  const facts = { mode: 'live', publicUrl: 'https://golconda.example' } as const
  const answer = await createTestApi(shopInfoApi(facts)).request('/api/shop')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(facts)
})
