import { expect, type Page } from '@playwright/test'
import { expectToast, openAdminPage, signInThroughAdminForm } from '#tests/e2e/admin.ts'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

// A separate shop: its first admin is removed.
test.use({ variables: {} })

const PASSWORD = 'milk-and-quick-27'
const SECOND = 'kiran@golconda.example'

const main = (page: Page) => page.getByRole('main')

/** Reads the link of the newest invitation. */
async function invitationOf(page: Page, email: string): Promise<string> {
  const messages: { subject: string; text: string }[] = await (
    await page.request.get(`/api/demo/messages?to=${encodeURIComponent(email)}`)
  ).json()
  const mail = messages.find(({ subject }) => subject.startsWith('Become an admin'))
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').href
}

test("the header shows 'Delete account' to a customer and not to an admin", async ({ page, browser, shop }) => {
  const phone = { width: 390, height: 844 }
  const deletes = (on: Page) => on.getByRole('button', { name: 'Delete account' })
  async function openMenu(on: Page) {
    await on.setViewportSize(phone)
    await on.getByRole('button', { name: /menu/i }).click()
    await expect(on.getByRole('dialog').getByRole('link', { name: 'Logout' })).toBeVisible()
  }
  const customer = await browser.newPage({ baseURL: shop.url })
  await signIn(customer, createEmail(), '/')
  await expect(deletes(customer)).toBeVisible()
  await openMenu(customer)
  await expect(deletes(customer)).toBeVisible()
  await customer.close()

  await signInThroughAdminForm(page)
  await visit(page, '/')
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
  await expect(deletes(page)).toHaveCount(0)
  await openMenu(page)
  await expect(deletes(page)).toHaveCount(0)
})

test('an admin invites a second one, who signs in and removes the first', async ({
  page,
  browser,
  shop,
  browserErrors,
}) => {
  browserErrors.expect(/401|409/)
  await signInThroughAdminForm(page)
  await openAdminPage(page, 'Security')
  await expect(page.getByText('You are the only admin, so you cannot be removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  const invite = page.locator('form').filter({ has: page.getByRole('button', { name: 'Send invitation' }) })
  await invite.getByLabel('Their e-mail address').fill(SECOND)
  const password = invite.getByLabel('Your password, to invite them')
  await password.fill('guessed')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('That is not your password.')
  await expect(password).toBeFocused()
  await password.fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Invitation Sent')
  await expect(page.getByRole('button', { name: `Cancel the invitation of ${SECOND}` })).toBeVisible()

  const kiran = await browser.newPage({ baseURL: shop.url })
  await kiran.goto(await invitationOf(page, SECOND))
  await kiran.getByLabel('Your name').fill('Kiran Rao')
  await kiran.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await kiran.getByLabel('The same password again').fill('milk-and-quick-28')
  await kiran.keyboard.press('Enter')
  await expect(kiran.getByRole('alert')).toHaveText('The two passwords differ.')
  await kiran.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await kiran.getByLabel('The same password again').fill(PASSWORD)
  await kiran.keyboard.press('Enter')
  await expect(kiran.getByRole('heading', { name: 'You are an admin now' })).toBeVisible()
  await kiran.getByRole('link', { name: 'Sign in' }).click()
  await waitForPath(kiran, '/admin-login')
  await main(kiran).getByLabel('Email').fill(SECOND)
  await main(kiran).getByLabel('Password').fill(PASSWORD)
  await main(kiran).getByRole('button', { name: 'Login' }).click()
  await waitForPath(kiran, '/admin')

  await openAdminPage(kiran, 'Security')
  await kiran.getByRole('button', { name: `Remove ${ADMIN.email}` }).click()
  const removal = kiran.locator('form').filter({ has: kiran.getByRole('button', { name: 'Remove this admin' }) })
  await removal.getByLabel('Your password, to remove this admin').fill(PASSWORD)
  await kiran.keyboard.press('Enter')
  await expectToast(kiran, 'Admin Removed')
  await expect(kiran.getByText('You are the only admin, so you cannot be removed.')).toBeVisible()

  await visit(page, '/admin')
  await waitForPath(page, '/admin-login')
  const again = await page.request.post('/api/admin/login', { headers: { origin: shop.url }, data: ADMIN })
  expect(again.status()).toBe(401)
  await kiran.close()
})
