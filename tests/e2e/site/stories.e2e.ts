import { expect, type Page } from '@playwright/test'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { STORY_EMOTIONS } from '#src/features/community/stories/stories-search-params.ts'
import { EMOTION_LABELS } from '#src/features/community/stories/story.ts'
import { test, visit, waitForPath } from '#tests/e2e/fixtures.ts'

const PATH = '/community-stories'

const published = async (page: Page): Promise<Story[]> => (await page.request.get('/api/stories')).json()
const cardOf = (page: Page, { title }: { title: string }) => page.getByRole('article').filter({ hasText: title })
const likeOf = (page: Page, story: { title: string }) => cardOf(page, story).getByRole('button', { name: /^Like/ })
const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share Your Story' })

async function firstOf(page: Page): Promise<Story> {
  const [story] = await published(page)
  if (!story) throw new Error('The demo has stories')
  return story
}

async function tellStory(page: Page, title: string) {
  const dialog = shareDialog(page)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Your Story').fill('We broke it in two.\n\nNobody got the bigger piece.')
  await dialog.getByLabel('Your Name').fill('Asha')
  await dialog.getByLabel(/Emotion/).selectOption('Happy')
}

test('a visitor shares a story, which is hidden until it is moderated, and likes another', async ({ page }) => {
  await visit(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stories' }).click()
  await waitForPath(page, PATH)
  const guidelines = page.getByRole('region', { name: 'Community Guidelines' })
  for (const rule of [/Genuine experiences/, /Respect/, /reviewed by a person before publication/, /Family-friendly/])
    await expect(guidelines.getByRole('listitem').filter({ hasText: rule })).toBeVisible()

  const opener = page.getByRole('button', { name: 'Share Your Story' })
  await opener.click()
  const dialog = shareDialog(page)
  await dialog.getByRole('button', { name: 'Submit Story' }).click()
  await expect(page.getByText('Missing Information').first()).toBeVisible()
  await expect(
    page.getByText('Please fill in the required fields: title, content, and your name.').first(),
  ).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()

  await tellStory(page, 'Half a bar each')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(dialog.getByLabel('Title'), 'closing by mistake loses nothing').toHaveValue('Half a bar each')
  const refreshed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/stories') && answer.request().method() === 'GET',
  )
  await dialog.getByRole('button', { name: 'Submit Story' }).click()
  await expect(page.getByText('Story Submitted!').first()).toBeVisible()
  expect((await refreshed).status()).toBe(200)
  await expect(
    page
      .getByText('Thank you for sharing your chocolate story. It will be reviewed before appearing publicly.')
      .first(),
  ).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, { title: 'Half a bar each' })).toHaveCount(0)
  expect((await published(page)).map(({ title }) => title)).not.toContain('Half a bar each')
  await opener.click()
  await expect(dialog.getByLabel('Title')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const story = await firstOf(page)
  await expect(likeOf(page, story)).toHaveText(String(story.likes))
  await likeOf(page, story).click()
  await expect(likeOf(page, story)).toHaveAttribute('aria-pressed', 'true')
  await expect(likeOf(page, story)).toHaveText(String(story.likes + 1))
  await page.reload()
  await expect(likeOf(page, story)).toHaveAttribute('aria-pressed', 'true')
  await likeOf(page, story).click()
  await expect(likeOf(page, story)).toHaveAttribute('aria-pressed', 'false')
  await expect(likeOf(page, story)).toHaveText(String(story.likes))
})

test('twenty taps on like cancel out, and two visitors count as two', async ({ page, browser, shop }) => {
  const story = (await published(page))[1]
  if (!story) throw new Error('The demo has stories')
  await visit(page, PATH)
  await likeOf(page, story).click({ clickCount: 21, delay: 5 })
  // The request of the last tap may not have begun.
  await page.waitForTimeout(300)
  await expect(likeOf(page, story)).not.toHaveAttribute('aria-disabled', 'true')
  const mine = (await likeOf(page, story).getAttribute('aria-pressed')) === 'true' ? 1 : 0
  await expect(likeOf(page, story)).toHaveText(String(story.likes + mine))
  const context = await browser.newContext({ baseURL: shop.url })
  const other = await context.newPage()
  await visit(other, PATH)
  await expect(likeOf(other, story)).toHaveAttribute('aria-pressed', 'false')
  await likeOf(other, story).click()
  await expect(likeOf(other, story)).toHaveText(String(story.likes + mine + 1))
  await context.close()
})

test('a story that cannot be sent stays in the form, and a like that fails says so', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/50[03]/)
  await visit(page, PATH)
  await page.route('**/api/stories', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, body: '{"message":"Too many stories are waiting for review."}' })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Share Your Story' }).click()
  await tellStory(page, 'Half a bar each')
  await shareDialog(page).getByRole('button', { name: 'Submit Story' }).click()
  await expect(page.getByText('Failed to submit your story. Please try again.').first()).toBeVisible()
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
  await expect(shareDialog(page).getByRole('alert')).toHaveText('Too many stories are waiting for review.')
  await expect(shareDialog(page).getByLabel('Title')).toHaveValue('Half a bar each')
  await shareDialog(page).getByRole('button', { name: 'Not now' }).click()

  const story = await firstOf(page)
  await page.route('**/api/stories/*/like', (route) => route.fulfill({ status: 500, body: '{"message":"Oh."}' }))
  await likeOf(page, story).click()
  await expect(page.getByText('Failed to like the story. Please try again.').first()).toBeVisible()
  await expect(likeOf(page, story)).toHaveAttribute('aria-pressed', 'false')
})

