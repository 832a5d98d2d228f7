import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

const builder = (page: Page) => page.getByRole('form', { name: 'Custom chocolate' })

/** Submits a request while signed in; returns its number. */
async function compose(page: Page, { mobile, email }: { mobile: string; email: string }): Promise<string> {
  await visit(page, '/')
  await page.getByRole('button', { name: "Let's Start Preparing Yours" }).click()
  await builder(page).getByRole('radio', { name: 'Ruby' }).click()
  await builder(page).getByRole('tab', { name: 'Design' }).click()
  await builder(page).getByRole('radio', { name: 'Heart' }).click()
  await builder(page).getByRole('radio', { name: 'Luxury' }).click()
  await builder(page).getByLabel('Mobile number').fill(mobile)
  await builder(page).getByLabel('Email address').fill(email)
  await builder(page).getByRole('button', { name: 'Request My Quotation' }).click()
  const said = builder(page).getByText(/Your number for questions is/)
  await expect(said).toBeVisible()
  const [reference] = /CC-\w{6}/.exec((await said.textContent()) ?? '') ?? []
  if (!reference) throw new Error('The builder names no number.')
  return reference
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('custom requests are listed in My Orders before they are paid', async ({ page, browser, shop }) => {
    const email = createEmail()
    await signIn(page, email)
    await visit(page, '/orders')
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()

    const reference = await compose(page, { mobile: String(9_200_100_000 + (process.pid % 100_000)), email })
    await visit(page, '/orders')
    const card = page.getByRole('article').filter({ hasText: reference })
    await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toHaveCount(0)
    await expect(card.getByText('Quote pending')).toBeVisible()
    await expect(card.getByText('Ruby 70 %, Heart, 1 piece')).toBeVisible()
    await expect(card.getByText(/Contains milk and soya\. May contain/)).toBeVisible()
    await expect(card.getByText(/^Your quotation comes by /)).toBeVisible()
    await expect(card.getByText('Total')).toHaveCount(0)
    await expectAccessible(page, 'own requests')

    const adminContext = await browser.newContext({ baseURL: shop.url })
    const admin = await adminContext.newPage()
    await openAsAdmin(admin, '/admin/custom-orders')
    await admin.getByRole('link', { name: `Price it: ${reference}` }).click()
    await admin.getByLabel('Quoted price').fill('850')
    await admin.getByLabel('Notes').fill('With rose petals on top.')
    await admin.getByRole('button', { name: 'Send Quote' }).click()
    await expect(admin.getByText('Quotation has been sent successfully').first()).toBeVisible()
    await adminContext.close()

    await page.reload()
    await expect(card.getByText('Quoted', { exact: true })).toBeVisible()
    await expect(card.getByText('₹1,000.00')).toBeVisible()
    await expect(card.getByText('With rose petals on top.')).toBeVisible()
    await expectAccessible(page, 'an own request with its quotation')
    await card.getByRole('link', { name: `See Quotation ${reference}` }).click()
    await waitForPath(page, '/checkout')
    await expect(page.getByRole('heading', { name: 'Your Quotation' })).toBeVisible()
    await expect(page.getByText('₹1,000.00').first()).toBeVisible()

    const strangers = await browser.newContext({ baseURL: shop.url })
    const stranger = await strangers.newPage()
    await signIn(stranger, createEmail())
    await visit(stranger, '/orders')
    await expect(stranger.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible()
    await strangers.close()
  })
})
