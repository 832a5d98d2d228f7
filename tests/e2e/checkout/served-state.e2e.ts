import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { changeSettings } from '#tests/e2e/admin.ts'
import { createEmail, fillCart, fillCheckout, findProductOnSale, pressPay, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

// A shop of its own: its GST registration decides where every customer can order to.
test.use({ variables: {} })

const main = (page: Page) => page.getByRole('main')

test('a shop without a GST registration says that it sells in its state only, and takes no other address', async ({
  page,
  browser,
  shop,
}) => {
  await changeSettings(browser, shop.url, { tax: { mode: 'unregistered' } })
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, await findProductOnSale(page))
  await visit(page, '/checkout')
  await expect(page.getByRole('contentinfo')).toContainText('Delivered in 1-2 business days, inside Telangana only')
  await fillCheckout(page, email)
  const pincode = page.getByRole('textbox', { name: /pin ?code/i })
  for (const elsewhere of ['400001', '900056']) {
    await pincode.fill(elsewhere)
    await page.getByRole('button', { name: 'Pay with UPI' }).click()
    await expect(pincode).toBeFocused()
    await expect(pincode).toHaveAccessibleDescription('We deliver inside Telangana only at the moment.')
    await expect(main(page).getByRole('checkbox', { name: /PIN code and the state are correct/ })).toHaveCount(0)
  }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, `a refused PIN code at ${width} px`)
  }
  await pincode.fill('506002')
  await expect(
    main(page)
      .getByText(/Expected delivery (on|between)/)
      .first(),
  ).toBeVisible()
  expect((await pressPay(page)).status()).toBe(200)
})
