import { expect } from '@playwright/test'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

test('the navigation marks the current page; home only on exactly /', async ({ page }) => {
  const current = page.getByRole('banner').locator('[aria-current=page]')
  await visit(page, '/')
  await expect(current.first()).toHaveText('Home')
  await visit(page, '/products/dark')
  await expect(current).toHaveText(['Products'])
  await visit(page, '/cart')
  await expect(current).toHaveCount(0)
})

test('a demo says on every page that no real money moves', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 /)
  for (const path of ['/', '/products', '/cart', '/nothing-here']) {
    await visit(page, path)
    await expect(page.getByText('Demo shop: no real money moves')).toBeVisible()
  }
})

test('a toast replaces the previous one, F8 focuses it and Escape closes it', async ({ page }) => {
  await signIn(page, createEmail(), '/')
  const [first, second] = await page.getByRole('article').all()
  await first?.getByRole('button', { name: 'Add to Cart' }).click()
  await second?.getByRole('button', { name: 'Add to Cart' }).click()
  const notices = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(notices).toHaveCount(1)
  await expect(notices).toContainText(
    `${await second?.getByRole('heading').textContent()} has been added to your cart.`,
  )
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(notices).toHaveCount(0)
})

test('an account that cannot be deleted stays, with an error', async ({ page, browserErrors }) => {
  browserErrors.expect(/503/)
  await signIn(page, createEmail(), '/')
  await page.route('**/api/auth/delete-account', (route) =>
    route.fulfill({ status: 503, body: '{"message":"Not now."}' }),
  )
  const sentences: string[] = []
  page.on('dialog', (dialog) => {
    sentences.push(dialog.message())
    return dialog.accept()
  })
  await page.getByRole('banner').getByRole('button', { name: 'Delete account' }).click()
  await expect.poll(() => sentences[1]).toBe('Failed to delete account. Please try again.')
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
})

test('failed pictures of the collection fall back to another, and then to the placeholder', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 404 /)
  for (const name of ['signature-velvet', 'signature-jewels', 'bonbon-jewels'])
    await page.route(`**/pictures/${name}-*`, (route) => route.fulfill({ status: 404 }))
  await visit(page, '/')
  const picture = (name: string) => page.getByRole('article').filter({ hasText: name }).getByRole('img')
  await picture('Velvet truffles').scrollIntoViewIfNeeded()
  await expect(picture('Velvet truffles')).toHaveAttribute('src', /\/cocoa-truffles-/)
  await expect(picture('Jewel bonbons')).toHaveAttribute('src', /\/placeholder-/)
  await expect(picture('The Golconda bar')).toHaveAttribute('src', /\/signature-facets-/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu works by keyboard and gives the focus back', async ({ page }) => {
    await visit(page, '/')
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('Tab')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Products' }).press('Enter')
    await waitForPath(page, '/products')
    await expect(menu).toHaveCount(0)
  })

  test('the menu asks a shorter question before it deletes an account', async ({ page }) => {
    await signIn(page, createEmail(), '/')
    const sentences: string[] = []
    page.on('dialog', (dialog) => {
      sentences.push(dialog.message())
      return dialog.dismiss()
    })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Delete account' }).click()
    expect(sentences).toEqual(['Are you sure you want to delete your account? This action cannot be undone.'])
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  })
})
