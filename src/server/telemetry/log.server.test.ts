import { DrizzleQueryError } from 'drizzle-orm/errors'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getRequestContext, runInRequestContext, setRequestUser } from '#src/server/http/request-context.server.ts'
import { enableJsonLog, isLogLevelEnabled, type LogFields, log } from './log.server.ts'

const shared = globalThis as typeof globalThis & { logLines?: unknown }
let written: string[] = []

beforeAll(() => enableJsonLog('info', { write: (line) => written.push(line) }))
// Other tests of this process read the console.
afterAll(() => delete shared.logLines)
beforeEach(() => {
  written = []
})

const lines = () => written.map((line) => JSON.parse(line))

it('is one line of JSON with its time in UTC, its level and its message', () => {
  log.warn('A job waits for the database', { job: 'refunds' })
  expect(lines()).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'warn',
      pid: process.pid,
      job: 'refunds',
      msg: 'A job waits for the database',
    },
  ])
})

it('carries the id and the user of its request', () => {
  runInRequestContext({ id: 'abcdefgh-1', route: '/api/orders/:id' }, () => {
    setRequestUser('user-7')
    log.info('Answered', { route: getRequestContext()?.route })
  })
  log.info('Of nobody')
  expect(lines()).toMatchObject([
    { requestId: 'abcdefgh-1', userId: 'user-7', route: '/api/orders/:id' },
    { msg: 'Of nobody' },
  ])
  expect(lines()[1]).not.toHaveProperty('requestId')
})

it('writes no field that is not on its list', () => {
  const careless = { route: '/api/login', cookie: 'session=secret', body: { password: 'hunter2' } } as LogFields
  log.info('Answered', careless)
  expect(written.at(-1)).not.toMatch(/secret|hunter2|cookie|body/)
})

it('contains a failed statement, but never its values', () => {
  const cause = Object.assign(new Error('duplicate key for asha.rao@shopper.example'), { code: '23505' })
  const err = new DrizzleQueryError('insert into "users" ("email") values ($1)', ['asha.rao@shopper.example'], cause)
  log.error('Request failed', { err })
  const [line] = lines()
  expect(JSON.stringify(line)).not.toContain('asha.rao')
  expect(line.err).toMatchObject({
    message: 'Failed query: insert into "users" ("email") values ($1)',
    cause: { code: '23505', message: 'duplicate key for a***@shopper.example' },
  })
})

it.each([
  ['kavya@okaxis paid', 'k***@okaxis paid'],
  ['call +919876543210 now', 'call +91***210 now'],
  ['call 98765 43210 now', 'call 98***210 now'],
  [
    'payment 01JD3Q2V7N8YFZ0K4M5P6R7S8T of 2026-11-22T04:42:25Z',
    'payment 01JD3Q2V7N8YFZ0K4M5P6R7S8T of 2026-11-22T04:42:25Z',
  ],
])('redacts personal data and keeps ids: %s', (sentence, said) => {
  log.info(sentence)
  expect(lines()[0].msg).toBe(said)
})

it('stays one line whatever a client sends', () => {
  log.info('first\r\n{"level":"error","msg":"forged"}')
  expect(written).toEqual([expect.stringMatching(/^[^\r\n]+\n$/)])
})

it('leaves out entries below its level', () => {
  log.debug('kept page')
  expect([lines(), isLogLevelEnabled('debug'), isLogLevelEnabled('info')]).toEqual([[], false, true])
})
