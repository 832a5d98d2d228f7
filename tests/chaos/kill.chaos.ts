import { expect, it } from 'vitest'
import { killProcesses, runTrial } from './trial.ts'

/** npm test kills a few times; npm run chaos -- --kills 25 as often as wanted; bench/chaos.ts many more. */
const KILLS = Number(process.env.CHAOS_KILLS ?? 3)

it.each([
  ['the embedded database', true],
  ['PostgreSQL, one of two processes at a time', false],
])(`${KILLS} times kill -9 during sales, on %s`, async (where, isEmbedded) => {
  const trial = await runTrial({ isEmbedded, fault: killProcesses, times: KILLS, perSecond: 4 })
  const { counts, observations, settledAfter, recovery, ...problems } = trial
  expect(problems).toEqual({ broken: {}, complaints: [] })
  expect(settledAfter).toBeLessThan(Number.POSITIVE_INFINITY)
  expect(recovery).toHaveLength(KILLS)
  // Otherwise the kills missed the load, and the test proves nothing.
  expect(counts.cut).toBeGreaterThanOrEqual(KILLS)
  expect(observations.placed.size).toBeGreaterThan(KILLS)
  expect(observations.paid.size).toBeGreaterThanOrEqual(KILLS)
  console.log(
    `${KILLS} kills on ${where}, ${observations.placed.size} orders, ${observations.paid.size} payments`,
    counts,
  )
})
