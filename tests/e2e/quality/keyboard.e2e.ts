import { expect, type Locator, type Page } from '@playwright/test'
import {
  CUSTOMER,
  cartBadge,
  createEmail,
  findProductOnSale,
  listCustomerOrders,
  readSignInCode,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { openAdminApi, placeOrderByApi } from '#tests/e2e/place-orders.ts'

const MOST_TABS = 150

/** Presses Tab until this has the focus; fails if it cannot be reached. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${MOST_TABS} presses of ${key} do not lead to ${target}`)
}

async function write(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('a bar is found, bought and paid with the keyboard alone', async ({ page }) => {
  test.setTimeout(150_000)
  const email = createEmail()
  const product = await findProductOnSale(page, 14)
  const press = (key: string) => page.keyboard.press(key)

  await test.step('finds it and takes two', async () => {
    await visit(page, '/')
    await press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }))
    await press('Enter')
    await waitForPath(page, '/products')
    await write(page, page.getByRole('main').getByRole('searchbox'), product.name)
    await expect(page.getByRole('article')).toHaveCount(1)
    await tabTo(page, page.getByRole('article').getByRole('link'))
    await press('Enter')
    await waitForPath(page, `/product/${product.id}`)
    await tabTo(page, page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }))
    await press('ArrowUp')
    await tabTo(page, page.getByRole('button', { name: 'Add to Cart' }).first())
    await press('Space')
    await expect(page.getByText(`2 × ${product.name} added to your cart.`).first()).toBeVisible()
    expect(await cartBadge(page)).toBe(2)
  })

  await test.step('goes through the drawer to the checkout, and signs in on the way', async () => {
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: /cart/i }), 'Shift+Tab')
    await press('Enter')
    const drawer = page.getByRole('dialog', { name: /Shopping Cart/ })
    await tabTo(
      page,
      drawer.getByRole('link', { name: 'Checkout' }).or(drawer.getByRole('button', { name: 'Checkout' })),
    )
    await press('Enter')
    await waitForPath(page, '/login')
    const signIn = page.getByRole('link', { name: 'Sign In to Shop' })
    await tabTo(page, signIn.or(page.getByRole('button', { name: 'Sign In to Shop' })).first())
    await press('Enter')
    await write(page, page.locator('input[name=email]'), email)
    await press('Enter')
    const code = page.locator('input[name=code]')
    await code.waitFor()
    await write(page, code, await readSignInCode(page.request, email))
    await press('Enter')
    await waitForPath(page, '/checkout')
  })

  await test.step('gives the address', async () => {
    const form = page.getByRole('main')
    await write(page, form.getByLabel(/first name/i), CUSTOMER.firstName)
    await write(page, form.getByLabel(/last name/i), CUSTOMER.lastName)
    const ownEmail = form.getByLabel(/e-?mail/i)
    await tabTo(page, ownEmail)
    if ((await ownEmail.inputValue()) === '') await page.keyboard.type(email)
    await write(page, form.getByLabel(/phone/i), CUSTOMER.phone)
    await write(page, form.getByLabel(/street address/i), '12-3-456, Banjara Hills')
    await write(page, form.getByLabel(/city/i), 'Vijayawada')
    await tabTo(page, form.getByLabel('State', { exact: true }))
    await press('ArrowDown')
    await expect(form.getByLabel('State', { exact: true })).toHaveValue('Andhra Pradesh')
    await write(page, form.getByLabel(/pin ?code/i), '520001')
    await tabTo(page, form.getByRole('button', { name: 'Pay with UPI' }))
    await press('Enter')
  })

  await test.step('pays with an app, and sees the order', async () => {
    const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
    await tabTo(page, dialog.getByRole('button', { name: 'PhonePe' }))
    await press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Pay', exact: true }))
    await press('Enter')
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'See your orders' }))
    await press('Enter')
    await waitForPath(page, '/orders')
    expect(await listCustomerOrders(page)).toMatchObject([{ status: 'processing', items: [{ quantity: 2 }] }])
    const opener = page.getByRole('button', { name: /View Details/ })
    await tabTo(page, opener)
    await press('Enter')
    await expect(page.getByText('Payment received')).toBeVisible()
    await expect(page.getByRole('button', { name: /Hide Details/ })).toBeFocused()
  })
})

/** Opens it, cycles with Tab, and closes it with Escape. */
async function keepsAndReturnsTheFocus(page: Page, opener: Locator, window: Locator) {
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(window).toBeVisible()
  for (const key of [...Array(25).fill('Tab'), ...Array(5).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect(window.locator(':focus'), `after ${key}`).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
  await expect(opener).toBeFocused()
}

test('every dialog keeps the focus while it is open and gives it back', async ({ page, browser, shop }) => {
  test.setTimeout(150_000)
  await signIn(page, createEmail())
  await placeOrderByApi(page, { products: [await findProductOnSale(page, 0)] })
  const shipped = await placeOrderByApi(page, { products: [await findProductOnSale(page, 0)] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, shipped, 'shipped')
  await admin.leave()

  await visit(page, '/orders')
  const cart = page.getByRole('banner').getByRole('button', { name: /cart/i })
  await keepsAndReturnsTheFocus(page, cart, page.getByRole('dialog', { name: /Shopping Cart/ }))
  await page
    .getByRole('button', { name: /View Details/ })
    .nth(1)
    .click()
  await keepsAndReturnsTheFocus(
    page,
    page.getByRole('button', { name: /Cancel Order/ }),
    page.getByRole('dialog', { name: 'Cancel this order?' }),
  )
  await visit(page, '/community-stories')
  const dialog = page.getByRole('dialog', { name: 'Share Your Story' })
  await keepsAndReturnsTheFocus(page, page.getByRole('button', { name: 'Share Your Story' }).first(), dialog)
})

test('an action that removes its button leaves the focus at its order', async ({ page, browser, shop }) => {
  await signIn(page, createEmail())
  const orderId = await placeOrderByApi(page, { products: [await findProductOnSale(page, 0)] })
  const admin = await openAdminApi(browser, shop.url)
  await admin.move(page, orderId, 'shipped')
  await admin.leave()
  await visit(page, '/orders')
  await tabTo(page, page.getByRole('button', { name: /I received it/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: orderId })).toBeFocused()
})

/** Runs in the browser and records every focused element, and those without a visible focus. */
function watchTheFocus() {
  const seen = { stops: 0, unseen: [] as string[] }
  Object.assign(window, { focusSeen: seen })
  document.addEventListener('focusin', ({ target: focused }) => {
    if (!(focused instanceof Element)) return
    // A checkbox or radio button may be drawn by its sibling.
    const drawn = focused instanceof HTMLInputElement ? focused.nextElementSibling : null
    const styles = [focused, drawn ?? focused].flatMap((place) => [
      getComputedStyle(place),
      getComputedStyle(place, '::after'),
    ])
    const isSeen = styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')
    seen.stops += 1
    if (!isSeen) seen.unseen.push(focused.outerHTML.slice(0, 200))
  })
}

test('every focused element is visibly focused', async ({ page }) => {
  test.setTimeout(150_000)
  await signIn(page, createEmail())
  for (const path of ['/', '/products', '/cart', '/contact', '/community-stories', '/mood-tracker', '/traceability']) {
    await visit(page, path)
    await page.evaluate(watchTheFocus)
    for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press('Tab')
    const { stops, unseen } = await page.evaluate(
      () => (window as unknown as { focusSeen: { stops: number; unseen: string[] } }).focusSeen,
    )
    expect(stops, path).toBeGreaterThan(15)
    expect.soft(unseen, path).toEqual([])
  }
})

test('nothing moves when reduced motion is preferred', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
  await page.getByRole('dialog', { name: /Shopping Cart/ }).waitFor()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})
