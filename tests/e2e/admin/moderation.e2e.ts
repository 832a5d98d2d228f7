import { expect, type Page } from '@playwright/test'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { expectAccessible } from '#tests/e2e/accessibility.ts'
import { expectToast, openAdminPage, openAsAdmin } from '#tests/e2e/admin.ts'
import { createEmail } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { ADMIN } from '#tests/shop-process.ts'

test.use({ viewport: { width: 390, height: 844 } })

const send = async (page: Page, path: string, data: object) => {
  const { origin } = new URL(page.url())
  const response = await page.request.post(path, { headers: { origin }, data })
  expect(response.status()).toBe(201)
  return response.json()
}

const tellStory = (page: Page, title: string, authorEmail?: string) =>
  send(page, '/api/stories', { title, content: `${title}, and how it melted.`, authorName: 'Asha', authorEmail })

const publicTitles = async (page: Page) => {
  const stories: Story[] = await (await page.request.get('/api/stories')).json()
  return stories.map(({ title }) => title)
}

const mailsTo = async (page: Page, to: string): Promise<{ subject: string; text: string }[]> =>
  (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(to)}`)).json()

test('the admin moderates two stories: one is published and its author notified, the other is not', async ({
  page,
}) => {
  const author = createEmail()
  const [good, bad] = [`A square for ${author}`, `Call 9876543210, says ${author}`]
  await visit(page, '/community-stories')
  await tellStory(page, good, author)
  await tellStory(page, bad)
  const before = (await publicTitles(page)).length

  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Moderation')
  const card = (title: string) => page.getByRole('article', { name: title })
  await expect(card(bad).getByText('Phone number')).toBeVisible()
  await expect(card(good).getByText(/gets an e-mail/)).toBeVisible()
  await expectAccessible(page, 'the moderation desk')

  await page.getByRole('button', { name: `Publish: ${good}` }).click()
  await expect(page.getByRole('button', { name: `Undo: ${good}` })).toBeFocused()
  await card(bad).getByRole('button', { name: 'Reject with a reason' }).click()
  await card(bad).getByLabel('Reason').fill('A telephone number')
  await card(bad).getByRole('button', { name: 'Reject with this reason' }).click()
  await expect(page.getByRole('button', { name: `Undo: ${bad}` })).toBeVisible()
  await expect.poll(() => publicTitles(page)).toContain(good)
  expect(await publicTitles(page)).toHaveLength(before + 1)

  await page.getByRole('button', { name: 'Rejected' }).click()
  await expect(card(bad)).toContainText('Rejected because: A telephone number')
  await visit(page, '/community-stories')
  await expect(page.getByRole('heading', { name: good })).toBeVisible()
  await expect(page.getByRole('heading', { name: bad })).toHaveCount(0)
  await expect.poll(async () => (await mailsTo(page, author)).length).toBe(1)
  expect((await mailsTo(page, author))[0]?.text).toContain('/community-stories?story=')
})

test('a decision can be undone for ten seconds', async ({ page }) => {
  await page.clock.install()
  await visit(page, '/community-stories')
  const title = `On second thought, ${createEmail()}`
  await tellStory(page, title)
  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Moderation')
  await page.getByRole('button', { name: `Publish: ${title}` }).click()
  await expect.poll(() => publicTitles(page)).toContain(title)
  await page.getByRole('button', { name: `Undo: ${title}` }).click()
  await expect(page.getByRole('button', { name: `Publish: ${title}` })).toBeVisible()
  expect(await publicTitles(page)).not.toContain(title)

  await page.getByRole('button', { name: `Reject: ${title}` }).click()
  const undo = page.getByRole('button', { name: `Undo: ${title}` })
  await expect(undo).toBeVisible()
  await page.clock.fastForward(10_500)
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Publish: ${title}` })).toHaveCount(0)
})

