import { type BrowserContext, expect } from '@playwright/test'
import { test, waitForHydration } from '#tests/e2e/fixtures.ts'

const PAGES = [
  ...['/', '/products', '/products/dark', '/product/1', '/about', '/contact', '/community-stories', '/traceability'],
  ...['/mood-tracker', '/emotion-chocolates', '/cart', '/login', '/nowhere'],
]

/** Delays in milliseconds for late resources: long after the first rendering. */
const LATE: readonly [what: RegExp, ms: number][] = [
  [/\.woff2$/, 1200],
  [/\.(webp|avif|png|jpe?g|svg)$/, 900],
  [/\.css$/, 200],
  [/\.js$/, 600],
  [/^\/api\//, 300],
]

/** Lighthouse calls 0.1 good; our pages must not visibly move at all. */
const MOST = 0.02

async function delayParts(context: BrowserContext): Promise<void> {
  for (const [what, ms] of LATE)
    await context.route(
      ({ pathname }) => what.test(pathname),
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        await route.continue().catch(() => {})
      },
    )
}

type Watched = typeof globalThis & { shifted: number; moved: string[] }

/** Sums up layout shifts with their elements, from the start of every page. */
async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = globalThis as Watched
    watched.shifted = 0
    watched.moved = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        watched.shifted += entry.value
        for (const { node } of entry.sources) watched.moved.push(node?.textContent?.slice(0, 40) ?? '?')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftsOf(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(path)
  await waitForHydration(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate(() => {
    const { shifted, moved } = globalThis as Watched
    return { shifted, moved, paints: performance.getEntriesByType('paint').length }
  })
  expect(found.paints, 'a page that is not drawn cannot move').toBeGreaterThan(0)
  await page.close()
  return found
}

for (const [name, viewport] of Object.entries({
  'on a phone': { width: 390, height: 844 },
  'on a desktop': { width: 1440, height: 900 },
}))
  test.describe(name, () => {
    test.use({ viewport })

    test('no page shifts, however slowly its parts load', async ({ context, browserErrors }) => {
      test.setTimeout(240_000)
      browserErrors.expect(/404/)
      await watchShifts(context)
      await delayParts(context)
      // Most of the time nothing happens but the delays, so several pages load at once.
      const left = [...PAGES]
      const watchNext = async () => {
        for (let path = left.shift(); path; path = left.shift()) {
          const found = await shiftsOf(context, path)
          expect(found.shifted, `${path} moved: ${found.moved.join(' | ')}`).toBeLessThan(MOST)
        }
      }
      await Promise.all(Array.from({ length: 4 }, watchNext))
    })
  })
