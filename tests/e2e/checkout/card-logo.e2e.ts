import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAsAdmin } from '#tests/e2e/admin.ts'
import { decideAtTestBank, openPaymentDialog } from '#tests/e2e/customer.ts'
import { test } from '#tests/e2e/fixtures.ts'
import { expectNoSidewaysScroll, openCheckoutForSeveral } from '#tests/e2e/several-people.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page) => main(page).getByRole('figure', { name: 'The card in the box' })

const PEOPLE = [
  'Name\tMobile\tAddress\tTown\tPIN',
  'Meera Iyer\t98765 43210\t12 Lake View Road\tChennai\t600028',
  'Ravi Kumar\t98765 43211\t7 FC Road\tHyderabad\t500034',
  'Zoya Khan\t98765 43212\t1 Church Street\tBengaluru\t560001',
].join('\n')

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><circle cx="150" cy="150" r="140" fill="#12402f"/><text x="330" y="200" font-size="150" font-family="serif" fill="#12402f">Deccan</text></svg>'
const drawLogo = () => sharp(Buffer.from(SVG)).png().toBuffer()

type UploadedFile = { name?: string; mimeType?: string; buffer: Buffer }

const choose = (page: Page, { name = 'logo.png', mimeType = 'image/png', buffer }: UploadedFile) =>
  main(page).getByLabel('Choose a Logo').setInputFiles({ name, mimeType, buffer })

/** Decoded, not only in the page. */
const widthsOf = (page: Page) =>
  page.locator('img.card-logo').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))

for (const [width, nth] of [
  [390, 19],
  [1440, 20],
] as const)
  test(`the logo of a company is on the card before it is paid, and on each printed one, at ${width} px`, async ({
    page,
    browser,
    shop,
    browserErrors,
  }, { outputDir }) => {
    browserErrors.expect(/ 400 /)
    await page.setViewportSize({ width, height: 900 })
    await openCheckoutForSeveral(page, nth)
    await main(page).getByRole('button', { name: 'From a Spreadsheet' }).click()
    await dialog(page).getByLabel('Or copy the cells').fill(PEOPLE)
    await dialog(page).getByRole('button', { name: 'Check the Table' }).click()
    await dialog(page).getByRole('button', { name: 'Add 3 People' }).click()
    await main(page).getByLabel('Message on the card').fill('Dear {name},\nthank you for a wonderful year!')
    await main(page).getByLabel('From (optional)').fill('Everybody at Deccan')

    await test.step('a file that cannot be printed is refused beside it', async () => {
      await choose(page, { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) })
      await expect(
        main(page)
          .getByRole('alert')
          .getByText(/^We cannot print an SVG/),
      ).toBeVisible()
      await choose(page, { buffer: Buffer.from('no picture') })
      await expect(
        main(page)
          .getByRole('alert')
          .getByText(/^We can print a PNG/),
      ).toBeVisible()
      await choose(page, { buffer: Buffer.alloc(3 * 1024 * 1024) })
      await expect(main(page).getByRole('alert').getByText('Please choose a logo smaller than 2 MB.')).toBeVisible()
    })

    await test.step('the card shows it, also after a reload', async () => {
      await choose(page, { buffer: await drawLogo() })
      await expect(card(page).getByRole('img', { name: 'Your logo' })).toBeVisible()
      await page.reload()
      await expect(card(page).getByRole('img', { name: 'Your logo' })).toBeVisible()
      await expect.poll(() => widthsOf(page)).toEqual([900])
      await card(page).screenshot({ path: `${outputDir}/preview-${width}.png` })
      await expectAccessible(page, 'a card with a logo')
      await expectNoSidewaysScroll(page)
      await main(page).getByRole('button', { name: 'Remove the Logo' }).click()
      await expect(card(page).getByRole('img', { name: 'Your logo' })).toBeHidden()
      await choose(page, { buffer: await drawLogo() })
      await expect(card(page).getByRole('img', { name: 'Your logo' })).toBeVisible()
    })

    const payment = await openPaymentDialog(page)
    await decideAtTestBank(page, payment, 'Pay')

    await test.step('the admin prints it on the card of every parcel', async () => {
      const [order]: Order[] = await (await page.request.get('/api/orders')).json()
      const { parcels }: OrderDetails = await (await page.request.get(`/api/orders/${order?.id}`)).json()
      const admin = await (await browser.newContext({ baseURL: shop.url })).newPage()
      await openAsAdmin(admin, '/admin')
      await admin.goto(`/api/admin/print?kind=cards&ids=${parcels.map(({ id }) => id).join(',')}`)
      await expect.poll(() => widthsOf(admin)).toEqual([900, 900, 900])
      await admin.screenshot({ path: `${outputDir}/printed-${width}.png`, fullPage: true })
      await admin.context().close()
    })
  })