test('the admin replies to a ticket before its deadline, and its sender gets the mail', async ({ page }) => {
  const email = createEmail()
  await visit(page, '/contact')
  const message = { name: 'Asha Rao', phone: '', email, subject: `Forty boxes for ${email}`, message: 'For a wedding.' }
  const { ticket } = await send(page, '/api/contact', message)

  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Inbox')
  const row = page.getByRole('listitem').filter({ hasText: message.subject }).first()
  await expect(row.getByText(/Reply promised in 23 h/)).toBeVisible()
  await expect(row.getByText(/by law/)).toHaveCount(0)
  await expectAccessible(page, 'the inbox')
  await page.getByRole('searchbox', { name: 'Find a ticket' }).fill(ticket)
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 ticket', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: message.subject }).click()
  await expect(page.getByRole('article', { name: message.subject })).toContainText('For a wedding.')
  await expectAccessible(page, 'a ticket')

  await page.getByLabel('Your reply').fill('Dear Asha,\nforty boxes are possible.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expectToast(page, 'Reply Saved')
  await expect(page.getByText(`Answered by ${ADMIN.email}`)).toBeVisible()
  const [mail] = await mailsTo(page, email)
  expect(mail?.subject).toBe(`Golconda Cacao: our reply to your message ${ticket}`)
  expect(mail?.text).toContain('forty boxes are possible.')

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expectToast(page, 'Ticket Closed')
  await expect(page.getByLabel('Your reply')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open again' }).click()
  await expectToast(page, 'Ticket Reopened')
  await expect(page.getByText(/Reply promised in 23 h/)).toBeVisible()
})

test('a message that cannot be delivered is shown with the reason, and the admin can retry it', async ({ page }) => {
  const email = createEmail().replace('golconda.example', 'golconda.invalid')
  await visit(page, '/contact')
  const message = { name: 'Asha Rao', email, subject: 'Forty boxes', message: 'For a wedding.' }
  const { ticket } = await send(page, '/api/contact', message)

  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Messages')
  const row = page.getByRole('listitem').filter({ hasText: email })
  const failed = page.getByRole('button', { name: 'Failed', exact: true })
  await expect(async () => {
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await failed.click()
    await expect(row.getByText('This mailbox does not exist.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page, 'the messages')
  await row.getByText('Show text', { exact: true }).click()
  await expect(row.getByText(`Your message has the number ${ticket}.`)).toBeVisible()
  await row.getByRole('button', { name: `Resend to ${email}` }).click()
  await expectToast(page, 'Message Queued')
})

test('a failed message is delivered once the mail server works again @postgres', async ({ page, shop }) => {
  const email = createEmail()
  await visit(page, '/contact')
  const { ticket } = await send(page, '/api/contact', {
    name: 'Asha Rao',
    email,
    subject: 'Forty boxes',
    message: 'For a wedding.',
  })
  // The division by zero marks it as not sent yet.
  await expect(() =>
    shop.sql('select 1 / count(*) from outbox where "to" = $1 and sent_at is not null', [email]),
  ).toPass()
  const broken = "sent_at = null, failed_at = now(), attempts = 7, last_error = 'the mail server is away'"
  await shop.sql(`update outbox set ${broken} where "to" = $1`, [email])

  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Messages')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row.getByText('the mail server is away')).toBeVisible()
  await expect(row.getByText('7 attempts')).toBeVisible()
  await row.getByRole('button', { name: `Resend to ${email}` }).click()
  await expectToast(page, 'Message Queued')
  const sent = page.getByRole('button', { name: 'Sent', exact: true })
  await expect(async () => {
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await sent.click()
    await expect(row.getByText('1 attempt', { exact: true }).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(row.filter({ hasText: ticket }).first()).toBeVisible()
})

test('a sign-in code appears on no admin page', async ({ page }) => {
  const email = createEmail()
  await page.goto('/api/login')
  await page.locator('input[type=email][name=email]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[name=code]').waitFor()
  const [mail] = await mailsTo(page, email)
  const [code = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? []
  expect(code).not.toBe('')
  await openAsAdmin(page, '/admin')
  await openAdminPage(page, 'Messages')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row.getByRole('heading', { name: 'Sign-in code' })).toBeVisible()
  await expect(row.getByText('Hidden: it contains a sign-in code or link.')).toBeVisible()
  expect(await page.content()).not.toContain(code)
})
