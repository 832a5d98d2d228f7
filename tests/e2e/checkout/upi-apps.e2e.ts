import { devices, expect, type Page } from '@playwright/test'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findProductOnSale,
  openPaymentDialog,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Complete UPI Payment' })
const code = (page: Page) => dialog(page).getByAltText(/^QR code for paying/)
/** Links that open an app on the phone. */
const appLinks = (page: Page) => dialog(page).locator('a[href]:not([href^="http"])')

/** At the payment dialog, with one product ordered. */
async function atTheWaysToPay(page: Page) {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, await findProductOnSale(page, 15))
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  const started = await openPaymentDialog(page)
  await expect(code(page)).toBeVisible()
  return started
}

/** Case 26. What follows an app that does not open is in checkout.e2e.ts. */
test.describe('case 26: on a phone', () => {
  const { userAgent, viewport, hasTouch } = devices['Pixel 7']
  test.use({ userAgent, viewport, hasTouch })

  test('one tap opens one app, and no other link', async ({ page, context }) => {
    const { upiLink } = await atTheWaysToPay(page)
    const app = dialog(page).getByRole('link', { name: 'PhonePe' })
    await expect(app).toHaveAttribute('href', upiLink.replace('upi://pay', 'phonepe://pay'))
    let opened = 0
    context.on('page', () => opened++)
    // The app comes to the front.
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
    await app.click()
    await page.waitForTimeout(2000)
    expect(opened).toBe(0)
    await expect(dialog(page)).toBeVisible()
  })
})

test('case 26: a desktop shows the code for the phone, and no link that only a phone can open', async ({ page }) => {
  await atTheWaysToPay(page)
  await expect(appLinks(page)).toHaveCount(0)
})

test.describe('case 26: in the browser inside Instagram', () => {
  const { userAgent, viewport, hasTouch } = devices['iPhone 14']
  test.use({ userAgent: `${userAgent} Instagram 400.0.0.29.70`, viewport, hasTouch })

  test('the customer sees the six apps, and what to do if none opens', async ({ page }) => {
    await atTheWaysToPay(page)
    await expect(dialog(page).getByText("open this page in your phone's browser")).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: /Copy UPI ID/ })).toBeVisible()
    await expect(dialog(page).getByRole('listitem').getByRole('link')).toHaveText([
      'Google Pay',
      'PhonePe',
      'Paytm',
      'BHIM',
      'Amazon Pay',
      'WhatsApp Pay',
    ])
    await expect(appLinks(page)).toHaveCount(5)
  })
})
