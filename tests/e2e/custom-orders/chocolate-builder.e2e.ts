import { expect, type Page } from '@playwright/test'
import { CustomOrderReceipt } from '#src/features/custom-orders/custom-orders.contract.ts'
import { createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

const START = "Let's Start Preparing Yours"
const SUBMIT = 'Request My Quotation'

const CONTAINS_NO_NUTS = 'Vegetarian. Contains milk and soya. May contain tree nuts, peanuts and gluten.'

const builder = (page: Page) => page.getByRole('form', { name: 'Custom chocolate' })
const button = (page: Page) => builder(page).getByRole('button', { name: SUBMIT })
const picture = (page: Page) => builder(page).getByRole('img', { name: /^Drawing:/ })

/** As a visitor: no account is needed. */
async function start(page: Page) {
  await visit(page, '/')
  await page.getByRole('button', { name: START }).click()
  await expect(builder(page)).toBeVisible()
}

const openTab = (page: Page, name: string) => builder(page).getByRole('tab', { name }).click()

/** Everything except the contact. */
async function choose(page: Page) {
  await builder(page).getByRole('radio', { name: 'Ruby' }).click()
  await openTab(page, 'Design')
  await builder(page).getByRole('radio', { name: 'Heart' }).click()
  await builder(page).getByRole('radio', { name: 'Luxury' }).click()
}

async function giveContact(page: Page, mobile: string, email = createEmail()) {
  await builder(page).getByLabel('Mobile number').fill(mobile)
  await builder(page).getByLabel('Email address').fill(email)
  return email
}

/** Reads and closes the alerts. */
function alerts(page: Page): string[] {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    return dialog.accept()
  })
  return said
}

/** A phone number that is unique in this run. */
let lastMobile = 9_000_100_000 + (process.pid % 1000) * 1000
const aMobile = () => String(++lastMobile)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a visitor composes a chocolate, sends the request, and gets a mail', async ({ page }) => {
    const mobile = aMobile()

    await test.step('starts with a button only', async () => {
      await signIn(page, createEmail(), '/')
      await expect(page.getByRole('tab')).toHaveCount(0)
      await page.getByRole('button', { name: START }).click()
      await expect(page.getByRole('button', { name: START })).toHaveCount(0)
      await expect(builder(page).getByRole('tab')).toHaveText(['Flavor', 'Ingredients', 'Design', 'Details'])
      await expect(builder(page).getByRole('tab', { name: 'Flavor' })).toHaveAttribute('aria-selected', 'true')
      await expect(button(page)).toBeDisabled()
      await expect(builder(page).getByText('Estimated crafting time: 2-3 business days')).toBeVisible()
      await expect(
        builder(page)
          .getByText(/detailed quotation with pricing and delivery timeline within 30 minutes by SMS and e-mail/)
          .last(),
      ).toBeVisible()
    })

    await test.step('chooses, and watches the drawing', async () => {
      await expect(builder(page).getByRole('radio')).toHaveCount(10)
      await builder(page).getByRole('radio', { name: 'Ruby' }).click()
      await builder(page)
        .getByRole('button', { name: /^Balanced/ })
        .click()
      await expect(builder(page).getByRole('slider', { name: 'Strength' })).toHaveValue('50')
      await openTab(page, 'Ingredients')
      await expect(builder(page).getByRole('checkbox')).toHaveCount(12)
      await builder(page).getByRole('checkbox', { name: 'Rose' }).click()
      await builder(page).getByRole('checkbox', { name: 'Chili' }).click()
      await builder(page).getByRole('checkbox', { name: 'Gold Flakes' }).click()
      await builder(page).getByRole('checkbox', { name: 'Chili' }).click()
      await builder(page).getByRole('button', { name: 'Next: Design' }).click()
      await expect(builder(page).getByRole('radio')).toHaveCount(15)
      await builder(page).getByRole('radio', { name: 'Heart' }).click()
      await builder(page).getByRole('radio', { name: 'Luxury' }).click()
      await expect(picture(page)).toHaveAccessibleName(
        'Drawing: Ruby chocolate, 50 %, as Heart, with Rose, Gold Flakes, in Luxury packaging',
      )
      await openTab(page, 'Details')
      await builder(page).getByLabel('Name of your chocolate').fill('Noor')
      await expect(builder(page).getByLabel('Occasion').getByRole('option')).toHaveCount(9)
      await builder(page).getByLabel('Occasion').selectOption('Anniversary')
      await builder(page).getByLabel('Message').fill('To thirty years.')
    })

    await test.step('sees the selection and what it usually costs', async () => {
      for (const chosen of ['Noor', 'Ruby', '50 % · Balanced', 'Rose, Gold Flakes', 'Luxury', 'Anniversary'])
        await expect(builder(page).getByRole('definition').filter({ hasText: chosen }).first()).toBeVisible()
      await builder(page).getByRole('button', { name: 'Increase quantity' }).click()
      await expect(builder(page).getByText('Usual price for 2')).toBeVisible()
      await expect(builder(page).getByText('₹1,640 – ₹2,100')).toBeVisible()
      await expect(builder(page).getByText('Our quotation sets the price.')).toBeVisible()
      await expect(builder(page).getByText(CONTAINS_NO_NUTS)).toBeVisible()
    })

    const { email, receipt } = await test.step('sends it and watches the crafting', async () => {
      const email = await giveContact(page, mobile)
      await expect(button(page)).toBeEnabled()
      const answer = page.waitForResponse((response) => response.url().endsWith('/api/custom-orders'))
      const pressedAt = Date.now()
      await button(page).click()
      await expect(builder(page).getByText('Crafting your chocolate...')).toBeVisible()
      const receipt = CustomOrderReceipt.parse(await (await answer).json())
      await expect(builder(page).getByRole('status')).toContainText(receipt.reference)
      expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(3000)
      await expect(builder(page).getByText('Crafting your chocolate...')).toHaveCount(0)
      await expect(builder(page).getByText('Estimated crafting time')).toHaveCount(0)
      return { email, receipt }
    })

    await test.step('finds the messages in the mailbox', async () => {
      await page.goto(`/api/demo/mailbox?to=${encodeURIComponent(email)}`)
      await expect(page.getByRole('heading', { name: receipt.reference })).toBeVisible()
      await expect(page.getByText('Strength: 50 % (Balanced)')).toBeVisible()
      await expect(page.getByText(CONTAINS_NO_NUTS)).toBeVisible()
      await page.goto(`/api/demo/mailbox?to=${encodeURIComponent(`+91${mobile}`)}`)
      await expect(page.getByText(receipt.reference)).toBeVisible()
    })
  })
})

