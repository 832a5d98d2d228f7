import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/ci/chromium.ts'
import type { ShopOptions } from './tests/e2e/fixtures.ts'

/** Found once, by the process that starts the workers. */
process.env.CHROMIUM_PATH ||= findChromium()

/** What only looks at the shop looks the same on both databases; their SQL is tested on both by the other tests. */
const ON_POSTGRES = /@postgres|on a phone .*finds a bar, pays by UPI/

export default defineConfig<object, ShopOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each worker has a shop of its own. Where system calls are slow, two workers finish sooner than three on two cores.
  workers: 2,
  // A race lost on a slow machine must not fail the run. The gate lists tests that needed the second try.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  globalSetup: './tests/e2e/global.setup.ts',
  projects: [
    // Few tests: one shop is enough for them, and starting more takes longer.
    { name: 'postgres', use: { database: 'postgres' }, grep: ON_POSTGRES, workers: 1 },
    { name: 'embedded', use: { database: 'embedded' }, grepInvert: ON_POSTGRES },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Clicks wait until their target stands still. Tests of animations ask for motion.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Root cannot use Chromium's sandbox; the rest keeps the browser from talking to anybody but the shop.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
