import { expect, type Page } from '@playwright/test'
import { openPaymentDialog } from '#tests/e2e/customer.ts'
import { test } from '#tests/e2e/fixtures.ts'
import { expectNoSidewaysScroll, openCheckoutForSeveral } from '#tests/e2e/several-people.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const list = (page: Page) => main(page).getByRole('list', { name: 'People' })

/** As Excel saves CSV on Windows in India: a named separator, windows-1252, a cell with a comma. */
const FILE = [
  'sep=;',
  'First name;Last name;Phone;Address;City;State;PIN code;Card',
  'Zoé;Iyer;98765 43210;"12, Lake View Road";Chennai;Tamil Nadu;600028;Dear Zoé',
  'Ravi;Kumar;+91-98765-43211;7 FC Road;Pune;Maharashtra;411004;',
  'Asha;;98765;1 Hill Road;Shillong;Meghalaya;793001;',
].join('\r\n')

const chooseFile = (page: Page, name: string, buffer: Buffer) =>
  dialog(page).getByLabel('Choose a CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })

test('people come from a CSV file, and a promo code that is not valid does not stop their payment', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ 400 /)
  await page.setViewportSize({ width: 390, height: 844 })
  await openCheckoutForSeveral(page, 18)
  await page.evaluate(() => {
    localStorage.setItem('golconda-promo', JSON.stringify({ state: { code: 'NOSUCHCODE' }, version: 0 }))
  })
  await page.reload()
  await main(page).getByRole('button', { name: 'From a Spreadsheet' }).click()

  await test.step('a workbook is refused in words', async () => {
    await chooseFile(page, 'people.xlsx', Buffer.from('PK\u0003\u0004'))
    await expect(dialog(page).getByText(/This is a workbook\. Please save it as "CSV UTF-8"/)).toBeVisible()
  })

  await test.step('the file is read, and its wrong row can wait', async () => {
    await chooseFile(page, 'people.csv', Buffer.from(FILE, 'latin1'))
    await expect(dialog(page).getByText('2 people can be added, 1 row needs a change.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Add 2 People' }).click()
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(list(page).getByText('Zoé Iyer')).toBeVisible()
    await expect(list(page).getByText('Own card: “Dear Zoé”')).toBeVisible()
  })

  await test.step('the code is left out, and both people go into the address book', async () => {
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await summary.getByRole('button').click()
    await expect(summary.getByText(/NOSUCHCODE/)).toBeVisible()
    await expect(summary.getByText('Total for 2 parcels')).toBeVisible()
    // Until the dates are there, what is below them moves.
    await expect(list(page).getByText(/arrives between/)).toHaveCount(2)
    await main(page).getByLabel('Save these people').check()
    await expectNoSidewaysScroll(page)
    await openPaymentDialog(page)
    await expect(dialog(page).getByText(/^All 2 parcels leave on /)).toBeVisible()
    expect(await (await page.request.get('/api/addresses')).json()).toHaveLength(3)
  })
})
