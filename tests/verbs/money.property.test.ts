import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '#src/platform/database.server.ts'
import { inTestTransaction, TEST_DATABASE } from '#src/platform/testing/test-database.ts'
import { type brokenInvariants, withInvariantsPlanned } from '#tests/broken-invariants.ts'
import type { Lie } from '#tests/doubles/bank.ts'
import { play } from '#tests/makers/money-history.ts'
import { aCast, aStage, type Cast } from '#tests/makers/money-stage.ts'
import { type MoneyStep, moneySteps, type Shelf, shelf } from '#tests/makers/money-steps.ts'
import { aWatch } from '#tests/makers/money-truths.ts'

/** Thrown to make the database forget a history. */
class TakeBack extends Error {}

type Telling = { cast: Cast; ask: typeof brokenInvariants; lie?: Lie }
type History = { shelf: Shelf; steps: MoneyStep[] }

/** Plays a history and takes it back; after every step all that must be true of the shop's data is true. */
async function tell(db: Db, { cast, ask, lie }: Telling, { shelf, steps }: History): Promise<void> {
  await db
    .transaction(async (tx) => {
      const stage = aStage(tx, { cast, shelf, lie })
      const untrue = await aWatch(stage, ask)
      for (const step of steps) {
        await play(stage, step)
        expect(await untrue()).toEqual([])
      }
      throw new TakeBack()
    })
    .catch((error) => {
      if (!(error instanceof TakeBack)) throw error
    })
}

/** How a run that failed is played again: MONEY_REPLAY='{"seed":…,"path":"…"}', as its report says. */
const REPLAY: { seed?: number; path?: string } = JSON.parse(process.env.MONEY_REPLAY ?? '{}')
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? (TEST_DATABASE === 'embedded' ? 1000 : 100))

type Run = { histories: number; fault?: { sql?: string; lie?: Lie } }

/** The report of the run, with the shortest history that fails and how to play it again; nothing when all is well. */
async function run({ histories, fault = {} }: Run): Promise<string | undefined> {
  let report: string | undefined
  await inTestTransaction(async (db) => {
    const cast = await aCast(db)
    if (fault.sql) await db.execute(sql.raw(fault.sql))
    await withInvariantsPlanned(db, async (ask) => {
      const property = fc.asyncProperty(shelf, moneySteps, (shelf, steps) =>
        tell(db, { cast, ask, lie: fault.lie }, { shelf, steps }),
      )
      const outcome = await fc.check(property, { numRuns: histories, ...REPLAY })
      if (outcome.failed) report = await fc.asyncDefaultReportMessage(outcome)
    })
  })
  return report
}

beforeEach(() => {
  // The bank does not answer in some histories, and the shop says so.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

describe('money and stock', () => {
  it('are never wrong, whatever happens in whatever order', { timeout: 400_000 }, async () => {
    expect(await run({ histories: HISTORIES })).toBeUndefined()
  })
})
