import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import qrcode from 'qrcode'
import { test, visit } from '#tests/e2e/fixtures.ts'
import { createQrVideo } from '#tests/e2e/qr-video.ts'
import { findChromium } from '../../../scripts/ci/chromium.ts'

const SAMPLE = 'GC-2026-114'

/** A photo of a printed code: brown on ivory. */
const photoOf = async (text: string) => ({
  name: 'box.png',
  mimeType: 'image/png',
  buffer: await qrcode.toBuffer(text, { width: 420, margin: 6, color: { dark: '#3a2019', light: '#f4eadc' } }),
})
const choosePhoto = async (page: Page, text: string) =>
  page.getByLabel('Scan from a photo').setInputFiles(await photoOf(text))
const batchField = (page: Page) => page.getByLabel('Batch ID')
const timeline = (page: Page) => page.getByRole('region', { name: 'Journey Timeline' })

test('a visitor without a code sees the sample, labelled as one', async ({ page }) => {
  await visit(page, '/traceability')
  await expect(page.getByRole('heading', { level: 1, name: 'Ingredient Traceability' })).toBeVisible()
  await expect(timeline(page).getByText('Sample record')).toBeVisible()
  await expect(timeline(page).getByRole('progressbar', { name: 'Overall Progress' })).toHaveAttribute(
    'aria-valuenow',
    '67',
  )
  await expect(timeline(page).getByText('67%', { exact: true })).toBeVisible()
  await expect(timeline(page).getByText('4 of 6 stages completed')).toBeVisible()
  for (const name of [
    'Farm Harvest',
    'Fermentation',
    'Drying & Storage',
    'International Shipping',
    'Processing & Roasting',
    'Final Product',
  ])
    await expect(timeline(page).getByRole('button', { name })).toBeVisible()
})

test('the cards beside the journey show quality, certificates and sustainability', async ({ page }) => {
  await visit(page, '/traceability')
  const card = (name: string) => page.getByRole('region', { name })
  await expect(card('Quality Metrics').getByRole('listitem').filter({ hasText: 'Moisture' })).toContainText('excellent')
  // Stored as active, but it expired on 30 June 2026.
  await expect(card('Certifications').getByRole('listitem').filter({ hasText: 'Food safety' })).toContainText('expired')
  const facts = card('Sustainability')
  for (const name of ['Carbon Footprint', 'Water Usage']) await expect(facts.getByText(name)).toBeVisible()
  const flags = [
    ['Fair Trade', 'Yes'],
    ['Organic', 'Yes'],
    ['Local Sourcing', 'No'],
    ['Recyclable Packaging', 'Yes'],
  ] as const
  for (const [name, answer] of flags) await expect(facts.getByText(name).locator('xpath=..')).toContainText(answer)
})

test('a stage can be chosen by keyboard and shows what happened there', async ({ page }) => {
  await visit(page, '/traceability')
  const current = timeline(page).getByRole('button', { name: 'Processing & Roasting' })
  await expect(current).toHaveAttribute('aria-expanded', 'true')
  await expect(current).toContainText('in progress')
  const harvest = timeline(page).getByRole('button', { name: 'Farm Harvest' })
  await harvest.press('Enter')
  await expect(harvest).toHaveAttribute('aria-expanded', 'true')
  await expect(current).toHaveAttribute('aria-expanded', 'false')
  await expect(timeline(page).getByText('Growers of the valley')).toBeVisible()
  await expect(timeline(page).getByText('13.82° S, 48.52° E')).toBeVisible()
  await expect(timeline(page).getByText('The studio')).toHaveCount(2)
  for (const hidden of await timeline(page).getByText('The studio').all()) await expect(hidden).toBeHidden()
})

test('a photo of the code on a box leads to its journey', async ({ page, shop, browserErrors }) => {
  browserErrors.expect(/ 404 .*api\/trace/)
  await visit(page, '/traceability?batch=GC-1999-1')
  await expect(timeline(page)).toHaveCount(0)
  await choosePhoto(page, `${shop.url}/traceability?batch=${SAMPLE}`)
  await expect(timeline(page)).toContainText(SAMPLE)
  await expect(page).toHaveURL(`${shop.url}/traceability?batch=${SAMPLE}`)
  await expect(page).toHaveTitle(/GC-2026-114/)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'We do not know this batch.' })).toBeVisible()
})

