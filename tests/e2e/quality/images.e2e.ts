import { expect, type Page } from '@playwright/test'
import { test, visit } from '#tests/e2e/fixtures.ts'

const PAGES = [
  '/',
  '/products',
  '/product/1',
  '/about',
  '/emotion-chocolates',
  '/emotion-chocolates?mood=calm',
  '/traceability?batch=GC-2026-114',
  '/cart',
]
/** The limit in bytes for the first view on a phone. */
const FIRST_SIGHT_BYTES = 120 * 1024

/** The ratio of sent to drawn width per image. SVG has no width of its own. */
function timesTooWide(page: Page) {
  return page.evaluate(() =>
    [...document.images]
      .filter((img) => img.complete && img.naturalWidth > 0 && !img.currentSrc.endsWith('.svg'))
      .map((img) => {
        const { width, height } = img.getBoundingClientRect()
        const ratio = Number(img.getAttribute('width')) / Number(img.getAttribute('height'))
        const drawn = Math.max(width, height * ratio) * devicePixelRatio
        const sent = Number(/-(\d+)\.\w+$/.exec(img.currentSrc)?.[1])
        return { picture: new URL(img.currentSrc).pathname, times: drawn === 0 ? 0 : sent / drawn }
      }),
  )
}

/** Scrolls to the end, waiting at each stop for the images that it shows. A gallery hides all but one. */
async function seeAll(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 500) {
    await page.mouse.wheel(0, 500)
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('img:not([aria-hidden=true] img)')]
        .filter((img) => {
          const { top, bottom } = img.getBoundingClientRect()
          return bottom > 0 && top < innerHeight
        })
        .every((img) => img.complete),
    )
  }
  await page.waitForLoadState('networkidle')
}

for (const { name, viewport, deviceScaleFactor } of [
  { name: 'a desk', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { name: 'a sharp desk', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
  { name: 'a phone', viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport, deviceScaleFactor })

    // A test each: Chromium shows a larger picture that another page of the same context has loaded.
    for (const address of PAGES)
      test(`no picture on ${address} is much larger than its display, and nothing moves`, async ({ page }) => {
        await watchMoves(page)
        await visit(page, address)
        await seeAll(page)
        const pictures = await timesTooWide(page)
        expect(pictures.length).toBeGreaterThan(0)
        expect(pictures.filter(({ times }) => !(times <= 1.5))).toEqual([])
        // Zero at the second decimal.
        expect(await movesOf(page)).toBeLessThan(0.005)
      })
  })

test.describe('on a phone, to begin with', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

  for (const address of ['/', '/products', '/product/1'])
    test(`the pictures of ${address} weigh less than 120 KB`, async ({ page }) => {
      const sent = new Map<string, Promise<number>>()
      page.on('response', (response) => {
        if (response.request().resourceType() === 'image')
          sent.set(
            response.url(),
            response.body().then(({ length }) => length),
          )
      })
      await visit(page, address)
      await page.waitForLoadState('networkidle')
      const seen = await page.evaluate(() =>
        [...document.images]
          .filter((img) => img.getBoundingClientRect().top < innerHeight)
          .map((img) => img.currentSrc),
      )
      expect(seen.length).toBeGreaterThan(0)
      // Browsers also prefetch images below the first view.
      const bytes = await Promise.all(seen.map((url) => sent.get(url) ?? 0))
      expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(FIRST_SIGHT_BYTES)
    })
})

const watchMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves = { sum: 0 }
    Object.assign(window, { moves })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moves.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const movesOf = (page: Page) => page.evaluate(() => (window as unknown as { moves: { sum: number } }).moves.sum)
