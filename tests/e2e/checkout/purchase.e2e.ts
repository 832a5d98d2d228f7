import { expect } from '@playwright/test'
import {
  createEmail,
  enterSignInCode,
  fillCheckout,
  findProductOnSale,
  listCustomerOrders,
  openPaymentDialog,
  payAtTestBank,
} from '#tests/e2e/customer.ts'
import { test, visit, waitForHydration, waitForPath } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport, reducedMotion: 'no-preference' })

    test('a visitor finds a bar, pays by UPI, and the admin ships it', async ({ page, browser, shop }) => {
      // The longest journey, and often the first of its shop.
      test.setTimeout(180_000)
      const email = createEmail()
      const product = await findProductOnSale(page, device === 'a phone' ? 1 : 0)

      await test.step('finds it in the list and puts it into the cart', async () => {
        await visit(page, '/products')
        await page
          .getByRole('searchbox')
          .or(page.getByPlaceholder(/search/i))
          .first()
          .fill(product.name)
        const card = page.getByRole('article').filter({ hasText: product.sku })
        await expect(card).toHaveCount(1)
        await card.getByRole('button', { name: 'Add to Cart' }).click()
        await expect(page.getByText('Added to cart!').first()).toBeVisible()
        await expect(page.getByText(`${product.name} has been added to your cart.`).first()).toBeVisible()
      })

      await test.step('looks into the drawer and goes to the cart', async () => {
        await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
        const drawer = page.getByRole('dialog', { name: /Shopping Cart/ })
        await expect(drawer.getByText(product.name)).toBeVisible()
        await expect(drawer.getByText(/each$/)).toBeVisible()
        await expect(drawer.getByText('Total:')).toBeVisible()
        await drawer
          .getByRole('link', { name: 'View Cart' })
          .or(drawer.getByRole('button', { name: 'View Cart' }))
          .click()
        await waitForPath(page, '/cart')
        await expect(page.getByText('7-day return policy').first()).toBeVisible()
      })

      await test.step('signs in on the way to the checkout', async () => {
        const proceed = page
          .getByRole('link', { name: 'Proceed to Checkout' })
          .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
        await proceed.click()
        await waitForPath(page, '/login')
        await waitForHydration(page)
        const signIn = page
          .getByRole('link', { name: 'Sign In to Shop' })
          .or(page.getByRole('button', { name: 'Sign In to Shop' }))
        await signIn.first().click()
        await enterSignInCode(page, email)
        await waitForPath(page, '/checkout')
        await waitForHydration(page)
      })

      const started = await test.step('gives the address and gets the dialog', async () => {
        await fillCheckout(page, email)
        const payment = await openPaymentDialog(page)
        await expect(page.getByText('UPI Payment Ready').first()).toBeVisible()
        const dialog = page.getByRole('dialog', { name: 'Complete UPI Payment' })
        await expect(dialog.getByText(payment.orderId)).toBeVisible()
        await expect(dialog.getByText(payment.upiId)).toBeVisible()
        await expect(dialog.getByRole('img').first()).toBeVisible()
        for (const app of ['Google Pay', 'PhonePe', 'Paytm', 'BHIM', 'Amazon Pay', 'WhatsApp Pay'])
          await expect(
            dialog.getByRole('button', { name: app }).or(dialog.getByRole('link', { name: app })),
          ).toBeVisible()
        return payment
      })

      await test.step('pays at the bank and sees the order', async () => {
        await payAtTestBank(page, started)
        await expect(page.getByText('Payment Successful!').first()).toBeVisible()
        await waitForPath(page, '/orders')
        await expect(page.getByRole('main').getByText(started.orderId)).toBeVisible()
        await expect(
          page
            .getByRole('main')
            .getByText(/processing/i)
            .first(),
        ).toBeVisible()
        expect(await listCustomerOrders(page)).toMatchObject([
          { orderId: started.orderId, status: 'processing', awaitingPayment: false },
        ])
        await visit(page, '/cart')
        await expect(page.getByText('Your Cart is Empty')).toBeVisible()
      })

      await test.step('the admin ships it', async () => {
        const adminShop = await browser.newPage({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
        await visit(adminShop, '/admin-login')
        await adminShop
          .getByRole('main')
          .getByLabel(/e-?mail/i)
          .fill(ADMIN.email)
        await adminShop
          .getByRole('main')
          .getByLabel(/password/i)
          .fill(ADMIN.password)
        await adminShop.keyboard.press('Enter')
        await waitForPath(adminShop, '/admin')
        // Orders of other journeys can fill the first page of the list.
        await visit(adminShop, `/admin?q=${started.orderId}`)
        const row = adminShop
          .getByRole('row')
          .or(adminShop.getByRole('article'))
          .or(adminShop.getByRole('listitem'))
          .filter({ hasText: started.orderId })
          .last()
        await row.getByRole('combobox').selectOption('shipped')
        await adminShop
          .getByRole('dialog', { name: 'Ship this order?' })
          .getByRole('button', { name: 'Mark shipped' })
          .click()
        await expect(adminShop.getByText('Order Updated').first()).toBeVisible()
        await adminShop.context().close()
      })

      await test.step('and the customer sees it', async () => {
        await visit(page, '/orders')
        await expect(
          page
            .getByRole('main')
            .getByText(/shipped/i)
            .first(),
        ).toBeVisible()
      })
    })
  })
