import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#src/testing/postgres-server.ts'
import { test } from '#tests/e2e/fixtures.ts'

/** These pages cover most components; each one more costs seconds of compilation. */
const PAGES = ['/about', '/products', '/', '/product/1', '/dev/gallery']

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

/** Every test fails when its browser complains. */
test('the console of the development server is clean', async ({ page, browserErrors }) => {
  // The gallery shows a picture that fails.
  browserErrors.expect(/\/missing\.webp/)
  test.setTimeout(180_000)
  const server = await aDevelopmentServer()
  try {
    for (const address of PAGES) {
      await page.goto(server.url + address, { timeout: 90_000 })
      await page.locator('html[data-hydrated]').waitFor({ timeout: 60_000 })
      // React reports mismatches after full hydration.
      await page.waitForLoadState('networkidle')
    }
    // A slow machine still compiles what the page loads late; leaving the page cancels those requests.
    await page.goto('about:blank')
  } finally {
    await server.stop()
  }
})
