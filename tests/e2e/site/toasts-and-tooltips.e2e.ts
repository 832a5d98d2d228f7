import { expect, type Locator, type Page } from '@playwright/test'
import {
  addProductToCart,
  createEmail,
  fillCheckout,
  findProductOnSale,
  openPaymentDialog,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

test.use({ reducedMotion: 'no-preference' })

/** Stops the clock; the test advances it. */
async function stopTheClock(page: Page) {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)))
}

const notices = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')

test.describe('a toast', () => {
  test.beforeEach(async ({ page }) => {
    const product = await findProductOnSale(page)
    await page.clock.install()
    await visit(page, `/product/${product.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(notices(page)).toHaveText(/Added to cart!/)
  })

  test('is shown for five seconds, also after one that was dismissed', async ({ page }) => {
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notices(page)).toHaveCount(0)
    await stopTheClock(page)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(notices(page)).toHaveCount(1)
    await page.clock.runFor(4_900)
    await expect(notices(page)).toHaveCount(1)
    await page.clock.runFor(200)
    await expect(notices(page)).toHaveCount(0)
  })

  test('is swiped away to the right, from fifty pixels on', async ({ page }) => {
    const box = await notices(page).boundingBox()
    if (!box) throw new Error('The notice is on the screen')
    const [x, y] = [box.x + 120, box.y + box.height / 2]
    const swipe = async (pixels: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + pixels, y, { steps: 8 })
      await page.mouse.up()
    }
    await swipe(45)
    await swipe(-80)
    await expect(notices(page)).toHaveCount(1)
    await swipe(60)
    await expect(notices(page)).toHaveCount(0)
  })
})

test('a toast on a phone covers neither the cart, nor the purchase bar, nor a payment button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = createEmail()
  await signIn(page, email)
  await addProductToCart(page, await findProductOnSale(page))
  const buys = page.getByRole('button', { name: 'Add to Cart' })
  const header = page.getByRole('banner').getByRole('button')
  expect(await covered(header.or(buys), notices(page))).toEqual([])

  await visit(page, '/checkout')
  await fillCheckout(page, email)
  await openPaymentDialog(page)
  const dialog = page.getByRole('dialog')
  // An open dialog hides the toasts from queries by role.
  const ready = page.locator('li').filter({ hasText: 'UPI Payment Ready' })
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await covered(dialog.getByRole('button').or(dialog.getByRole('link')), ready)).toEqual([])
  }
})

/** Elements that the toast covers, at least in part. */
async function covered(things: Locator, by: Locator): Promise<string[]> {
  const notice = await boxOf(by)
  const found = await things.filter({ visible: true }).all()
  expect(found.length).toBeGreaterThan(1)
  const under: string[] = []
  for (const thing of found) {
    const { x, y, width, height } = await boxOf(thing)
    const isBeside = x >= notice.x + notice.width || x + width <= notice.x
    const isAboveOrBelow = y >= notice.y + notice.height || y + height <= notice.y
    if (!isBeside && !isAboveOrBelow) under.push(await thing.innerText())
  }
  return under
}

async function boxOf(thing: Locator) {
  const box = await thing.boundingBox()
  if (!box) throw new Error('It is on the screen')
  return box
}

test.describe('the tooltip of an icon', () => {
  const nameOf = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true })
  const icon = (page: Page, name: string) => page.getByRole('banner').getByLabel(name, { exact: true })

  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await signIn(page, createEmail(), '/')
    // Icons are hydrated last: a tooltip shows that they are ready.
    await icon(page, 'Orders').hover()
    await expect(nameOf(page, 'Orders')).toBeVisible()
    await page.mouse.move(700, 600)
    await expect(nameOf(page, 'Orders')).toHaveCount(0)
    await stopTheClock(page)
    await page.clock.runFor(310)
  })

  test('appears after 700 ms, and at once for a neighbour within 300 ms', async ({ page }) => {
    await icon(page, 'Orders').hover()
    await page.clock.runFor(690)
    await expect(nameOf(page, 'Orders')).toHaveCount(0)
    await page.clock.runFor(20)
    await expect(nameOf(page, 'Orders')).toBeVisible()

    await icon(page, 'Logout').hover()
    await page.clock.runFor(1)
    await expect(nameOf(page, 'Logout')).toBeVisible()
    await expect(nameOf(page, 'Orders')).toHaveCount(0)

    await page.mouse.move(700, 600)
    await expect(nameOf(page, 'Logout')).toHaveCount(0)
    await page.clock.runFor(310)
    await icon(page, 'Delete account').hover()
    await page.clock.runFor(690)
    await expect(nameOf(page, 'Delete account')).toHaveCount(0)
    await page.clock.runFor(20)
    await expect(nameOf(page, 'Delete account')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'Delete account')).toHaveCount(0)
  })

  test('appears on focus too, and closes with Escape', async ({ page }) => {
    await icon(page, 'Orders').focus()
    await page.keyboard.press('Tab')
    await expect(icon(page, 'Logout')).toBeFocused()
    await page.clock.runFor(710)
    await expect(nameOf(page, 'Logout')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(nameOf(page, 'Logout')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.clock.runFor(710)
    await expect(nameOf(page, 'Cart')).toBeVisible()
  })
})