test('the emotions filter the stories by address', async ({ page }) => {
  const all = await published(page)
  await visit(page, PATH)
  await expect(page.getByRole('button', { name: 'All Stories' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article')).toHaveCount(all.length)
  for (const emotion of STORY_EMOTIONS) {
    await page.getByRole('button', { name: EMOTION_LABELS[emotion], exact: true }).click()
    await expect(page).toHaveURL(`${PATH}?emotion=${emotion}`)
    await expect(page.getByRole('article')).toHaveCount(all.filter((story) => story.emotion === emotion).length)
  }
  await visit(page, `${PATH}?emotion=romantic`)
  const card = page.getByRole('article').first()
  for (const part of [/Romantic/, /Chocolate/, /Sample story/, /\d{4}$/m]) await expect(card).toContainText(part)
  await page.getByRole('button', { name: 'All Stories' }).click()
  await expect(page.getByRole('article')).toHaveCount(all.length)
})

test('text is escaped, an unknown date is Recently, and without stories there is an invitation to write', async ({
  page,
}) => {
  const story = await firstOf(page)
  await visit(page, PATH)
  const strange = { ...story, title: '<img src=x onerror="alert(1)">', content: '<b>bold</b>', createdAt: 'long ago' }
  await page.route('**/api/stories', (route) => route.fulfill({ json: [strange] }))
  await likeOf(page, story).click()
  await expect(page.getByRole('heading', { name: strange.title })).toBeVisible()
  await expect(page.getByRole('article').getByText('<b>bold</b>')).toBeVisible()
  await expect(page.getByRole('article').getByText('Recently')).toBeVisible()

  await page.route('**/api/stories', (route) => route.fulfill({ json: [] }))
  await likeOf(page, strange).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'Share the First Story' }).click()
  await expect(shareDialog(page)).toBeVisible()
})

test('a shared link leads to its story', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const story = (await published(page)).at(-1)
  if (!story) throw new Error('The demo has stories')
  await visit(page, PATH)
  await cardOf(page, story)
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect(page.getByText('Copied!').first()).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname + new URL(link).search).toBe(`${PATH}?story=${story.id}`)
  await visit(page, link)
  await expect(page).toHaveTitle(new RegExp(story.title))
  await expect(cardOf(page, story)).toBeInViewport({ ratio: 0.9 })
  await visit(page, `${PATH}?story=00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('This story is not available.')).toBeVisible()
})

test('a linked story from further down is at the top, and a like keeps what was loaded @postgres', async ({
  page,
  shop,
}) => {
  await shop.sql(`insert into stories (title, content, author_name, emotion, status, published_at)
    select 'Box ' || lpad(n::text, 2, '0'), 'Half of it is left.', 'Asha', 'happy', 'published', timestamptz '2020-01-01' + n * interval '1 day'
    from generate_series(1, 30) n`)
  const happy: Story[] = await (await page.request.get('/api/stories?emotion=happy&limit=100')).json()
  const [oldest, twentyFifth] = [happy.at(-1), happy[24]]
  if (oldest?.title !== 'Box 01' || !twentyFifth) throw new Error('The boxes are the oldest stories')
  const cards = page.getByRole('article')
  await visit(page, `${PATH}?emotion=happy&story=${oldest.id}`)
  await expect(cards).toHaveCount(25)
  await expect(cards.first()).toContainText(oldest.title)

  const loadMore = page.getByRole('button', { name: 'Load More Stories' })
  await visit(page, PATH)
  await loadMore.click()
  await expect(loadMore).toHaveCount(0)
  await page.getByRole('button', { name: 'Happy', exact: true }).click()
  await expect(cards).toHaveCount(24)
  await loadMore.click()
  await expect(cards).toHaveCount(happy.length)
  await likeOf(page, twentyFifth).click()
  await expect(likeOf(page, twentyFifth)).toHaveText('1')
  await expect(cards).toHaveCount(happy.length)
})

test('the page contains no data of its reader', async ({ page, request }) => {
  const before = await (await request.get('/api/stories')).text()
  await visit(page, PATH)
  const story = (await published(page))[2]
  if (!story) throw new Error('The demo has stories')
  await likeOf(page, story).click()
  await expect(likeOf(page, story)).toHaveAttribute('aria-pressed', 'true')
  const [mine, theirs] = [await page.request.get('/api/stories'), await request.get('/api/stories')]
  expect(await mine.text()).toBe(await theirs.text())
  expect(await theirs.text()).not.toBe(before)
  expect(mine.headers()['set-cookie']).toBeUndefined()
  const html = await (await page.request.get(PATH)).text()
  expect(html).not.toContain('aria-pressed="true" aria-label="Like')
})

test('a story with one long word fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, PATH)
  const card = page.getByRole('article').first()
  for (const text of [card.getByRole('heading'), card.locator('footer span').first(), card.locator('p').nth(1)])
    await text.evaluate((element) => {
      element.textContent = 'W'.repeat(60)
    })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
