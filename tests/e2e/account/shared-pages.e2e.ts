import { type APIRequestContext, expect } from '@playwright/test'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test } from '#tests/e2e/fixtures.ts'

const PAGES = [
  '/',
  '/products',
  '/product/1',
  '/about',
  '/community-stories',
  '/contact',
  '/traceability',
  '/policies/terms',
]
const USER_BLOCK = /<script type="application\/json" id="user">(.*?)<\/script>/g

const read = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

test('two customers who read the same pages by turns find only themselves, and all else is equal', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage()
  const customers = [
    { email: createEmail(), request: page.request },
    { email: createEmail(), request: other.request },
  ]
  await signIn(page, customers[0]?.email ?? '')
  await signIn(other, customers[1]?.email ?? '')
  for (const path of PAGES) {
    const shared = new Set<string>()
    for (let turn = 0; turn < 4; turn++)
      for (const { email, request } of customers) {
        const html = await read(request, path)
        const users = [...html.matchAll(USER_BLOCK)].map(([, user = '']) => JSON.parse(user).email)
        expect(users, path).toEqual([email])
        shared.add(html.replace(USER_BLOCK, ''))
      }
    expect(shared.size, path).toBe(1)
    for (const { email } of customers) expect([...shared].join(), path).not.toContain(email)
  }
  await page.request.get('/api/logout')
  expect(await read(page.request, '/products')).toContain('id="user">null</script>')
  expect(await read(other.request, '/products')).toContain(customers[1]?.email)
  await other.close()
})
