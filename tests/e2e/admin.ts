import { expect, type Page, type Response } from '@playwright/test'
import { ADMIN } from '#tests/shop-process.ts'
import { visit, waitForPath } from './fixtures.ts'

/** Signs the maker in by the calls that the form makes, and opens a desk. `url` names a shop other than the journey's. */
export async function openAsAdmin(page: Page, path: string, url = '') {
  // Any answer of the shop gives this window its storage.
  await page.goto(`${url}/favicon.ico`)
  const { origin } = new URL(page.url())
  const signedIn = await page.request.post(`${origin}/api/admin/login`, { headers: { origin }, data: ADMIN })
  expect(signedIn.status(), await signedIn.text()).toBe(200)
  await page.evaluate((email) => {
    localStorage.setItem('admin_authenticated', 'true')
    localStorage.setItem('admin_email', email)
  }, ADMIN.email)
  await visit(page, `${url}${path}`)
}

/** Signs the maker in by hand. */
export async function signInThroughAdminForm(page: Page, url = '') {
  await visit(page, `${url}/admin-login`)
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(ADMIN.email)
  await main.getByLabel('Password').fill(ADMIN.password)
  await main.getByRole('button', { name: 'Login' }).click()
  await waitForPath(page, '/admin')
  // The desk comes a moment after its address.
  await expect(page.getByRole('heading', { name: 'Workshop' })).toBeVisible()
}

/** Goes to a desk by the navigation. */
export async function openAdminPage(page: Page, desk: string) {
  await page.getByRole('navigation', { name: 'Workshop' }).getByRole('link', { name: desk, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: desk })).toBeVisible()
}

/**
 * Does what makes the shop write, and waits for its answer. Where a screen is used twice its notice is no sign of that:
 * it may be the one of the first time, and who leaves then takes the second call along.
 */
export async function waitForWrite(page: Page, act: () => Promise<unknown>): Promise<Response> {
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET')
  await act()
  return answer
}

/** A notice of the desk. */
export const expectToast = (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible()
