import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { ADMIN, type ShopProcess } from '#tests/shop-process.ts'

export async function listAllProducts(request: APIRequestContext, path = '/api/products'): Promise<Product[]> {
  const answer = await request.get(path)
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers().link ?? '')?.[1]
  return [...(await answer.json()), ...(next ? await listAllProducts(request, next) : [])]
}

/** The admin imports `more` products after `before`; a quarter of them contain a rare letter. */
export async function importManyProducts(
  playwright: PlaywrightWorkerArgs['playwright'],
  shop: ShopProcess,
  { before = 0, more }: { before?: number; more: number },
): Promise<void> {
  const admin = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  expect((await admin.post('/api/admin/login', { data: ADMIN })).status()).toBe(200)
  const [one, other] = new Set((await listAllProducts(admin)).map(({ category }) => category.name))
  const numbers = Array.from({ length: more }, (_, nth) => before + nth)
  const rows = numbers.map((nth) =>
    [`LARGE-${nth}`, `${nth % 4 ? 'Noor' : 'Qamar'} Bar ${nth}`, nth % 3 ? one : other, 450, 5].join(','),
  )
  const data = ['SKU,Name,Category,Price,Stock', ...rows].join('\n')
  const send = async (query: string) =>
    (await admin.post(`/api/admin/products/import?${query}`, { data, headers: { 'content-type': 'text/csv' } })).json()
  const { plan } = await send('dryRun=true')
  expect(await send(`plan=${plan}`)).toMatchObject({ applied: true, creates: more, problems: 0 })
  await admin.dispose()
}
