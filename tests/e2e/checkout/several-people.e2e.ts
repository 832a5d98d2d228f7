import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { listProductsOnSale, openPaymentDialog, payAtTestBank } from '#tests/e2e/customer.ts'
import { test, waitForPath } from '#tests/e2e/fixtures.ts'
import { expectNoSidewaysScroll, openCheckoutForSeveral } from '#tests/e2e/several-people.ts'

const main = (page: Page) => page.getByRole('main')
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' })
const dialog = (page: Page) => page.getByRole('dialog')
const list = (page: Page) => main(page).getByRole('list', { name: 'People' })

const HEADING = ['Name', 'Mobile', 'Address', 'Town', 'PIN', 'Message', 'Team'].join('\t')
const PLACES = [
  ['Hyderabad', '500034'],
  ['Bengaluru', '560001'],
  ['Chennai', '600028'],
  ['Delhi', '110001'],
] as const
/** As cells that were copied from a spreadsheet. */
const person = (nth: number) => {
  const [city, pincode] = PLACES[nth % 4] ?? PLACES[0]
  return [`Friend ${nth} Rao`, `98765 ${10_000 + nth}`, `${nth} Lake View Road`, city, pincode, '', 'Sales'].join('\t')
}
const table = (...rows: string[]) => [HEADING, ...rows].join('\n')

async function readTable(page: Page, cells: string) {
  await main(page).getByRole('button', { name: 'From a Spreadsheet' }).click()
  await dialog(page).getByLabel('Or copy the cells').fill(cells)
  await dialog(page).getByRole('button', { name: 'Check the Table' }).click()
}

