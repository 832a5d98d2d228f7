import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { openAdminPage, openAsAdmin } from '#tests/e2e/admin.ts'
import { test } from '#tests/e2e/fixtures.ts'

/** How many of the mails are not wholly seen. Runs in the page. */
const countCut = (frames: Element[]) =>
  frames.filter((frame) => {
    const mail = frame instanceof HTMLIFrameElement && frame.contentDocument?.documentElement
    return !mail || mail.clientHeight === 0 || mail.scrollHeight > mail.clientHeight
  }).length

for (const width of [390, 1440])
  test(`the admin reads every kind of message before it is sent, at ${width} px`, async ({ page, browserErrors }) => {
    // Of the accessibility check, which tries to run in the mails.
    browserErrors.expect(/Blocked script execution in 'about:srcdoc'/)
    await page.setViewportSize({ width, height: 844 })
    await openAsAdmin(page, '/admin')
    await openAdminPage(page, 'Message Texts')
    const kind = page.getByLabel('Message', { exact: true })
    await expect(kind).toHaveValue('email:order-paid')
    const mail = page.frameLocator('iframe').first()
    await expect(mail.getByRole('heading', { name: 'We received your payment for order' })).toBeVisible()
    // Its own styles work, and nothing of it runs.
    const button = mail.getByRole('link', { name: 'Your order', exact: true })
    await expect(button).toHaveCSS('background-color', 'rgb(39, 20, 15)')
    const frames = page.locator('iframe')
    await expect(frames.first()).toHaveAttribute('sandbox', 'allow-same-origin')
    await expect(page.getByText('Several parcels', { exact: true })).toBeVisible()
    await expect.poll(() => frames.evaluateAll(countCut)).toBe(0)
    await expectAccessible(page, 'the texts of messages')

    await page.getByRole('button', { name: 'On a phone' }).click()
    await expect(frames.first()).toHaveCSS('width', width === 390 ? /^3\d\dpx$/ : '390px')
    await expect.poll(() => frames.evaluateAll(countCut)).toBe(0)
    await page.getByText('Plain text').first().click()
    await expect(page.getByText(/^Thank you, Asha Rao\. We received/).first()).toBeVisible()

    await kind.selectOption('sms:order-paid')
    await expect(page.getByRole('heading', { name: /^SMS of \d+ characters$/ })).toBeVisible()
    await expect(page.getByText('Golconda Cacao: payment of Rs 1,200.50 received')).toBeVisible()
    await expect(frames).toHaveCount(0)
    await page.reload()
    await expect(kind).toHaveValue('sms:order-paid')
  })
