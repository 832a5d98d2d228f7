import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  paymentDoneButton,
  returnToTab,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { createUtr } from '#tests/factories/payments/manual-upi.ts'

// The shop of the other tests has a gateway; this one is paid by manual UPI.
test.use({
  variables: { PAYMENT_PROVIDER: 'manual-upi', UPI_VPA: 'golconda@okaxis', UPI_PAYEE_NAME: 'Lakshmi Rao' },
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Complete UPI Payment' })

async function sendUtr(page: Page, utr: string) {
  await page.getByLabel('UTR of your payment').fill(utr)
  await page.getByRole('button', { name: 'Send the UTR' }).click()
}

/** Starts a poll. Its response, from before the UTR, arrives when the returned function is called. */
async function holdPoll(page: Page) {
  const address = '**/api/payments/upi/verify'
  const held = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const sent = page.waitForRequest(address)
  // Within three seconds after an answer a return does not poll.
  await page.waitForTimeout(3_100)
  await returnToTab(page)
  const request = await sent
  return async () => {
    held.resolve()
    await request.response()
    await page.waitForTimeout(500)
  }
}

test('a customer pays by manual UPI, submits the UTR, corrects it, and the admin confirms the payment', async ({
  page,
  browser,
  shop,
}) => {
  const email = createEmail()
  const [wrong, right] = [createUtr(new Date(), '11112222'), createUtr(new Date(), '33334444')]

  await test.step('the dialog shows where to pay and says success nowhere', async () => {
    await signIn(page, email)
    await fillCart(page, await findProductOnSale(page))
    await visit(page, '/checkout')
    await fillCheckout(page, email)
    const { paymentUrl, isByHand } = await openPaymentDialog(page)
    expect(isByHand).toBe(true)
    expect(paymentUrl).toMatch(/^upi:/)
    await expect(dialogOf(page).getByText('golconda@okaxis')).toBeVisible()
    await expect(dialogOf(page).getByText('Your app should show Lakshmi Rao')).toBeVisible()
    await expectAccessible(page, 'paying without a gateway')
  })

  await test.step('case 16: what is said to be paid asks for its number', async () => {
    await paymentDoneButton(page).click()
    await sendUtr(page, '12345')
    await expect(dialogOf(page).getByText('A UTR has exactly 12 digits.')).toBeVisible()
    expect(await listCustomerOrders(page)).toMatchObject([{ awaitingPayment: true }])
    await expectAccessible(page, 'the form for the number')
    const endPoll = await holdPoll(page)
    await sendUtr(page, wrong)
    await expect(dialogOf(page).getByText('We check with our bank, usually within 2 working hours.')).toBeVisible()
    await endPoll()
    await expect(dialogOf(page).getByText(`Your UTR is ${wrong}`)).toBeVisible()
    const reservedUntil = dialogOf(page).getByText(
      /^We keep your chocolates until \d+ \w+ 2\d{3}, \d+:\d\d [ap]m\. If we find/,
    )
    await expect(reservedUntil).toBeVisible()
    await expect(page.getByText(/success/i)).toHaveCount(0)
    await expectAccessible(page, 'waiting for the maker')
  })

  await test.step('the cart is an order now, and the number can be corrected there', async () => {
    await dialogOf(page).getByRole('button', { name: 'Done' }).click()
    await waitForPath(page, '/orders')
    await page
      .getByRole('button', { name: /^View Details/ })
      .first()
      .click()
    await expect(page.getByText(wrong)).toBeVisible()
    await page.getByRole('button', { name: 'Correct the UTR' }).click()
    await sendUtr(page, right)
    await expect(page.getByText(right)).toBeVisible()
    await visit(page, '/cart')
    await expect(page.getByText('Your Cart is Empty')).toBeVisible()
  })

  const adminPage = await (await browser.newContext()).newPage()
  await test.step('the admin is notified, and finds it on the statement', async () => {
    const [order] = await listCustomerOrders(page)
    await openAsAdmin(adminPage, '/admin/payments?status=decide', shop.url)
    await expect(adminPage.getByText(right)).toBeVisible()
    await expect(adminPage.locator('[inert]')).toHaveCount(0)
    await adminPage.getByRole('button', { name: /^Confirm received/ }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Is it on the statement?' })
    await dialog.getByLabel('Amount on the statement').fill('1.00')
    await dialog.getByLabel('Last four digits').fill('4444')
    await dialog.getByRole('button', { name: 'Confirm received' }).click()
    await expect(dialog.getByRole('alert')).toContainText('You entered another one')
    await expectAccessible(adminPage, 'the confirmation that does not match')
    await dialog.getByLabel('Amount on the statement').fill(String(order?.total))
    await dialog.getByRole('button', { name: 'Confirm received' }).click()
    // The toast is replaced at once by the one for the paid order.
    await expect(adminPage.getByText(/^(Saved|New order)$/).first()).toBeVisible()
    await expect(adminPage.getByText('To find on the statement')).toHaveCount(0)
  })

  await test.step('the customer sees the order as paid', async () => {
    await visit(page, '/orders')
    expect(await listCustomerOrders(page)).toMatchObject([{ status: 'processing', awaitingPayment: false }])
    await page
      .getByRole('button', { name: /^View Details/ })
      .first()
      .click()
    await expect(page.getByText('Paid by UPI')).toBeVisible()
  })
  await adminPage.context().close()
})
