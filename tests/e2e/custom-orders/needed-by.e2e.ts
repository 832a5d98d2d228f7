import { expect, type Page } from '@playwright/test'
import { formatDay, shopDay } from '#src/core/dates.ts'
import { addDays } from '#src/core/delivery/business-days.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail, fillCheckout } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { openQuotation, payQuotation, readQuoteMail } from '#tests/e2e/quotations.ts'

/** Customer and admin both use a phone. */
test.use({ viewport: { width: 390, height: 844 } })

const builder = (page: Page) => page.getByRole('form', { name: 'Custom chocolate' })
const neededBy = (page: Page) => builder(page).getByLabel('Needed by')
const openTab = (page: Page, name: string) => builder(page).getByRole('tab', { name }).click()

async function compose(page: Page, email: string) {
  await visit(page, '/')
  await page.getByRole('button', { name: "Let's Start Preparing Yours" }).click()
  await builder(page).getByRole('radio', { name: 'Ruby' }).click()
  await openTab(page, 'Design')
  await builder(page).getByRole('radio', { name: 'Heart' }).click()
  await builder(page).getByRole('radio', { name: 'Luxury' }).click()
  await builder(page)
    .getByLabel('Mobile number')
    .fill(String(9_300_100_000 + (process.pid % 1000)))
  await builder(page).getByLabel('Email address').fill(email)
}

test('a chocolate that is needed by a day is requested, priced and paid, and its hours are planned', async ({
  page,
  browser,
  shop,
}) => {
  const email = createEmail()
  const [tomorrow, later] = [addDays(shopDay(new Date()), 1), addDays(shopDay(new Date()), 40)]
  const adminContext = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const admin = await adminContext.newPage()
  let [reference, readyOn] = ['', '']

  await test.step('the builder says at once which day it cannot keep, and can be sent all the same', async () => {
    await compose(page, email)
    await openTab(page, 'Details')
    const wish = builder(page).getByRole('tabpanel', { name: 'Details' })
    await neededBy(page).fill(later)
    await expect(wish).toContainText('We can do that. It can be ready on')
    await neededBy(page).fill(tomorrow)
    await expect(wish).toContainText(`We cannot have it ready by ${formatDay(tomorrow)}. The nearest day is`)
    await expect(wish).toContainText('You can still send your request')
    await expectAccessible(page, 'the wish')
    await neededBy(page).fill('2026-01-05')
    await expect(neededBy(page)).toHaveAccessibleDescription('Please choose a day from tomorrow on.')
    await neededBy(page).fill(tomorrow)
    await expect(
      builder(page)
        .getByRole('definition')
        .filter({ hasText: formatDay(tomorrow) }),
    ).toBeVisible()
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/custom-orders'))
    await builder(page).getByRole('button', { name: 'Request My Quotation' }).click()
    reference = (await (await answer).json()).reference
    await expect(builder(page).getByText('We have your composition')).toBeVisible()
  })

  await test.step('the admin sees the day, plans the hours, and reads what cannot be kept', async () => {
    await openAsAdmin(admin, '/admin/custom-orders')
    await expect(admin.getByText(`Needed by ${formatDay(tomorrow)}`).first()).toBeVisible()
    await admin.getByRole('link', { name: `Price it: ${reference}` }).click()
    await expect(admin.getByText(`The customer needs it by ${formatDay(tomorrow)}.`, { exact: false })).toBeVisible()
    readyOn = await admin.getByLabel('Ready on').inputValue()
    await admin.getByLabel('Quoted price').fill('1850')
    await admin.getByLabel('Hours of work').fill('many')
    await expect(admin.getByRole('button', { name: 'Send Quote' })).toBeDisabled()
    await admin.getByLabel('Hours of work').fill('1.5')
    await expectAccessible(admin, 'the quote form')
    await admin.getByRole('button', { name: 'Send Quote' }).click()
    await expect(admin.getByText('Quotation has been sent successfully').first()).toBeVisible()
  })

  await test.step('the mail and the page say plainly that the day cannot be kept', async () => {
    const plain = `You need it by ${formatDay(tomorrow)}. The earliest we can have it ready is ${formatDay(readyOn)}.`
    const mail = await readQuoteMail(page, email)
    expect(mail.text).toContain(plain)
    await openQuotation(page, mail.link, email)
    await expect(page.getByText(plain)).toBeVisible()
    await expect(page.getByText(`Ready on ${formatDay(readyOn)} if you pay now`)).toBeVisible()
    await expect(page.getByText('Your PIN code decides when it arrives.')).toBeVisible()
    await expectAccessible(page, 'the quotation')
  })

  await test.step('the customer pays, and the month of dispatch shows the hours', async () => {
    await fillCheckout(page, email)
    await expect(page.getByText(`Ready on ${formatDay(readyOn)} if you pay now.`)).toBeVisible()
    const { sent } = await payQuotation(page)
    expect(sent.shipOn >= readyOn).toBe(true)
    await expect(page.getByText(`Custom chocolate ${reference}`, { exact: false }).first()).toBeVisible()
    await openAsAdmin(admin, `/admin?view=dispatch&from=${readyOn.slice(0, 7)}&id=${readyOn}`)
    const day = admin.getByRole('region', { name: `Parcels of ${formatDay(readyOn)}` })
    await expect(day.getByRole('listitem').filter({ hasText: `1.5 h for Custom chocolate ${reference}` })).toBeVisible()
    await expectAccessible(admin, 'the day of dispatch')
  })
  await adminContext.close()
})
