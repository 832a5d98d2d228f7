import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAsAdmin, waitForWrite } from '#tests/e2e/admin.ts'
import { fillCart, findProductOnSale, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

// A phone's screen with three pixels per CSS pixel, as a photo of a small label has.
test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

// These settings must not affect other tests.
test.use({ variables: {} })

const main = (page: Page) => page.getByRole('main')
const footer = (page: Page) => page.getByRole('contentinfo')

async function save(page: Page) {
  const button = main(page).getByRole('button', { name: 'Save Settings' })
  expect((await waitForWrite(page, () => button.click())).status()).toBe(200)
  await expectToast(page, 'Settings Saved')
}

test('studio hours and a link that the admin sets are on the contact page and in the footer', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 /)
  await openAsAdmin(page, '/admin?view=settings&id=hours')
  await expectAccessible(page, 'the studio hours')
  await main(page).getByLabel('Sunday', { exact: true }).uncheck()
  await main(page).getByLabel('Saturday closes').fill('20:30')
  await save(page)

  await main(page).getByRole('link', { name: 'Social links' }).click()
  await main(page).getByLabel('Instagram').fill('http://instagram.com/golconda')
  await main(page).getByRole('button', { name: 'Save Settings' }).click()
  await expect(main(page).getByText('This must be an address that begins with https://.')).toBeVisible()
  await main(page).getByLabel('Instagram').fill('https://www.instagram.com/golconda')
  await save(page)
  await expect(footer(page).getByRole('link', { name: 'Instagram' })).toBeVisible()

  await visit(page, '/contact')
  const hours = main(page).getByRole('region', { name: 'Studio Hours' })
  for (const days of ['Mon-Fri 9:00 AM-7:00 PM', 'Sat 10:00 AM-8:30 PM', 'Sun closed']) {
    await expect(hours.getByText(days)).toBeVisible()
    await expect(footer(page).getByText(days)).toBeVisible()
  }
  await expect(footer(page).getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://www.instagram.com/golconda',
  )
})

test('shipping and a claim that the admin changes are shown in the cart and on the about page', async ({ page }) => {
  await openAsAdmin(page, '/admin?view=settings&id=shipping')
  await main(page).getByLabel('Free from a subtotal of (₹)').fill('5000')
  await main(page).getByLabel('Otherwise (₹)').fill('99.50')
  await save(page)
  await main(page).getByRole('link', { name: 'Claims' }).click()
  await expectAccessible(page, 'the claims')
  await main(page).getByRole('group', { name: '1000+ happy customers' }).getByLabel('Shown to visitors').uncheck()
  await save(page)

  await visit(page, '/about')
  await expect(page.getByText('12+').first()).toBeVisible()
  await expect(page.getByText('1000+')).toHaveCount(0)
  await expect(footer(page).getByText('Free shipping over ₹5,000')).toBeVisible()
  await fillCart(page, await findProductOnSale(page))
  await visit(page, '/cart')
  const summary = page.getByRole('region', { name: 'Order Summary' })
  await expect(summary.getByText('₹99.50', { exact: true })).toBeVisible()
  await expect(summary.getByText(/Add ₹[\d,.]+ more for FREE shipping!/)).toBeVisible()
})

test('two admins who change the same section are told about each other', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 409 /)
  await openAsAdmin(page, '/admin?view=settings&id=contact')
  await expectAccessible(page, 'the contact settings')
  const { origin } = new URL(page.url())
  const { version, value } = await (await page.request.get('/api/admin/settings/contact')).json()
  const theirs = { version, value: { ...value, address: 'Banjara Hills, Hyderabad' } }
  await page.request.put('/api/admin/settings/contact', { headers: { origin }, data: theirs })

  const licence = main(page).getByLabel('FSSAI licence number')
  const licenceHint = main(page).getByText('This does not look like an FSSAI number', { exact: false })
  await licence.fill('98765432101234')
  await expect(licenceHint).toBeVisible()
  await licence.fill('13625011000457')
  await expect(licenceHint).toBeHidden()

  await main(page).getByLabel('Studio address').fill('Jubilee Hills, Hyderabad')
  await main(page).getByRole('button', { name: 'Save Settings' }).click()
  await expect(main(page).getByRole('alert')).toContainText('Someone else has just changed this.')
  await main(page).getByRole('button', { name: 'Show the latest version' }).click()
  await expect(main(page).getByLabel('Studio address')).toHaveValue('Banjara Hills, Hyderabad')
})

