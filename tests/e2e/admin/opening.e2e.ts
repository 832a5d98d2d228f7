import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, waitForWrite } from '#tests/e2e/admin.ts'
import { test, waitForHydration } from '#tests/e2e/fixtures.ts'
import { signInToLiveShop, startLiveShop } from '#tests/e2e/live-shop.ts'
import { COMPLETE_CONTACT } from '#tests/factories/opening.ts'
import { signRazorpayWebhook } from '#tests/fakes/razorpay.ts'
import { LIVE_ADMIN, LIVE_URL } from '#tests/live-settings.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page) => page.getByRole('region', { name: /^Opening: / })

async function save(page: Page) {
  expect(
    (await waitForWrite(page, () => main(page).getByRole('button', { name: 'Save Settings' }).click())).status(),
  ).toBe(200)
  await expectToast(page, 'Settings Saved')
}

/** Follows a checklist item to its settings section. */
async function goSet(page: Page, item: string) {
  await card(page)
    .getByRole('link', { name: `Set it: ${item}` })
    .click()
  await expect(main(page).getByRole('button', { name: 'Save Settings' })).toBeVisible()
}

async function backToChecklist(page: Page, done: number) {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(card(page).getByRole('heading', { name: `Opening: ${done} of 11` })).toBeVisible()
}

async function fillContact(page: Page, phone: string) {
  const { address, emails, fssai, grievanceOfficer } = COMPLETE_CONTACT
  const field = (name: string, within: Locator = main(page)) => within.getByLabel(name, { exact: true })
  await field('Studio address').fill(address)
  await main(page).getByRole('button', { name: 'Add a number' }).click()
  await field('Number 1').fill(phone)
  await main(page).getByRole('button', { name: 'Add an address' }).click()
  await field('For').fill(emails[0]?.of ?? '')
  const officer = main(page).getByRole('group', { name: 'Grievance officer' })
  await main(page)
    .getByRole('textbox', { name: 'E-mail' })
    .first()
    .fill(emails[0]?.email ?? '')
  await field('FSSAI licence number').fill(fssai)
  await field('Name', officer).fill(grievanceOfficer.name)
  await field('Designation', officer).fill(grievanceOfficer.designation)
  await field('E-mail', officer).fill(grievanceOfficer.email)
  await save(page)
}

/** The preview banner of the server. */
const ribbonOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body, '::before').content)

/** On a phone and a desktop, without a toast. */
async function looksFine(page: Page, what: string) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectAccessible(page, `${what} at ${width} px`)
  }
}

/** The warning disappears without a reload once a webhook of the gateway has arrived. */
async function receivesWebhook(admin: Page, url: string) {
  const warning = main(admin).getByText('No webhook has arrived from the payment gateway yet.')
  await expect(warning).toBeVisible()
  await looksFine(admin, 'webhook warning')
  const webhook = signRazorpayWebhook(JSON.stringify({ event: 'payment.downtime.started' }))
  const answer = await fetch(`${url}/api/payments/webhook/razorpay`, { method: 'POST', ...webhook })
  expect(answer.status).toBe(200)
  await expect(warning).toBeHidden({ timeout: 30_000 })
}

