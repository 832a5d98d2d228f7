import { expect, type Page } from '@playwright/test'
import { createEmail, fillCart, fillCheckout, findProductOnSale, signIn } from './customer.ts'
import { visit } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')

/** Signs in with the product of this number in the cart and fills the checkout of an order to several people. */
export async function openCheckoutForSeveral(page: Page, nth: number) {
  const email = createEmail()
  await signIn(page, email)
  await fillCart(page, await findProductOnSale(page, nth))
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  await main(page).getByLabel('Send to several people').check()
  await expect(main(page).getByText('Nobody is on your list yet.')).toBeVisible()
  await expect(main(page).getByLabel('Send to several people')).toBeFocused()
}

export async function expectNoSidewaysScroll(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}
