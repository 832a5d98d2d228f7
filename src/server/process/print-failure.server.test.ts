import { expect, it } from 'vitest'
import { InvalidEnvError } from '#src/server/config/env.server.ts'
import { describeFailure } from './print-failure.server.ts'

const REFUSED = new Error('connect ECONNREFUSED 127.0.0.1:5432')

it.each([
  [
    'each problem of the settings',
    new InvalidEnvError(['PORT: too large', 'PUBLIC_URL: missing']),
    ['  - PORT: too large', '  - PUBLIC_URL: missing'],
  ],
  [
    'an error and its cause',
    new Error('The file does not open', { cause: REFUSED }),
    ['  - The file does not open', `    (${REFUSED.message})`],
  ],
  [
    'a cause once',
    new Error(`DATABASE_URL: ${REFUSED.message}`, { cause: REFUSED }),
    [`  - DATABASE_URL: ${REFUSED.message}`],
  ],
  ['what is not an error', 'no', ['  - no']],
])('an operator reads %s', (_what, error, lines) => {
  expect(describeFailure('The shop does not start', error)).toEqual(['The shop does not start:', ...lines])
})
