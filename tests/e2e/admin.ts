import { type Browser, expect, type Page, type Response } from '@playwright/test'
import { ADMIN } from '#tests/shop-process.ts'
import { visit, waitForPath } from './fixtures.ts'

/** Signs in through the API and opens an admin page. `url` names another shop than the test's own. */
export async function openAsAdmin(page: Page, path: string, url = '') {
  // Any page of the shop makes its storage available.
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

export async function signInThroughAdminForm(page: Page, url = '') {
  await visit(page, `${url}/admin-login`)
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(ADMIN.email)
  await main.getByLabel('Password').fill(ADMIN.password)
  await main.getByRole('button', { name: 'Login' }).click()
  await waitForPath(page, '/admin')
  // The page renders shortly after its address changes.
  await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible()
}

export async function openAdminPage(page: Page, title: string) {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/**
 * Triggers a write and waits for its response. A toast is no proof: it may be an earlier one, and leaving the page
 * cancels the call.
 */
export async function waitForWrite(page: Page, act: () => Promise<unknown>): Promise<Response> {
  const answer = page.waitForResponse((response) => response.request().method() !== 'GET')
  await act()
  return answer
}

export const expectToast = (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible()

/** Merges these changes into sections of the settings. */
export async function changeSettings(browser: Browser, url: string, sections: Record<string, object>) {
  const admin = await browser.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  expect((await admin.request.post('/api/admin/login', { data: ADMIN })).status()).toBe(200)
  for (const [name, change] of Object.entries(sections)) {
    const path = `/api/admin/settings/${name}`
    const before = await (await admin.request.get(path)).json()
    const saved = await admin.request.put(path, { data: { ...before, value: { ...before.value, ...change } } })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await admin.close()
}