test('a foreign code is not followed, and a photo without a code shows a message', async ({ page, shop }) => {
  await visit(page, '/traceability')
  await choosePhoto(page, 'https://evil.example/traceability?batch=GC-2026-114')
  await expect(page.getByText('This code is not one of ours.')).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/traceability`)
  await page.getByLabel('Scan from a photo').setInputFiles('public/pictures/ruby-heart.webp')
  await expect(page.getByText('There is no code in this photo.')).toBeVisible()
  await expect(batchField(page)).toBeFocused()
  await page.getByLabel('Scan from a photo').setInputFiles('package.json')
  await expect(page.getByText('This photo cannot be read.')).toBeVisible()
})

test('a batch number can be typed in any case, and an unknown one shows a message', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 404 .*api\/trace/)
  await visit(page, '/traceability')
  await batchField(page).fill('GC-0000-9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'We do not know this batch.' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'There is no batch GC-0000-9.' })).toHaveCount(1)
  await expect(batchField(page)).toBeFocused()
  await batchField(page).fill(' gc-2026-114 ')
  await page.getByRole('button', { name: 'Find this batch' }).click()
  await expect(timeline(page)).toContainText(SAMPLE)
  await page.reload()
  await expect(timeline(page)).toContainText(SAMPLE)
})

test('says that it is loading, and can try again when that fails', async ({ page, browserErrors }) => {
  browserErrors.expect(/ 503 .*api\/trace|answer 503/)
  await visit(page, '/traceability')
  let isDown = true
  let answer = () => {}
  const decoderRequested = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/api/trace/${SAMPLE}`, async (route) => {
    await decoderRequested
    if (isDown) await route.fulfill({ status: 503, body: '{"message":"Not now."}' })
    else await route.continue()
  })
  await batchField(page).fill(SAMPLE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loading traceability data...')).toBeVisible()
  answer()
  await expect(page.getByText('This journey could not be loaded.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(timeline(page)).toContainText(SAMPLE)
})

test.describe('with a camera', () => {
  // A browser with its own camera; a separate worker would need another shop.
  test.use({
    context: async ({ baseURL, launchOptions }, use) => {
      // The camera shows the code of the sample.
      const folder = mkdtempSync(path.join(tmpdir(), 'golconda-camera-'))
      const view = path.join(folder, 'view.y4m')
      writeFileSync(view, createQrVideo(qrcode.create(SAMPLE).modules))
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${view}`]
      const args = [...(launchOptions.args ?? []), ...camera]
      const browser = await chromium.launch({ ...launchOptions, executablePath: findChromium('with a camera'), args })
      await use(await browser.newContext({ baseURL, reducedMotion: 'reduce' }))
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  })

  test('the camera reads a code', async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ 404 .*api\/trace/)
    await context.grantPermissions(['camera'])
    const decoder = page.waitForResponse(/jsqr/i)
    await visit(page, '/traceability?batch=GC-1999-1')
    await page.getByRole('button', { name: 'Scan QR Code' }).click()
    expect((await decoder).ok()).toBe(true)
    await expect(timeline(page)).toContainText(SAMPLE)
    await expect(page.getByRole('button', { name: 'Scan QR Code' })).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
  })

  test('Stop Scanning switches the camera off', async ({ page, context }) => {
    await context.grantPermissions(['camera'])
    await page.addInitScript(() => {
      const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (wish) => {
        const stream = await ask(wish)
        Object.assign(window, { lastTrack: stream.getVideoTracks()[0] })
        return stream
      }
    })
    // Without the decoder no code is read, so the camera stays on until it is stopped.
    await page.route(/jsqr/i, () => {})
    await visit(page, '/traceability')
    await page.getByRole('button', { name: 'Scan QR Code' }).click()
    const trackState = () => page.evaluate(() => (window as { lastTrack?: MediaStreamTrack }).lastTrack?.readyState)
    await expect.poll(trackState).toBe('live')
    await page.getByRole('button', { name: 'Stop Scanning' }).click()
    await expect.poll(trackState).toBe('ended')
    await expect(page.getByRole('button', { name: 'Scan QR Code' })).toBeVisible()
  })

  test('a visitor who refuses the camera sees a message and can type at once', async ({ page }) => {
    await visit(page, '/traceability')
    await page.getByRole('button', { name: 'Scan QR Code' }).click()
    await expect(page.getByText('The camera was not allowed.')).toBeVisible()
    await expect(batchField(page)).toBeFocused()
    await expect(page.getByRole('button', { name: 'Scan QR Code' })).toBeVisible()
  })
})

test('a device without a camera shows a message and the number can be typed at once', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await visit(page, '/traceability')
  await page.getByRole('button', { name: 'Scan QR Code' }).click()
  await expect(page.getByText('No camera was found.')).toBeVisible()
  await expect(batchField(page)).toBeFocused()
})

test('pages can use the camera and nothing else of the device', async ({ page }) => {
  const policy = (await page.goto('/traceability'))?.headers()['permissions-policy'] ?? ''
  expect(policy.split(', ')).toEqual(expect.arrayContaining(['camera=(self)', 'microphone=()', 'geolocation=()']))
})

test('a batch is found by its number without JavaScript', async ({ browser, shop }) => {
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/traceability')
  await batchField(page).fill(SAMPLE)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/traceability?batch=${SAMPLE}`)
  await expect(timeline(page)).toContainText(SAMPLE)
  await context.close()
})