for (const [width, nth] of [
  [390, 0],
  [1440, 1],
] as const)
  test(`forty parcels from a spreadsheet, paid once, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openCheckoutForSeveral(page, nth)
    const started: string[] = []
    page.on('request', (request) => request.url().endsWith('/initiate') && started.push(request.url()))

    await test.step('has a dry run that lists what is wrong', async () => {
      const wrong = ['Meera', '+1 415 555 0100', '12 Road', 'Chennai', '100001', 'Hi', 'Sales'].join('\t')
      await readTable(page, table(...Array.from({ length: 39 }, (_, at) => person(at)), wrong))
      await expect(dialog(page).getByText('39 people can be added, 1 row needs a change.')).toBeVisible()
      await expect(dialog(page).getByText('We read nothing from the column Team.')).toBeVisible()
      await expect(dialog(page).getByText('PIN code: There is no PIN code 100001.')).toBeVisible()
      await expectAccessible(page, 'the dry run of a table')
      await expectNoSidewaysScroll(page)
    })

    await test.step('takes the right rows, and the wrong one once it is corrected', async () => {
      await dialog(page).getByRole('button', { name: 'Add 39 People' }).click()
      await expect(dialog(page).getByText('39 people were added, 1 row needs a change.')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Correct row 41' }).click()
      await dialog(page).getByLabel('Last Name').fill('Iyer')
      await dialog(page).getByLabel('Mobile Number').fill('98765 43210')
      await dialog(page).getByLabel('Pincode').fill('600028')
      await dialog(page).getByLabel('State').selectOption('Kerala')
      await dialog(page).getByRole('button', { name: 'Check Row 41' }).click()
      await dialog(page).getByLabel('The PIN code and the state are correct').check()
      await dialog(page).getByLabel('State', { exact: true }).selectOption('Tamil Nadu')
      await dialog(page).getByRole('button', { name: 'Check Row 41' }).click()
      await dialog(page).getByRole('button', { name: 'Add 1 Person' }).click()
      await expect(dialog(page)).toBeHidden()
      await expect(main(page).getByText('40 people on your list')).toBeVisible()
    })

    await test.step('writes each card with its name', async () => {
      await main(page).getByLabel('Message on the card').fill('Dear {name},\nthank you!')
      await main(page).getByLabel('From (optional)').fill('Asha')
      await expect(main(page).getByRole('figure', { name: 'The card in the box' })).toContainText('Dear Friend 0,')
      await main(page).getByLabel('Message on the card').fill('Dear {company},')
      await expect(main(page).getByText('39 people need a change.')).toBeVisible()
      await main(page).getByLabel('Message on the card').fill('Dear {name},\nthank you!')
      await expect(main(page).getByText('39 people need a change.')).toBeHidden()
    })

    await test.step('gives one person something else', async () => {
      await list(page).getByRole('button', { name: 'Items for Friend 0 Rao' }).click()
      await dialog(page).getByRole('button', { name: 'Increase quantity' }).click()
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(main(page).getByText('1 person gets something else.').locator('visible=true').first()).toBeVisible()
      await expect(list(page).getByText('Gets 2 ×')).toBeVisible()
    })

    await test.step('saves the people who fit, if that is ticked', async () => {
      const save = main(page).getByLabel('Save these people')
      await expect(save).not.toBeChecked()
      await expect(save).toHaveAccessibleDescription(/: the first 9 of these 40 fit\.$/)
      await save.check()
    })

    const payment = await test.step('survives a reload, and is paid once', async () => {
      await page.reload()
      await expect(main(page).getByText('40 people on your list')).toBeVisible()
      await expect(
        list(page)
          .getByText(/arrives/)
          .first(),
      ).toBeVisible()
      await expect(list(page).getByRole('listitem')).toHaveCount(20)
      await main(page).getByRole('button', { name: 'Show All 40 People' }).click()
      await expect(list(page).getByRole('listitem')).toHaveCount(40)
      if (width < 1000) await summary(page).getByRole('button').click()
      await expect(summary(page).getByText('Total for 40 parcels')).toBeVisible()
      await expectAccessible(page, 'the checkout for several people')
      await expectNoSidewaysScroll(page)
      const shown = await summary(page).getByRole('definition').last().innerText()
      const started = await openPaymentDialog(page)
      await expect(dialog(page).getByText(/40 parcels/)).toHaveText(/^All 40 parcels leave|: the first leaves on /)
      expect(started.amount).toBe(Number(shown.replaceAll(/[^\d.]/g, '')))
      return started
    })
    expect(started).toHaveLength(1)

    await payAtTestBank(page, payment)
    await waitForPath(page, '/orders')

    await test.step('leaves no list behind', async () => {
      expect(await (await page.request.get('/api/addresses')).json()).toHaveLength(10)
      expect(await page.evaluate(() => sessionStorage.getItem('golconda-checkout-people'))).toBeNull()
    })
  })

test('people are added by hand and from saved addresses, changed and removed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await openCheckoutForSeveral(page, 16)
  const saved = {
    ...{ firstName: 'Meera', lastName: 'Iyer', address: '12 Lake View Road', city: 'Chennai' },
    ...{ state: 'Tamil Nadu', pincode: '600028' },
  }
  const origin = new URL(page.url()).origin
  await page.request.post('/api/addresses', {
    data: { label: '', phone: '98765 43210', shippingAddress: saved },
    headers: { origin },
  })
  await page.reload()

  await test.step('by hand, with each fault beside its field', async () => {
    await main(page).getByRole('button', { name: 'Add a Person' }).click()
    await dialog(page).getByRole('button', { name: 'Add Person' }).click()
    await expect(dialog(page).getByLabel('First Name')).toBeFocused()
    await expect(dialog(page).getByText('Please add the PIN code.')).toBeVisible()
    await dialog(page).getByLabel('First Name').fill('Ravi')
    await dialog(page).getByLabel('Last Name').fill('Kumar')
    await dialog(page).getByLabel('Mobile Number').fill('98765 00000')
    await dialog(page).getByLabel('Street Address').fill('7 FC Road')
    await dialog(page).getByLabel('City').fill('Hyderabad')
    await dialog(page).getByLabel('Pincode').fill('500034')
    await expectAccessible(page, 'adding a person')
    await dialog(page).getByRole('button', { name: 'Add Person' }).click()
    await expect(list(page).getByText('Ravi Kumar')).toBeVisible()
  })

  await test.step('not twice', async () => {
    await main(page).getByRole('button', { name: 'From Saved Addresses' }).click()
    await dialog(page).getByLabel('Meera Iyer').check()
    await dialog(page).getByRole('button', { name: 'Add 1 Person' }).click()
    await expect(main(page).getByText('2 people on your list')).toBeVisible()
    await main(page).getByRole('button', { name: 'From Saved Addresses' }).click()
    await expect(dialog(page).getByLabel('Meera Iyer')).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('on a day for one of them, which must be possible', async () => {
    await list(page).getByRole('button', { name: 'Edit Ravi Kumar' }).click()
    await dialog(page).getByLabel('Deliver on (optional)').fill('2020-01-01')
    await dialog(page).getByLabel('Own text for the card (optional)').fill('For {name} only')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(list(page).getByText('Own card: “For {name} only”')).toBeVisible()
    await expect(main(page).getByText('1 person needs a change.')).toBeVisible()
    await main(page).getByRole('button', { name: 'Pay with UPI' }).click()
    await expect(main(page).getByText('One person needs a change, see above.')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  await test.step('and all of them go at once', async () => {
    await list(page).getByRole('button', { name: 'Remove Ravi Kumar' }).click()
    await expect(main(page).getByText('1 person on your list')).toBeVisible()
    await main(page).getByRole('button', { name: 'Remove All' }).click()
    await dialog(page).getByRole('button', { name: 'Keep Them' }).click()
    await main(page).getByRole('button', { name: 'Remove All' }).click()
    await dialog(page).getByRole('button', { name: 'Remove All' }).click()
    await expect(main(page).getByText('Nobody is on your list yet.')).toBeVisible()
    await main(page).getByLabel('Send to several people').uncheck()
    await expect(main(page).getByLabel('This is a gift')).toBeVisible()
    await expect(main(page).getByLabel('Send to several people')).toBeFocused()
  })
})

test('a list above the limit of UPI says how it can be paid, and signing out removes it', async ({ page }) => {
  await openCheckoutForSeveral(page, 17)
  const products = (await listProductsOnSale(page)).filter(({ stock }) => stock >= 4)
  await page.evaluate((goods) => {
    const items = goods.map(({ id, name, price, imageUrl, stock }) => {
      return { productId: id, productName: name, price, imageUrl, quantity: Math.min(10, Math.floor(stock / 2)) }
    })
    localStorage.setItem('golconda-cart', JSON.stringify({ state: { items, sessionId: 'e2e' }, version: 0 }))
  }, products)
  await page.reload()
  await readTable(page, table(person(0), person(1)))
  await dialog(page).getByRole('button', { name: 'Add 2 People' }).click()
  await expect(main(page).getByText(/UPI payments are limited to ₹1,00,000/)).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Ask for a Price' })).toBeVisible()
  await page.getByRole('link', { name: 'Logout' }).click()
  await waitForPath(page, '/')
  expect(await page.evaluate(() => sessionStorage.getItem('golconda-checkout-people'))).toBeNull()
})