test('a promotion that the admin creates works in a cart until it ends', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 400 /)
  await openAsAdmin(page, '/admin?view=promotions')
  await expectAccessible(page, 'the promotions')
  await main(page).getByRole('button', { name: 'New promotion' }).click()
  const dialog = page.getByRole('dialog', { name: 'New promotion' })
  await dialog.getByLabel('Code').fill('ugadi 25')
  await dialog.getByLabel('Per cent').fill('95')
  await expectAccessible(page, 'the form of a promotion')
  await dialog.getByRole('button', { name: 'Save Promotion' }).click()
  await expect(dialog.getByText('At most 90 %: something must be left to pay.')).toBeVisible()
  await dialog.getByLabel('Per cent').fill('25')
  await dialog.getByRole('button', { name: 'Save Promotion' }).click()
  await expectToast(page, 'Promotion Saved')
  await expect(main(page).getByRole('listitem').filter({ hasText: 'UGADI25' })).toContainText('Used 0 times')

  await signIn(page, 'ugadi@golconda.example')
  await fillCart(page, await findProductOnSale(page))
  await visit(page, '/cart')
  await page.getByLabel('Promo Code').fill('Ugadi25')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('region', { name: 'Order Summary' }).getByText('Discount (UGADI25)')).toBeVisible()

  await openAsAdmin(page, '/admin?view=promotions')
  page.once('dialog', (question) => question.accept())
  await main(page).getByRole('button', { name: 'Delete UGADI25' }).click()
  await expect(main(page).getByText('UGADI25')).toHaveCount(0)
})

test('a batch is copied from another, printed, published, and traced by its label', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 /)
  await openAsAdmin(page, '/admin?view=batches')
  await expectAccessible(page, 'the batches')
  await main(page).getByRole('button', { name: 'New batch' }).click()
  const dialog = page.getByRole('dialog', { name: 'New batch' })
  await dialog.getByLabel('Batch ID').fill('gc-2027-001')
  await dialog.getByLabel('Ingredient').fill('Forastero beans')
  await dialog.getByLabel('Begins').selectOption({ label: 'Like GC-2026-114, Trinitario cocoa beans' })
  await dialog.getByRole('button', { name: 'Create Batch' }).click()
  await expect(main(page).getByRole('heading', { name: 'GC-2027-001' })).toBeVisible()
  await expectAccessible(page, 'a batch')

  const stage = main(page).locator('details').filter({ hasText: 'Farm Harvest' })
  await stage.locator('summary').click()
  await stage.getByLabel('Status').selectOption('completed')
  await stage.getByLabel('Date').fill('2027-01-11')
  await main(page).getByLabel('Published: customers can see this batch').check()
  await main(page).getByRole('button', { name: 'Save Batch' }).click()
  await expectToast(page, 'Batch Saved')

  await main(page).getByRole('spinbutton', { name: 'Labels' }).fill('2')
  const opened = context.waitForEvent('page')
  await main(page).getByRole('button', { name: 'Print labels' }).click()
  const sheet = await opened
  const label = sheet.getByRole('article').first()
  await expect(label).toContainText('GC-2027-001')
  await expect(sheet.getByRole('article')).toHaveCount(2)
  const photo = await label.screenshot({ scale: 'device' })
  await sheet.close()

  await visit(page, '/traceability')
  await page.getByLabel('Scan from a photo').setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: photo })
  await expect(page).toHaveURL(/batch=GC-2027-001/)
  await expect(page.getByText('1 of 6 stages completed')).toBeVisible()
  await expect(page.getByText('Sample record')).toHaveCount(0)
})

test('the About page shows the founder as the admin describes them', async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await visit(page, '/about')
    const founder = main(page).getByRole('region', { name: 'Ananya Rao' })
    await expect(founder).toContainText('invented for this demonstration')
    await expectAccessible(page, 'the About page with its founder')
  }
  await openAsAdmin(page, '/admin?view=settings&id=founder')
  await main(page).getByLabel('Name').fill('Lakshmi Devi')
  await main(page).getByLabel('In their words').fill('I began with one mould.\n\nI still have it.')
  await save(page)
  await visit(page, '/about')
  const renamed = main(page).getByRole('region', { name: 'Lakshmi Devi' })
  await expect(renamed.getByText('I still have it.')).toBeVisible()
  await expect(page.getByText('Ananya')).toHaveCount(0)
})
