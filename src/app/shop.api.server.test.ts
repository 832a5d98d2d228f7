import { expect, it } from 'vitest'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { shopApi } from './shop.api.server.ts'

it('says whether money is real here, and under which address the shop is known', async () => {
  const facts = { mode: 'live', publicUrl: 'https://golconda.example' } as const
  const answer = await apiOf(shopApi(facts)).request('/api/shop')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(facts)
})
