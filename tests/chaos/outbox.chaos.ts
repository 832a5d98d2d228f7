import { expect, it } from 'vitest'
import { runOutboxTrial } from './outbox-trial.ts'

/** bench/outbox.ts does the same with 10,000 messages and 20 kills. */
const MESSAGES = 300
const KILLS = 2

it.each([
  ['the embedded database', true],
  ['PostgreSQL', false],
])(
  `${MESSAGES} messages leave in order of worth and none is lost, through ${KILLS} kills on %s`,
  async (where, isEmbedded) => {
    const trial = await runOutboxTrial({ isEmbedded, messages: MESSAGES, kills: KILLS, isHurried: true })
    const { lost, differing, unexplained, doubles, mostDoubles, late, mostLate } = trial
    expect({ lost, differing, unexplained }).toEqual({ lost: 0, differing: 0, unexplained: 0 })
    expect(doubles).toBeLessThanOrEqual(mostDoubles)
    expect(late).toBeLessThanOrEqual(mostLate)
    console.log(`${MESSAGES} messages on ${where}`, trial)
  },
)
