import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { shopDay } from '#src/core/dates.ts'
import { type DatabaseLocation, openDatabase } from '#src/db/open-database.server.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'

type Shop = ShopProcess & {
  /** When the sample data was made: its orders are of this week and month. */
  seededAt: Date
  /** Changes the shop's data directly. PostgreSQL only: tests that need it have the tag @postgres. */
  sql: (statement: string, values?: unknown[]) => Promise<void>
}

type BrowserErrors = {
  /** Errors of this kind do not fail the test. */
  expect: (error: RegExp) => void
}

export type ShopOptions = {
  database: 'embedded' | 'postgres'
  /** Setting any, even {}, gives the file its own shop. */
  variables: Record<string, string>
}

/** Runs against the built shop in a real browser. Any browser error fails the test. */
export const test = base.extend<{ browserErrors: BrowserErrors }, { shop: Shop } & ShopOptions>({
  database: ['embedded', { option: true, scope: 'worker' }],
  variables: [{}, { option: true, scope: 'worker' }],

  shop: [
    async ({ database, variables }, use, { workerIndex }) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-e2e-'))
      const preparedAt = database === 'embedded' ? copyPreparedData(dataDir) : undefined
      const databaseUrl = database === 'postgres' ? await ownDatabase(workerIndex) : ''
      const seededAt = preparedAt ?? new Date()
      const shop = await startShop({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...variables })
      await use({ ...shop, seededAt, sql: (statement, values) => runSql(databaseUrl, statement, values) })
      await shop.stop()
      const location = databaseUrl ? { url: databaseUrl } : { dataDir }
      expect(await whatIsBroken(location), 'the data after the tests').toEqual({})
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  browserErrors: [
    async ({ context, shop }, use) => {
      const problems: string[] = []
      const expected: RegExp[] = []
      const printedBefore = shop.output().length
      watch(context, problems)
      await use({ expect: (error) => expected.push(error) })
      const unexpected = problems.filter((problem) => !expected.some((one) => one.test(problem)))
      expect(unexpected, 'the browser complained').toEqual([])
      expect(shop.output().slice(printedBefore), 'the server logged an error').not.toMatch(/error/i)
    },
    { auto: true },
  ],
})

/** Returns when the data was seeded. Copies nothing after midnight, so that the shop seeds itself again. */
function copyPreparedData(dataDir: string): Date | undefined {
  const { E2E_PREPARED_DATA: preparedData = '', E2E_PREPARED_AT: preparedAt = '' } = process.env
  const seededAt = new Date(preparedAt)
  if (shopDay(seededAt) !== shopDay(new Date())) return
  cpSync(preparedData, dataDir, { recursive: true })
  return seededAt
}

async function whatIsBroken(location: DatabaseLocation) {
  const database = await openDatabase(location)
  const broken = await brokenInvariants(database.db)
  await database.close()
  return broken
}

function watch(context: BrowserContext, problems: string[]) {
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() !== 'error' && !/hydrat|did not match|content security policy/i.test(text)) return
    const { url } = message.location()
    // A visitor's account call gets 401 by specification; the browser logs every 401.
    if (/ 401 /.test(text) && url.endsWith('/api/auth/user')) return
    problems.push(`console: ${text} (${url})`)
  })
  context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`))
  context.on('requestfailed', (request) => {
    // A navigation cancels pending requests of the page before.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') return
    problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`answer ${response.status()}: ${response.url()}`)
  })
}

async function ownDatabase(worker: number): Promise<string> {
  const url = new URL(process.env.E2E_POSTGRES_URL ?? '')
  const name = `golconda_e2e_${process.pid}_${worker}`
  await runSql(url.href, `create database ${name}`)
  url.pathname = name
  return url.href
}

async function runSql(url: string, statement: string, values: unknown[] = []) {
  if (url === '') throw new Error('Only tests with the tag @postgres may change data by SQL')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** Opens a page and waits for hydration; returns the HTTP status. */
export async function visit(page: Page, path: string): Promise<number> {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response?.status() ?? 0
}

/** Waits until the browser is at this path and hydrated. */
export async function waitForPath(page: Page, path: string) {
  await expect(page).toHaveURL(({ pathname }) => decodeURIComponent(pathname) === path)
  await waitForHydration(page)
}

export async function waitForHydration(page: Page) {
  await page.locator('html[data-hydrated]').waitFor({ timeout: 30_000 })
}
