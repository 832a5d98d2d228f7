import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#src/testing/postgres-server.ts'

/** These pages cover most components; each one more costs seconds of compilation. */
const PAGES = ['/about', '/products', '/', '/product/1']

/** Runs `npm run dev` with its own data; resolves when it responds. */
async function aDevelopmentServer() {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'golconda-dev-'))
  const server = spawn('vite', ['dev'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'development' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const answers = async () => (await fetch(`${url}/healthz-of-vite`).catch(() => undefined)) !== undefined
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 100))
  const stop = async () => {
    server.kill()
    await once(server, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

test('operations 13: the console of the development server is clean', async ({ page }) => {
  test.setTimeout(180_000)
  const server = await aDevelopmentServer()
  try {
    const complaints: string[] = []
    page.on('console', (message) => {
      const isAboutSession = / 401 /.test(message.text()) && message.location().url.endsWith('/api/auth/user')
      if (message.type() === 'error' && !isAboutSession) complaints.push(`${page.url()} ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`))
    for (const address of PAGES) {
      await page.goto(server.url + address, { timeout: 90_000 })
      await page.locator('html[data-hydrated]').waitFor({ timeout: 60_000 })
      // React reports mismatches after full hydration.
      await page.waitForLoadState('networkidle')
    }
    expect(complaints).toEqual([])
  } finally {
    await server.stop()
  }
})
