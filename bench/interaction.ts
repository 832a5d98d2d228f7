import { chromium, type Page } from '@playwright/test'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { createCluster } from '#tests/chaos/cluster.ts'
import { insertCategory, insertProduct } from '#tests/factories/catalog.ts'
import { findChromium } from '../scripts/ci/chromium.ts'
import { describeMachine, percentile, round } from './lib/report.ts'

/** Two catalogs that the browser holds in full, and one that it searches on the server (docs/decisions/0017). */
const CATALOG_SIZES = { 100: 'the browser', 500: 'the browser', 600: 'the server' }
const ROUNDS = 20
/** One frame at 60 Hz. */
const FRAME_MS = 16

type Touch = { name: string; ms: number }
type Listening = { touches: Touch[] }

/** A search with less than a page of results, whatever the size; otherwise the list would look the same. */
const FEW = 'Bench few'
const isRare = (letter: string, products: Product[]) => {
  const found = products.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(letter))
  return found.length > 0 && found.length < PRODUCTS_PER_PAGE
}

/** Reloads for each round: results are cached. */
async function touchAll(page: Page, letter: string): Promise<Touch[]> {
  const touches: Touch[] = []
  const main = page.getByRole('main')
  const read = () => page.evaluate(() => (globalThis as unknown as Listening).touches)
  const until = async (name: string) => {
    while (!(await read()).some((touch) => touch.name === name)) await page.waitForTimeout(20)
  }
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${url}/products`)
    await page.locator('html[data-hydrated]').waitFor()
    await page.waitForTimeout(300)
    await main.getByRole('searchbox').focus()
    await page.waitForTimeout(500)
    await page.evaluate(listen)
    await main.getByRole('searchbox').press(letter)
    await until('letter to picture')
    await main.getByRole('searchbox').press('Backspace')
    await page.waitForTimeout(500)
    await main.getByLabel('Category').selectOption({ label: FEW })
    await until('category to picture')
    await main.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.waitForTimeout(200)
    touches.push(...(await read()))
  }
  return touches
}

/** In the page: starts at the key or select event, ends when the list shows another count. */
function listen() {
  const { touches } = Object.assign(globalThis as unknown as Listening, { touches: [] as Touch[] })
  const status = () => document.querySelector('main [role=status]')?.textContent
  let begun: { name: string; at: number; status: ReturnType<typeof status> } | undefined
  const begin = (event: Event) => {
    const isLetter = event instanceof KeyboardEvent && event.key.length === 1
    if (!isLetter && !(event.target instanceof HTMLSelectElement)) return
    begun = { name: isLetter ? 'letter' : 'category', at: event.timeStamp, status: status() }
  }
  for (const type of ['keydown', 'change']) addEventListener(type, begin, { capture: true })
  new MutationObserver(() => {
    if (!begun || status() === begun.status) return
    const { name, at } = begun
    begun = undefined
    const push = (what: string) => touches.push({ name: `${name} to ${what}`, ms: performance.now() - at })
    push('cards')
    requestAnimationFrame(() => setTimeout(push, 0, 'picture'))
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.name === 'click') touches.push({ name: 'Add to Cart, work', ms: entry.processingEnd - entry.startTime })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/**
 * Measures the time from a letter or category to the cards, and of "Add to Cart": npm run bench:interaction. Catalogs in the
 * browser must need at most one frame at p95. A server search waits 200 ms for the next letter and has no bound.
 */
const { open, look } = await createCluster({})
const { url } = await open()
const shown: Product[] = await (await fetch(`${url}/api/products`)).json()
const letter = [...'jqxzvw'].find((one) => isRare(one, shown)) ?? ''
const [few, many] = await look((db) => Promise.all([insertCategory(db, FEW), insertCategory(db, 'Bench many')]))
const insert = (nth: number) =>
  look((db) => insertProduct(db, { name: `Bench bar ${nth}`, categoryId: (nth < shown.length + 3 ? few : many).id }))
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
console.log(describeMachine())
const table: object[] = []
let there = shown.length
for (const [size, by] of Object.entries(CATALOG_SIZES)) {
  for (; there < Number(size); there++) await insert(there)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  for (const [touch, those = []] of Object.entries(Object.groupBy(await touchAll(page, letter), ({ name }) => name))) {
    const [p50 = 0, p95 = 0] = [0.5, 0.95].map((share) =>
      percentile(
        those.map(({ ms }) => round(ms, 1)),
        share,
      ),
    )
    table.push({ products: size, 'found by': by, touch, times: those.length, 'p50 ms': p50, 'p95 ms': p95 })
    if (by === 'the browser' && !touch.endsWith('picture') && p95 > FRAME_MS) process.exitCode = 1
  }
  await page.close()
}
console.table(table)
process.exit()