test('the button waits for flavor, shape, packaging, mobile and e-mail; Enter says what is missing', async ({
  page,
}) => {
  await start(page)
  const said = alerts(page)
  await expect(builder(page).getByLabel('Mobile number')).toHaveAttribute('type', 'tel')
  await expect(builder(page).getByLabel('Email address')).toHaveAttribute('type', 'email')
  await giveContact(page, '', 'asha@golconda.example')
  await builder(page).getByLabel('Email address').press('Enter')
  await expect.poll(() => said).toEqual(['Please provide your mobile number and email address.'])
  await giveContact(page, '98765 43210', 'asha@golconda.example')
  await expect(button(page)).toBeDisabled()
  await builder(page).getByLabel('Mobile number').press('Enter')
  await expect.poll(() => said[1]).toBe('Please complete all required fields: flavor, shape, and packaging.')
  await choose(page)
  await expect(button(page)).toBeEnabled()
})

test('a request that the server refuses stays in the builder, with an error', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 400 |503/)
  await start(page)
  const said = alerts(page)
  await choose(page)
  await giveContact(page, '12345')
  await button(page).click()
  await expect(builder(page).getByText('Please enter an Indian mobile number with 10 digits.')).toBeVisible()
  expect(said).toEqual(['There was an error submitting your order. Please try again.'])
  await expect(builder(page).getByLabel('Mobile number')).toHaveValue('12345')
  await expect(builder(page).getByLabel('Mobile number')).toHaveAttribute('aria-invalid', 'true')

  await page.route('**/api/custom-orders', (route) => route.fulfill({ status: 503, body: '{"message":"Not now."}' }))
  await builder(page).getByLabel('Mobile number').fill(aMobile())
  await button(page).click()
  await expect.poll(() => said[1]).toBe('There was an error submitting your order. Please try again.')
  await expect(builder(page).getByText('Estimated crafting time')).toBeVisible()
  await expect(builder(page).getByRole('radio', { name: 'Heart' })).toBeChecked()
  await expect(button(page)).toBeEnabled()

  await page.unroute('**/api/custom-orders')
  await button(page).click()
  await expect(builder(page).getByText('We have your composition')).toBeVisible()
  await builder(page).getByRole('button', { name: 'Compose Another' }).click()
  await expect(picture(page)).toHaveAccessibleName('Drawing: Plan of a chocolate')
})

test('on a wide screen the builder says what the chocolate contains with each choice', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await start(page)
  await expect(builder(page).getByText(/^Vegetarian/)).toHaveCount(0)
  await builder(page).getByRole('radio', { name: 'Milk' }).click()
  await expect(builder(page).getByText(CONTAINS_NO_NUTS)).toBeVisible()
  await openTab(page, 'Ingredients')
  await builder(page).getByRole('checkbox', { name: 'Nuts' }).click()
  const withNuts = 'Vegetarian. Contains milk, soya and tree nuts. May contain peanuts and gluten.'
  await expect(builder(page).getByText(withNuts)).toBeVisible()
})

test('the builder works by keyboard', async ({ page }) => {
  await visit(page, '/')
  const opener = page.getByRole('button', { name: START })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(builder(page).getByRole('tab', { name: 'Flavor' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(builder(page).getByRole('radio', { name: 'Milk' })).toBeChecked()
  const slider = builder(page).getByRole('slider', { name: 'Strength' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '71 percent, Rich')
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '30 percent, Mild')
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '95 percent, Intense')
  await builder(page).getByRole('tab', { name: 'Flavor' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(builder(page).getByRole('tab', { name: 'Ingredients' })).toHaveAttribute('aria-selected', 'true')
  await builder(page).getByRole('checkbox', { name: 'Nuts' }).focus()
  await page.keyboard.press('Space')
  await expect(picture(page)).toHaveAccessibleName('Drawing: Milk chocolate, 95 %, with Nuts')
})
