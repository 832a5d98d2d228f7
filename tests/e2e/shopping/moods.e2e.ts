import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { MOODS } from '#src/features/moods/match/moods.ts'
import { MOOD_HISTORY_KEY, TRACKER_MOODS } from '#src/features/moods/tracker/mood-entries.ts'
import { cartBadge, createEmail, signIn } from '#tests/e2e/customer.ts'
import { test, visit } from '#tests/e2e/fixtures.ts'

test('from a mood to the cart, and back to another mood', async ({ page }) => {
  await signIn(page, createEmail(), '/')
  await page.getByRole('main').getByRole('link', { name: 'Find Your Mood Match' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How do you feel today?' })).toBeVisible()
  const main = page.getByRole('main')
  for (const { name } of MOODS) await expect(main.getByRole('link', { name })).toBeVisible()

  await main.getByRole('link', { name: 'Romantic' }).click()
  await expect(page).toHaveURL('/emotion-chocolates?mood=romantic')
  await expect(page.getByRole('heading', { level: 1, name: 'Romantic' })).toBeFocused()
  await expect(main.getByRole('list', { name: 'Keywords' }).getByRole('listitem')).toHaveText([
    'strawberry',
    'rose',
    'heart',
    'valentine',
    'pink',
  ])
  const found = main.getByRole('article')
  await expect(found).toHaveCount(3)
  const marks = await main.locator('mark').allInnerTexts()
  expect(marks.length).toBeGreaterThanOrEqual(3)
  for (const mark of marks) expect(['strawberry', 'rose', 'heart', 'valentine', 'pink']).toContain(mark.toLowerCase())

  const chosen = await found.first().getByRole('heading').innerText()
  await found.first().getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText(`${chosen} has been added to your cart.`).first()).toBeVisible()
  expect(await cartBadge(page)).toBe(1)

  await main.getByRole('button', { name: 'Try Another Emotion' }).click()
  await expect(page).toHaveURL(({ search }) => search === '')
  await expect(page.getByRole('heading', { name: 'How do you feel today?' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Romantic' })).toBeVisible()
})

test('a shared mood shows its products without JavaScript; an unknown one asks again', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/emotion-chocolates?mood=calm')
  await expect(page).toHaveTitle(/calm/)
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.locator('mark').first()).toBeVisible()
  await page.goto('/emotion-chocolates?mood=furious')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6)
  await context.close()
})

const log = (page: Page, mood: string) => page.getByRole('main').getByRole('button', { name: mood }).click()
const figure = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('definition')
    .filter({ hasText: /\d/ })
    .nth(['This Week', 'Day Streak'].indexOf(name))
const latest = (page: Page) => page.getByRole('region', { name: 'Latest moods' }).getByRole('listitem')

/** Opens the tracker at a time in India. */
async function openTrackerAt(page: Page, time: string) {
  await page.clock.setFixedTime(new Date(`${time}+05:30`))
  await visit(page, '/mood-tracker')
}

test('logging moods over three days makes a streak, and a gap ends it', async ({ page }) => {
  await openTrackerAt(page, '2026-11-19T23:59:30')
  await expect(figure(page, 'Day Streak')).toContainText('0')
  for (const { name } of TRACKER_MOODS) await expect(page.getByRole('main').getByRole('button', { name })).toBeVisible()
  await log(page, 'Happy')
  await expect(page.getByRole('status')).toContainText('Milk chocolate')
  await expect(figure(page, 'Day Streak')).toContainText('1')

  await openTrackerAt(page, '2026-11-20T00:00:30')
  await expect(figure(page, 'Day Streak'), 'nothing logged yet today').toContainText('0')
  await log(page, 'Thoughtful')
  await expect(page.getByRole('status')).toContainText('Bitter dark chocolate')
  await expect(figure(page, 'Day Streak')).toContainText('2')

  await openTrackerAt(page, '2026-11-21T12:00:00')
  await log(page, 'Cozy')
  await expect(figure(page, 'Day Streak')).toContainText('3')
  await expect(figure(page, 'This Week')).toContainText('3')
  await expect(latest(page)).toHaveText([/Cozy.*Caramel.*21 Nov 2026/, /Thoughtful.*20 Nov 2026/, /Happy.*19 Nov 2026/])

  await openTrackerAt(page, '2026-11-23T12:00:00')
  await expect(figure(page, 'Day Streak')).toContainText('0')
  await log(page, 'Excited')
  await expect(figure(page, 'Day Streak')).toContainText('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure(page, 'Day Streak')).toContainText('0')
  await expect(latest(page)).toHaveCount(3)

  await openTrackerAt(page, '2026-11-27T12:30:00')
  await expect(figure(page, 'This Week'), 'the first is eight days ago').toContainText('1')
})

test('a mood history is exported, deleted and imported, and never leaves the browser', async ({ page }) => {
  await visit(page, '/mood-tracker')
  await expect(page.getByText('Nothing leaves this device')).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/assets/')) calls.push(`${request.method()} ${request.url()}`)
  })
  for (let pressed = 0; pressed < 12; pressed += 1) await log(page, 'Celebratory')
  await expect(latest(page)).toHaveCount(10)
  const stored = await page.evaluate((key) => localStorage.getItem(key), MOOD_HISTORY_KEY)
  expect(JSON.parse(stored ?? '[]')).toHaveLength(12)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(stored ?? '[]'))

  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return questions.length === 1 ? dialog.dismiss() : dialog.accept()
  })
  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect(latest(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('Moods deleted').first()).toBeVisible()
  await expect(latest(page)).toHaveCount(0)
  expect(questions).toHaveLength(2)

  const picker = page.getByLabel('Mood history file')
  await picker.setInputFiles({ name: 'cat.json', mimeType: 'application/json', buffer: Buffer.from('{"cat":true}') })
  await expect(page.getByText('Nothing to import').first()).toBeVisible()
  await picker.setInputFiles(file)
  await expect(page.getByText('12 added to your history.').first()).toBeVisible()
  await picker.setInputFiles(file)
  await expect(page.getByText('You had all of them already.').first()).toBeVisible()
  expect(await page.evaluate((key) => localStorage.getItem(key), MOOD_HISTORY_KEY)).toBe(stored)
  expect(calls.filter((call) => !call.includes(' blob:'))).toEqual([])
})

test('the tracker opens whatever is in the browser storage', async ({ page }) => {
  await visit(page, '/mood-tracker')
  for (const rubbish of ['{[', '{"a":1}', '[null,{"id":"a","mood":"happy","timestamp":"soon"}]', '"<b>"']) {
    await page.evaluate(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [MOOD_HISTORY_KEY, rubbish])
    await visit(page, '/mood-tracker')
    await expect(page.getByText('Nothing logged yet.')).toBeVisible()
  }
})

test('a mood that is logged in one tab is seen in the other', async ({ page, context }) => {
  await visit(page, '/mood-tracker')
  const other = await context.newPage()
  await visit(other, '/mood-tracker')
  await log(other, 'Stressed')
  await expect(latest(page)).toHaveText([/Stressed.*White chocolate/])
  await other.close()
})
