import { defineConfig } from 'vitest/config'

const TESTS = [
  'src/**/*.test.ts',
  'db/**/*.test.ts',
  'tests/integration/**/*.test.ts',
  'tests/{coverage,security}/**/*.test.ts',
]
/** What one session cannot show: real concurrency. */
const POSTGRES_ONLY = '**/*.postgres.test.ts'

const shared = {
  include: TESTS,
  setupFiles: ['src/testing/console.setup.ts'],
  // Plain and printed pages carry their style and name its hash, and previews are drawn in its colours; others are nothing to these tests.
  css: { include: /(plain-page|print-page|tokens)\.css/ },
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/** The same tests on both databases. */
export default defineConfig({
  test: {
    // One process for many files, so that one database is opened a worker; no module keeps state between tests.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'embedded',
          exclude: ['node_modules/**', POSTGRES_ONLY],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: 'src/testing/embedded.global-setup.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          // Thousands of senseless calls say the same of both, and cost half a minute.
          exclude: ['node_modules/**', 'tests/security/api-fuzz.test.ts'],
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: 'src/testing/postgres.global-setup.ts',
        },
      },
      {
        // The built shop as processes that are raced and killed (npm run chaos).
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.chaos.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