test('an empty live shop opens only after its checklist', async ({ browser }) => {
  test.setTimeout(180_000)
  const live = await startLiveShop()
  const looks = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const
  const [theirs, ours] = [await browser.newContext(looks), await browser.newContext(looks)]
  try {
    await Promise.all([live.serve(theirs), live.serve(ours)])
    const [customer, admin] = [await theirs.newPage(), await ours.newPage()]

    for (const path of ['/products', '/checkout', '/']) {
      expect((await customer.goto(`${LIVE_URL}${path}`))?.status()).toBe(503)
      await expect(customer.getByRole('heading', { name: 'We open soon.' })).toBeVisible()
    }
    await looksFine(customer, 'open-soon')
    expect(live.output()).toContain(`2 of 11 on the checklist at ${LIVE_URL}/admin are done`)

    const signIn = await customer.goto(`${LIVE_URL}/admin-login`)
    expect(signIn?.headers()['cache-control']).toBe('private, no-cache')
    await expect(main(customer).getByRole('button', { name: 'Login' })).toBeVisible()
    for (const part of ['banner', 'contentinfo'] as const) await expect(customer.getByRole(part)).toHaveCount(0)
    await looksFine(customer, 'sign-in')

    await signInToLiveShop(admin)
    await expect(admin.getByRole('banner')).toBeVisible()
    await expect(card(admin).getByRole('heading', { name: 'Opening: 2 of 11' })).toBeVisible()
    await expect(card(admin)).toContainText('No webhook has arrived from the payment gateway yet.')
    await expect(card(admin).getByRole('button', { name: 'Open the shop' })).toBeDisabled()
    await expect(card(admin)).toContainText('9 things are missing.')
    await expect(card(admin)).toContainText('No product is on sale yet.')
    await looksFine(admin, 'checklist')

    await goSet(admin, 'Telephone')
    await fillContact(admin, '0000000000')
    const number = main(admin).getByLabel('Number 1', { exact: true })
    await expect(number).toHaveAccessibleDescription('“0000000000” is not a working telephone number.')
    await backToChecklist(admin, 6)
    await goSet(admin, 'Telephone')
    await number.fill(COMPLETE_CONTACT.phones[0] ?? '')
    await save(admin)
    await expect(number).toHaveAccessibleDescription('')
    await backToChecklist(admin, 7)
    await goSet(admin, 'Legal name')
    await main(admin).getByLabel('Legal name').fill('Golconda Cacao Private Limited')
    await save(admin)
    await backToChecklist(admin, 8)
    await goSet(admin, 'Policies')
    for (const word of await main(admin).getByRole('checkbox').all()) await word.check()
    await looksFine(admin, 'policies-settings')
    await save(admin)
    await backToChecklist(admin, 10)
    await expect(card(admin).getByRole('listitem').filter({ hasText: 'Sending e-mail' })).toContainText(
      'No e-mail has been sent yet. Send yourself a test e-mail.',
    )
    await card(admin).getByRole('link', { name: 'See messages: Sending e-mail' }).click()
    await main(admin).getByRole('button', { name: 'Send a test e-mail' }).click()
    await expectToast(admin, `We are sending it to ${LIVE_ADMIN.email}.`)
    await expect(main(admin).getByText(`E-mail to ${LIVE_ADMIN.email}`)).toBeVisible()
    await looksFine(admin, 'messages')
    await expect.poll(() => live.mail.mails.length).toBe(1)
    await admin.goto(`${LIVE_URL}/admin`)
    await expect(card(admin).getByRole('heading', { name: 'Opening: 11 of 11' })).toBeVisible()

    await admin.goto(`${LIVE_URL}/policies/returns`)
    await waitForHydration(admin)
    expect(await ribbonOf(admin)).toBe('"Closed: only you see this."')
    await looksFine(admin, 'policy')
    expect((await customer.goto(`${LIVE_URL}/policies/returns`))?.status()).toBe(503)
    await expect(customer.getByRole('link', { name: 'hello@golconda-cacao.in' })).toBeVisible()

    await admin.goto(`${LIVE_URL}/admin`)
    await waitForHydration(admin)
    await card(admin).getByRole('button', { name: 'Open the shop' }).click()
    const question = admin.getByRole('dialog', { name: 'Open the shop?' })
    await expect(question).toContainText('No product is on sale yet.')
    await looksFine(admin, 'open-question')
    await question.getByRole('button', { name: 'Open the shop' }).click()
    await expectToast(admin, 'The Shop Is Open')
    await expect(card(admin)).toHaveCount(0)
    expect(await ribbonOf(admin)).toBe('none')
    await receivesWebhook(admin, live.url())

    expect((await customer.goto(`${LIVE_URL}/`))?.status()).toBe(200)
    await expect(customer.getByRole('link', { name: 'Start Your Journey' })).toBeVisible()
    await live.restart()
    expect((await customer.goto(`${LIVE_URL}/products`))?.status()).toBe(200)
    await expect(main(customer).getByText('Nothing is on sale at the moment.')).toBeVisible()
    await looksFine(customer, 'empty-catalog')
    await expect(customer.getByRole('contentinfo')).toContainText('1-2 business days')
    for (const placeholder of ['XXXXX', '1000+', 'golconda.example', 'demonstration', '3-5 business days'])
      await expect(customer.getByText(placeholder)).toHaveCount(0)
    expect(live.output()).not.toMatch(/error/i)
  } finally {
    await Promise.all([theirs.close(), ours.close()])
    await live.end()
  }
})
