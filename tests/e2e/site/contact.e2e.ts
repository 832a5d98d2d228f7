import { expect, type Page } from '@playwright/test'
import { createEmail } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

const TYPED = {
  'Full Name': 'Asha Rao',
  'Phone Number': '040 2345 6789',
  Subject: 'Forty boxes for a wedding',
  Message: 'We marry in March.\nCan you make forty boxes of rose truffles?',
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label })

async function write(page: Page, email: string) {
  for (const [label, text] of Object.entries(TYPED)) await field(page, label).fill(text)
  await field(page, 'Email Address').fill(email)
}
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })

test('a message gets a number, the sender a mail with it, and the admin the text', async ({ page }) => {
  const email = createEmail()
  await visit(page, '/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Get in Touch' })).toBeVisible()
  await write(page, email)
  await send(page).click()
  const notice = page.getByRole('region', { name: /Notifications/ })
  await expect(notice.getByText('Message Sent!')).toBeVisible()
  await expect(notice.getByText(/within 24 hours/)).toBeVisible()
  const receipt = await page.getByRole('status').filter({ hasText: 'SC-' }).innerText()
  const [ticket = ''] = /SC-\d+/.exec(receipt) ?? []
  for (const label of [...Object.keys(TYPED), 'Email Address']) await expect(field(page, label)).toHaveValue('')

  const mailOf = async (to: string) =>
    (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(to)}`)).json()
  expect((await mailOf(email))[0].subject).toContain(ticket)
  const [toAdmin] = await mailOf(ADMIN.email)
  expect(toAdmin.subject).toBe(`${ticket}: ${TYPED.Subject}`)
  // Typed lines are marked, so that none looks like a line of ours.
  expect(toAdmin.text).toContain(TYPED.Message.replaceAll(/^/gm, '> '))
})

test('a message that could not be sent stays in the form, and can be sent again', async ({ page, browserErrors }) => {
  browserErrors.expect(/503/)
  await visit(page, '/contact')
  await page.route('**/api/contact', (route) => route.fulfill({ status: 503, body: '{"message":"Not now."}' }))
  await write(page, createEmail())
  await send(page).click()
  const notice = page.getByRole('region', { name: /Notifications/ })
  await expect(notice.getByText('Message Not Sent')).toBeVisible()
  await expect(notice.getByText('Your text is still here.')).toBeVisible()
  await expect(page.getByText('Message Sent!')).toHaveCount(0)
  for (const [label, text] of Object.entries(TYPED)) await expect(field(page, label)).toHaveValue(text)
  await page.unroute('**/api/contact')
  await send(page).click()
  await expect(notice.getByText('Message Sent!')).toBeVisible()
})

test('a rejected message shows the reason', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 400 .*api\/contact/)
  await visit(page, '/contact')
  await write(page, createEmail())
  await field(page, 'Phone Number').fill('ring the bell')
  await send(page).click()
  await expect(page.getByText(/^Please enter a valid telephone number\./).first()).toBeVisible()
  await expect(field(page, 'Phone Number')).toBeFocused()
  await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(/Please enter a valid telephone number\./)
  await expect(field(page, 'Phone Number')).toHaveValue('ring the bell')
})

test('the browser checks required fields and the e-mail address', async ({ page }) => {
  await visit(page, '/contact')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await send(page).click()
  await expect(field(page, 'Full Name')).toBeFocused()
  await write(page, 'asha at example')
  await send(page).click()
  await expect(field(page, 'Email Address')).toBeFocused()
  expect(posts).toEqual([])
  const isRequired = (label: string) => field(page, label).evaluate((field) => (field as HTMLInputElement).required)
  expect(await isRequired('Phone Number')).toBe(false)
  for (const label of ['Full Name', 'Email Address', 'Subject', 'Message']) expect(await isRequired(label)).toBe(true)
  await expect(field(page, 'Message')).toHaveAttribute('rows', '6')
})

test('the page shows the address, the hours, and the notice for custom orders', async ({ page }) => {
  await visit(page, '/contact')
  const card = (name: string) => page.getByRole('main').getByRole('region', { name })
  await expect(card('Studio Address')).toContainText('Hyderabad, Telangana, India')
  await expect(card('Phone Numbers')).toContainText('+91 XXXXX XXXXX')
  await expect(card('Email Addresses').getByText(/@golconda\.example$/)).toHaveCount(3)
  for (const hours of ['Mon-Fri 9:00 AM-7:00 PM', 'Sat 10:00 AM-6:00 PM', 'Sun 11:00 AM-4:00 PM'])
    await expect(card('Studio Hours')).toContainText(hours)
  await expect(page.getByRole('complementary', { name: /Custom Orders/ })).toContainText(/at least 7 days in advance/)
})

test('the About page tells the story, and what is stored about a customer', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/about#privacy')
  await expect(page.getByRole('heading', { name: 'What we know, in plain words' })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'After you delete your account' })).toContainText(/tax law/)
  const numbers = page.getByRole('region', { name: 'The house in numbers' })
  for (const claim of ['12+', '50+', '1000+', 'Certified']) await expect(numbers.getByText(claim)).toBeVisible()
  for (const [name, path] of [
    ['Trace your chocolate', '/traceability'],
    ['Get in touch', '/contact'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path)
})

test('the footer leads to the pages about the shop, and no link is dead', async ({ page }) => {
  await visit(page, '/')
  const footer = page.getByRole('contentinfo')
  for (const [name, path] of [
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Ingredient traceability', '/traceability'],
    ['Admin Portal', '/admin-login'],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await expect(footer.getByText('Hyderabad, Telangana, India')).toBeVisible()
  const targets = await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const target of targets) expect(target).toMatch(/^\/[a-z]*/)
  await expect(footer.locator('a[href="#"], a:not([href])')).toHaveCount(0)
})
