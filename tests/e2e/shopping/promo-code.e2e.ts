import { expect, type Page } from '@playwright/test'
import {
  createEmail,
  fillCart,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
  signIn,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

const box = (page: Page) => page.getByLabel('Promo Code')
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })

async function apply(page: Page, code: string) {
  await box(page).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

/** A quantity worth at least Rs 500 and less than Rs 1,500. */
async function aCartForWelcome(page: Page) {
  const product = await findProductOnSale(page, 9)
  await fillCart(page, product)
  await visit(page, '/cart')
  const quantity = Math.ceil(500 / product.price)
  if (quantity > 1) await page.getByRole('spinbutton').first().fill(String(quantity))
  return { subtotal: Math.round(product.price * 100) * quantity }
}

test('an invalid code gets a message; a valid one is applied, paid with, and used', async ({ page }) => {
  const email = createEmail()
  await signIn(page, email)
  const { subtotal } = await aCartForWelcome(page)
  const discount = Math.floor(subtotal / 10)

  for (const [code, why] of [
    ['nothing', 'We do not know the code NOTHING.'],
    ['MONSOON15', 'MONSOON15 ended on 1 Oct 2026.'],
    ['OPENING50', 'OPENING50 has been used up.'],
    ['DIWALI', /^DIWALI needs a subtotal of ₹1,500\.00: add ₹[\d,.]+ more\.$/],
  ] as const) {
    await apply(page, code)
    await expect(page.getByRole('status').filter({ hasText: why })).toBeVisible()
    await expect(summary(page).getByText('Discount')).toBeHidden()
  }

  await apply(page, 'welcome10')
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await expect(summary(page).getByText(`−${inTheCart(discount)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Remove WELCOME10' }).click()
  await expect(page.getByText('Discount (WELCOME10)')).toBeHidden()
  await expect(box(page)).toBeFocused()
  await apply(page, 'WELCOME10')

  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await waitForPath(page, '/checkout')
  const total = subtotal + (subtotal >= 200_000 ? 0 : 15_000) - discount
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await fillCheckout(page, email)
  const started = await openPaymentDialog(page)
  expect(started.amount).toBe(total / 100)
  await payAtTestBank(page, started)
  await waitForPath(page, '/orders')
  expect(await listCustomerOrders(page)).toMatchObject([
    {
      orderId: started.orderId,
      promoCode: 'WELCOME10',
      discount: discount / 100,
      total: total / 100,
      status: 'processing',
    },
  ])

  // Once per customer; the next cart starts without a code.
  await aCartForWelcome(page)
  await expect(box(page)).toHaveValue('')
  await apply(page, 'WELCOME10')
  await expect(page.getByText('You have already used WELCOME10: it works once per customer.')).toBeVisible()
})

test('a visitor is asked to sign in, and finds the code applied afterwards', async ({ page }) => {
  await aCartForWelcome(page)
  await apply(page, 'WELCOME10')
  await expect(page.getByText('Please sign in to use WELCOME10: it works once per customer.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to use WELCOME10' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=%2Fcart',
  )
  await signIn(page, createEmail(), '/cart')
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
})

test('a customer who changes the cart while paying keeps the code for the replacing order', async ({ page }) => {
  const email = createEmail()
  await signIn(page, email)
  await aCartForWelcome(page)
  await apply(page, 'WELCOME10')
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await visit(page, '/checkout')
  await fillCheckout(page, email)
  const first = await openPaymentDialog(page)
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  await visit(page, '/checkout')
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible()
  const second = await openPaymentDialog(page)
  expect(second.amount).toBeGreaterThan(first.amount)
  const alive = (await listCustomerOrders(page)).filter(({ status }) => status !== 'cancelled')
  expect(alive).toMatchObject([{ orderId: second.orderId, promoCode: 'WELCOME10' }])
})

/** Formats an amount as the cart does: two decimals, Indian grouping. */
function inTheCart(paise: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100)
}
