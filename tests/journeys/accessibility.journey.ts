import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ADMIN } from '../shop-process.ts'
import { arrivedAt, test, visit } from './journey.ts'
import { anEmail, aProductOnSale, fillCheckout, putIntoCart, signIn, startPaying } from './shopper.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** No finding of axe, and nothing that has to be scrolled sideways to. */
async function isFine(page: Page, what: string) {
  // Colours are judged when nothing fades any more.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, what).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overflow, `${what}: pixels to scroll sideways`).toBeLessThanOrEqual(0)
}

for (const width of [1440, 390])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })

    test('what a visitor sees is accessible', async ({ page, journey }) => {
      journey.expectProblem(/ 404 /)
      const product = await aProductOnSale(page)
      const paths = [
        '/',
        '/login',
        '/start',
        '/products',
        '/products/dark',
        '/products?q=zzzz',
        `/product/${product.id}`,
        '/traceability',
        '/traceability?batch=GC-0000-9',
        '/about',
        '/contact',
      ]
      for (const path of [...paths, '/product/999999', '/nothing-here', '/cart', '/checkout/success', '/admin-login']) {
        await visit(page, path)
        await isFine(page, path)
      }
      await page.goto('/api/login')
      await isFine(page, '/api/login')
    })

    test('what a shopper sees is accessible', async ({ page }) => {
      const email = anEmail()
      const product = await aProductOnSale(page)
      await signIn(page, email)
      await isFine(page, 'home')
      await visit(page, '/orders')
      await isFine(page, '/orders without orders')
      await putIntoCart(page, product)
      await isFine(page, 'the notice')
      const cart = page.getByRole('banner').getByRole('button', { name: /cart/i })
      await cart.click()
      await page.getByRole('dialog', { name: /Shopping Cart/ }).waitFor()
      await isFine(page, 'the drawer')
      await visit(page, '/cart')
      await isFine(page, 'a filled cart')
      await visit(page, '/checkout')
      await isFine(page, '/checkout')
      await page.getByRole('button', { name: 'Pay with UPI' }).click()
      await isFine(page, '/checkout with what is missing')
      await fillCheckout(page, email)
      const { paymentUrl } = await startPaying(page)
      await isFine(page, 'the dialog')
      await visit(page, '/orders')
      await isFine(page, '/orders with an order')
      await page.goto(paymentUrl)
      await isFine(page, 'the bank')
    })

    test('what the maker sees is accessible', async ({ page }) => {
      await visit(page, '/admin-login')
      await page
        .getByRole('main')
        .getByLabel(/e-?mail/i)
        .fill(ADMIN.email)
      await page
        .getByRole('main')
        .getByLabel(/password/i)
        .fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await arrivedAt(page, '/admin')
      await page.getByRole('heading').first().waitFor()
      await isFine(page, '/admin')
    })
  })
