import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { startFakeRazorpay } from '#tests/fakes/razorpay.ts'
import { LIVE_ADMIN, LIVE_URL, liveSettings } from '#tests/live-settings.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { waitForPath } from './fixtures.ts'

/** An empty live shop with a gateway and a mail server, on the embedded database. */
export async function startLiveShop() {
  const ends: (() => void)[] = []
  const onEnd = (end: () => void) => void ends.push(end)
  const razorpay = await startFakeRazorpay(onEnd)
  const mail = await startMailServer({ onEnd })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-live-'))
  const settings = {
    ...liveSettings({ mailUrl: mail.url, razorpayUrl: razorpay.url }),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
  }
  let shop: ShopProcess = await startShop(settings)
  return {
    razorpay,
    mail,
    output: () => shop.output(),
    url: () => shop.url,
    restart: async () => {
      await shop.stop()
      shop = await startShop(settings)
    },
    /** Plays the reverse proxy for the shop's https address. */
    serve: (context: BrowserContext) =>
      context.route(`${LIVE_URL}/**`, (route) => passOn(context, { route, to: shop.url })),
    end: async () => {
      await shop.stop()
      for (const end of ends) end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function passOn(context: BrowserContext, { route, to }: { route: Route; to: string }): Promise<void> {
  const request = route.request()
  const { pathname, search } = new URL(request.url())
  // Admin events are an endless stream, so leave them out.
  if (pathname.endsWith('/events')) return route.abort()
  const cookies = await context.cookies(request.url())
  const body = request.postDataBuffer()
  const isRead = request.method() === 'GET' || request.method() === 'HEAD'
  const answer = await fetch(`${to}${pathname}${search}`, {
    method: request.method(),
    redirect: 'manual',
    headers: {
      ...request.headers(),
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      ...(!isRead && { origin: LIVE_URL }),
    },
    ...(body && { body: new Uint8Array(body) }),
  }).catch(() => undefined)
  // Requests fail while the shop restarts.
  if (!answer) return route.abort('connectionrefused')
  const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers)
  const set = answer.headers.getSetCookie()
  await route.fulfill({
    status: answer.status,
    headers: { ...headers, ...(set.length > 0 && { 'set-cookie': set.join('\n') }) },
    body: Buffer.from(await answer.arrayBuffer()),
  })
}

export async function signInToLiveShop(page: Page): Promise<void> {
  await page.goto(`${LIVE_URL}/admin-login`)
  await page.locator('html[data-hydrated]').waitFor()
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(LIVE_ADMIN.email)
  await main.getByLabel('Password').fill(LIVE_ADMIN.password)
  await main.getByRole('button', { name: 'Login' }).click()
  await waitForPath(page, '/admin')
}
