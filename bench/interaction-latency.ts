import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { PRODUCTS_PER_PAGE } from '#src/core/shop-policy.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { findChromium } from '../scripts/ci/chromium.ts'
import { BENCH_PASSWORD, describeMachine, signInAdmin } from './servers/servers.ts'

/** Two catalogs that the browser holds in full, and one that it searches on the server (docs/decisions/0017). */
const CATALOG_SIZES = [
  { products: 100, by: 'the browser' },
  { products: 500, by: 'the browser' },
  { products: 600, by: 'the server' },
]
const BEFORE_TYPING_MS = 500
const ROUNDS = 20
/** One frame at 60 Hz. */
const FRAME_MS = 16

type Touch = { name: string; ms: number }

/**
 * Measures the time from a letter or category to the cards, and of "Add to Cart": npm run bench:feel. Catalogs in the
 * browser must need at most one frame at p95. A server search waits 200 ms for the next letter and has no bound.
 */
async function main() {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-feel-'))
  const shop = await startShop({ DATA_DIR: folder, DATABASE_URL: '', ADMIN_PASSWORD: BENCH_PASSWORD })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    console.log(`${describeMachine()}\n`)
    console.log('| products | found by | touch | times | p50 ms | p95 ms |')
    console.log('|---:|---|---|---:|---:|---:|')
    for (const { products, by } of CATALOG_SIZES) {
      const choice = await fillCatalog(shop, products)
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
      const touches = await touchAll(page, shop.url, choice)
      for (const [name, those = []] of Object.entries(Object.groupBy(touches, (touch) => touch.name)))
        console.log(rowOf(`${products} | ${by} | ${name}`, those, by === 'the browser' && !name.endsWith('picture')))
      await page.close()
    }
  } finally {
    await browser.close()
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A search with less than a page of results, whatever the size; otherwise the list would look the same. */
type Choice = { letter: string; category: string }
type Shown = { name: string; description: string; categoryId: number; category: { name: string } }

async function fillCatalog(shop: ShopProcess, products: number): Promise<Choice> {
  const headers = { 'content-type': 'application/json', origin: shop.url, cookie: await signInAdmin(shop.url) }
  const answer = await fetch(`${shop.url}/api/products`)
  const there: Shown[] = await answer.json()
  for (let nth = Number(answer.headers.get('x-total-count') ?? there.length); nth < products; nth++) {
    const product = {
      name: `Bench bar ${nth}`,
      description: 'One of the many that a shop has after years, told of in as many words as its sisters on the shelf.',
      price: 100 + nth,
      stock: 1000,
      minStock: 5,
      sku: `BENCH-${nth}`,
      imageUrl: '/pictures/dark-golconda-bar.webp',
      categoryId: there[0]?.categoryId,
    }
    const answer = await fetch(`${shop.url}/api/products`, { method: 'POST', headers, body: JSON.stringify(product) })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
  return choiceAmong(there)
}

function choiceAmong(products: Shown[]): Choice {
  const isFew = (found: Shown[]) => found.length > 0 && found.length < PRODUCTS_PER_PAGE
  const letter = [...'jqxzvw'].find((one) =>
    isFew(products.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(one))),
  )
  const filled = products[0]?.categoryId
  const few = products.find(
    ({ categoryId }) => categoryId !== filled && isFew(products.filter((other) => other.categoryId === categoryId)),
  )
  if (!letter || !few) throw new Error('No letter or no category finds few.')
  return { letter, category: few.category.name }
}

/** Reloads for each round: results are cached. */
async function touchAll(page: Page, url: string, { letter, category }: Choice): Promise<Touch[]> {
  const touches: Touch[] = []
  const main = page.getByRole('main')
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${url}/products`)
    await page.locator('html[data-hydrated]').waitFor()
    await page.waitForTimeout(300)
    await main.getByRole('searchbox').focus()
    await page.waitForTimeout(BEFORE_TYPING_MS)
    await listen(page)
    await main.getByRole('searchbox').press(letter)
    await waitFor(page, 'letter to picture')
    await main.getByRole('searchbox').press('Backspace')
    await page.waitForTimeout(500)
    await main.getByLabel('Category').selectOption({ label: category })
    await waitFor(page, 'category to picture')
    await main.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.waitForTimeout(200)
    touches.push(...(await page.evaluate(() => (globalThis as unknown as Listening).touches)))
  }
  return touches
}

type Listening = { touches: Touch[] }

async function waitFor(page: Page, name: string) {
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as Listening).touches.some((touch) => touch.name === wanted),
    name,
  )
}

/** Starts at the key or select event, ends when the list shows another count. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const { touches } = Object.assign(globalThis as unknown as Listening, { touches: [] as Touch[] })
    const status = () => document.querySelector('main [role=status]')?.textContent
    let begun: { name: string; at: number; status: ReturnType<typeof status> } | undefined
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key.length === 1) begun = { name: 'letter', at: timeStamp, status: status() }
      },
      { capture: true },
    )
    addEventListener(
      'change',
      ({ target, timeStamp }) => {
        if (target instanceof HTMLSelectElement) begun = { name: 'category', at: timeStamp, status: status() }
      },
      { capture: true },
    )
    new MutationObserver(() => {
      if (!begun || status() === begun.status) return
      const { name, at } = begun
      begun = undefined
      touches.push({ name: `${name} to cards`, ms: performance.now() - at })
      requestAnimationFrame(() =>
        setTimeout(() => touches.push({ name: `${name} to picture`, ms: performance.now() - at })),
      )
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'click')
          touches.push({ name: 'Add to Cart, work', ms: entry.processingEnd - entry.startTime })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

function rowOf(title: string, touches: Touch[], isBound: boolean): string {
  const sorted = touches.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  if (isBound && at(0.95) > FRAME_MS) process.exitCode = 1
  return `| ${title} | ${touches.length} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} |`
}

await main()
