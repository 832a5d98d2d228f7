import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { signInThroughAdminForm } from '#tests/e2e/admin.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({
  viewport: { width: 390, height: 844 },
  // The account lock must not affect other tests.
  variables: { RATE_LIMITS: 'strict' },
})

const main = (page: Page) => page.getByRole('main')

async function fillSignIn(page: Page, password: string) {
  await main(page).getByLabel('Email').fill(ADMIN.email)
  await main(page).getByLabel('Password').fill(password)
  await main(page).getByRole('button', { name: 'Login' }).click()
}

test('the admin switches two-factor on, signs in with a code, and gets in without the phone', async ({
  page,
  browserErrors,
}) => {
  // The dashboard may still be loading when Logout is pressed.
  browserErrors.expect(/401 .*admin.(login|opening)/)
  await signInThroughAdminForm(page)
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  const setUp = page.locator('form').filter({ has: page.getByRole('button', { name: 'Set up codes' }) })
  await setUp.getByLabel('Your password, to set up codes').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Set up codes' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const app = new TOTP({ secret: key.replaceAll(' ', '') })
  await page.getByLabel('The six digits in the app').fill(app.generate())
  await page.getByRole('button', { name: 'Switch codes on' }).click()
  const recoveryCodes = page.getByText(/^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$/)
  await expect(recoveryCodes).toHaveCount(10)
  const recoveryCode = await recoveryCodes.first().innerText()
  await page.getByRole('button', { name: 'I have written them down' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForPath(page, '/admin-login')
  await fillSignIn(page, ADMIN.password)
  await expect(page.getByRole('alert')).toHaveText('Please enter the code that your authenticator app shows.')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  // Each code works once: this half minute's code enabled two-factor, so use the next.
  await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  const figures = page.waitForResponse((response) => response.url().endsWith('/api/dashboard/stats'))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/admin')
  await figures

  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForPath(page, '/admin-login')
  await fillSignIn(page, ADMIN.password)
  await page.getByLabel('Code', { exact: true }).fill(recoveryCode.toLowerCase())
  await page.keyboard.press('Enter')
  await waitForPath(page, '/admin')
})

test('five wrong passwords lock the admin sign-in, even for the right one', async ({ page, browserErrors }) => {
  browserErrors.expect(/4(01|29) .*admin.login/)
  await visit(page, '/admin-login')
  for (let tries = 1; tries <= 5; tries++) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/admin/login'))
    await fillSignIn(page, `guessed ${tries}`)
    expect((await answer).status()).toBe(401)
  }
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password. Please try again.')
  await fillSignIn(page, ADMIN.password)
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please wait a while, then try again.')
})
