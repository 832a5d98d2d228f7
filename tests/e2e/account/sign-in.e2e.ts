import { expect } from '@playwright/test'
import {
  addProductToCart,
  cartBadge,
  createEmail,
  enterSignInCode,
  findProductOnSale,
  signInThroughForm,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration, waitForPath } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test('signing in keeps the cart, and so does signing out', async ({ page }) => {
  const product = await findProductOnSale(page)
  await visit(page, '/products')
  await addProductToCart(page, product)
  expect(await cartBadge(page)).toBe(1)
  await signInThroughForm(page, createEmail())
  expect(await cartBadge(page)).toBe(1)
  await page.goto('/api/logout')
  await waitForHydration(page)
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await cartBadge(page)).toBe(1)
})

for (const path of ['/checkout', '/orders'])
  test(`${path} asks a visitor to sign in and then shows the page`, async ({ page }) => {
    await visit(page, path)
    await waitForPath(page, '/login')
    await expect(
      page
        .getByRole('link', { name: 'Start Your Journey' })
        .or(page.getByRole('button', { name: 'Start Your Journey' }))
        .first(),
    ).toBeVisible()
    const button = page
      .getByRole('link', { name: 'Sign In to Shop' })
      .or(page.getByRole('button', { name: 'Sign In to Shop' }))
    await button.first().click()
    await enterSignInCode(page, createEmail())
    await waitForPath(page, path)
    await waitForHydration(page)
  })

test('a wrong code does not sign in, the right one after it does', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 422 .*api\/login/)
  const email = createEmail()
  await page.goto('/api/login?returnTo=/products')
  await page.locator('input[name=email]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[name=code]').waitFor()
  const messages = await (await page.request.get(`/api/demo/messages?to=${email}`)).json()
  const [code = ''] = /\b\d{6}\b/.exec(messages[0].text) ?? []
  const wrong = code === '123456' ? '654321' : '123456'
  await page.locator('input[name=code]').fill(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong or no longer valid.')).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.locator('input[name=code]').fill(code)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/products')
  expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({ email, isAdmin: false })
})

test('works without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/api/login?returnTo=/products')
  await enterSignInCode(page, createEmail())
  await expect(page).toHaveURL('/products')
  await context.close()
})

test('the front page is the landing for visitors and the home for customers, from the first byte', async ({ page }) => {
  await visit(page, '/')
  await expect(page.getByText('Start Your Journey').first()).toBeVisible()
  await signInThroughForm(page, createEmail())
  const html = await (await page.request.get('/')).text()
  expect(html).not.toContain('Sign In to Shop')
  await expect(page.getByText('Sign In to Shop')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(4)
})

test('the admin signs in by password; a wrong one is refused with a message', async ({ page, browserErrors }) => {
  browserErrors.expect(/401 .*admin.login/)
  await visit(page, '/admin-login')
  const form = page.getByRole('main')
  await form.getByLabel(/e-?mail/i).fill(ADMIN.email)
  await form.getByLabel(/password/i).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid email or password. Please try again.').first()).toBeVisible()
  await form.getByLabel(/password/i).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/admin')
  await expect(page.getByText('Login Successful').first()).toBeVisible()
})

test('the browser flag alone opens no admin page', async ({ page, browserErrors }) => {
  browserErrors.expect(/40[13] /)
  await visit(page, '/')
  await page.evaluate(() => localStorage.setItem('admin_authenticated', 'true'))
  await page.goto('/admin')
  await waitForPath(page, '/admin-login')
  expect((await page.request.get('/api/dashboard/stats')).status()).toBe(401)
})
