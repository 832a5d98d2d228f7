import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { type brokenInvariants, withInvariantsPlanned } from '#tests/broken-invariants.ts'
import type { EventDistortion } from '#tests/fakes/bank.ts'
import { createInvariantChecker, withPreparedLedger } from './money-invariants.ts'
import { type MoneyStep, moneySteps, type StockSetup, stockSetup } from './money-steps.ts'
import { runMoneyStep } from './run-step.ts'
import { createScenario, createScenarioFixtures, type ScenarioFixtures } from './scenario.ts'

/** Rolls a history back. */
class TakeBack extends Error {}

type Replay = { cast: ScenarioFixtures; ask: typeof brokenInvariants; lie?: EventDistortion }
type History = { storage: StockSetup; steps: MoneyStep[] }

/** Runs a history and rolls it back, checking every invariant after each step. */
async function tell(db: Db, { cast, ask, lie }: Replay, { storage, steps }: History): Promise<void> {
  await db
    .transaction(async (tx) => {
      const stage = createScenario(tx, { cast, storage, lie })
      const untrue = createInvariantChecker(stage, ask)
      for (const step of steps) {
        await runMoneyStep(stage, step)
        const sentences = await untrue()
        if (sentences.length > 0) throw new Error(`After '${step.do}' it is not true:\n${sentences.join('\n')}`)
      }
      throw new TakeBack()
    })
    .catch((error) => {
      if (!(error instanceof TakeBack)) throw error
    })
}

/** Repeats a failed run: MONEY_REPLAY='{"seed":…,"path":"…"}' with the values of its report. */
const REPLAY: { seed?: number; path?: string } = JSON.parse(process.env.MONEY_REPLAY ?? '{}')
/** On each of two databases. Each takes about 50 ms; MONEY_HISTORIES=10000 looks deeper. */
const HISTORIES = Number(process.env.MONEY_HISTORIES ?? 500)

type Fault = { statements?: string[]; lie?: EventDistortion }

/** The shortest failing history and how to repeat it; nothing if all is well. */
async function run(
  parameters: fc.Parameters<[StockSetup, MoneyStep[]]>,
  fault: Fault = {},
): Promise<string | undefined> {
  let report: string | undefined
  await inTestTransaction(async (db) => {
    const cast = await createScenarioFixtures(db)
    for (const statement of fault.statements ?? []) await db.execute(sql.raw(statement))
    const check = async (ask: typeof brokenInvariants) => {
      const property = fc.asyncProperty(stockSetup, moneySteps, (storage, steps) =>
        tell(db, { cast, ask, lie: fault.lie }, { storage, steps }),
      )
      const outcome = await fc.check(property, { ...parameters, includeErrorInReport: true })
      if (outcome.failed) report = await fc.asyncDefaultReportMessage(outcome)
    }
    await withInvariantsPlanned(db, (ask) => withPreparedLedger(db, () => check(ask)))
  })
  return report
}

beforeEach(() => {
  // Some histories include an unreachable bank, which the shop logs.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

it('money and stock keep every invariant in any sequence of events', {
  timeout: 600_000 + HISTORIES * 500,
}, async () => {
  expect(await run({ numRuns: HISTORIES, ...REPLAY })).toBeUndefined()
})

/** Mutations of the shop: each must be found, or the property above proves nothing. */
describe('the model finds a fault', { timeout: 300_000 }, () => {
  const found = (fault: Fault) => run({ numRuns: 300, seed: 2026, endOnFailure: true }, fault)

  it('when an event that is delivered twice counts twice', async () => {
    const report = await found({
      statements: [
        `create function lose_event_id() returns trigger language plpgsql as
          $$ begin new.event_id := gen_random_uuid()::text; return new; end $$`,
        `create trigger lose_event_id before insert on payment_events for each row execute function lose_event_id()`,
      ],
    })
    expect(report).toContain('The same event twice changed the shop')
  })

  it('when stock is returned twice: released and restocked', async () => {
    const report = await found({
      statements: [
        `create function release_twice() returns trigger language plpgsql as
          $$ begin update products set stock = stock + old.quantity where id = old.product_id; return old; end $$`,
        `create trigger release_twice after delete on stock_reservations for each row execute function release_twice()`,
      ],
    })
    expect(report).toContain('stock is the sum of its ledger')
  })

  it('when a gateway reports the expected amount instead of the received one', async () => {
    const TOTALS = [214_900, 399_800].map(paise)
    const lie: EventDistortion = (event) => {
      if (event.status?.kind !== 'success') return event
      const { amount } = event.status
      const expected = TOTALS.find((total) => Math.abs(total - amount) <= 100) ?? amount
      return { ...event, status: { ...event.status, amount: expected } }
    }
    expect(await found({ lie })).toContain('a payment is not paid with less than it asks for')
  })
})
