import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { listFiles } from './scripts/house/files.ts'
import { findImporters } from './scripts/house/imports.ts'

const TESTS = '{src,db,tests}/**/*.test.ts'
/** What one session cannot show: real concurrency. */
const POSTGRES_ONLY = '**/*.postgres.test.ts'

/** These take longest. A fresh clone knows no durations, and would keep other workers waiting for them at the end. */
const LONGEST = /money\.property|db\/upgrade|list-orders|limits\/|rate-limits/

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(specifications)).toSorted((one, other) => isShort(one) - isShort(other))
  }
}

const files = Object.values(listFiles()).flat()
/** Tests that reach a database: they, or a file that they import, ask for what a global setup prepared. */
const databaseTests = [...findImporters(files, ({ text }) => text.includes("inject('"))].filter((path) =>
  path.endsWith('.test.ts'),
)

/** A stalled machine must not fail the run; a wrong result must. The gate lists tests that needed the second try. */
const RETRY = { count: 1, condition: /^(Test|Hook) timed out in/ }

const shared = {
  setupFiles: ['src/testing/console.setup.ts'],
  // Plain and printed pages carry their style and name its hash, and previews are drawn in its colours; others are nothing to these tests.
  css: { include: /(plain-page|print-page|tokens)\.css/ },
  // A machine that others use stalls; a limit here is for tests that hang.
  testTimeout: 120_000,
  hookTimeout: 60_000,
  retry: RETRY,
}

/** Tests that reach a database run on both; the others run once, with the embedded ones. */
export default defineConfig({
  test: {
    // One process for many files, so that one database is opened a worker; no module keeps state between tests.
    pool: 'forks',
    isolate: false,
    // Some tests wait for timers and servers, so two cores serve three workers.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'embedded',
          include: [TESTS],
          exclude: ['node_modules/**', POSTGRES_ONLY],
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: 'src/testing/embedded.global-setup.ts',
        },
      },
      {
        test: {
          ...shared,
          name: 'postgres',
          include: databaseTests,
          // Thousands of senseless calls say the same of both, and cost half a minute.
          exclude: ['tests/security/api-fuzz.test.ts'],
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
          retry: RETRY,
        },
      },
    ],
  },
})
