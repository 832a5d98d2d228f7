import { eq, isNotNull } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createOutboxJob } from './deliver-outbox.server.ts'
import { findMailProblem } from './mail-delivery.server.ts'
import { ChannelUnavailable, queueMessage } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

async function createShop() {
  const lines: string[] = []
  for (const level of ['warn', 'info'] as const) {
    const spy = vi.spyOn(log, level).mockImplementation((line) => void lines.push(line))
    onTestFinished(() => spy.mockRestore())
  }
  const { db, kind } = await testDatabase()
  const server: { error: Error | undefined } = { error: new ChannelUnavailable('connect ECONNREFUSED') }
  let time = slightlyLater()
  const run = createOutboxJob(
    { db, kind },
    {
      deliver: async () => {
        if (server.error) throw server.error
      },
      now: () => time,
      signal: new AbortController().signal,
    },
  )
  /** Runs the job every minute. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      time = addMinutes(time, 1)
      await run()
    }
  }
  const leap = async (hours: number) => {
    time = addMinutes(time, hours * 60)
    await run()
  }
  const message = async () => (await db.select().from(outboxMessages).where(eq(outboxMessages.subject, 'one')))[0]
  return { db, server, run, pass, leap, message, lines, now: () => time }
}

const queue = (db: Db, subject: string, expiresAt?: Date) =>
  queueMessage(db, {
    ...{ channel: 'email', to: 'asha@example.com', ...composeMail('order-paid', subject, ['Hello']) },
    ...{ idempotencyKey: subject, ...(expiresAt && { expiresAt }) },
  })

const countSent = (db: Db) => db.$count(outboxMessages, isNotNull(outboxMessages.sentAt))

it('sends what waited for the mail server within five minutes of its repair, however long that took', async () => {
  const { db, server, run, pass, leap, message, lines } = await createShop()
  for (const subject of ['one', 'two']) await queue(db, subject)
  await run()
  await pass(90)
  await leap(20)
  expect(await message()).toMatchObject({ attempts: 0, lastError: 'connect ECONNREFUSED', failedAt: null })
  server.error = undefined
  await pass(5)
  expect(await countSent(db)).toBe(2)
  expect(lines).toEqual(['E-mail cannot be sent; messages wait', 'E-mail can be sent again'])
})

it('gives a message up after 29 hours without a mail server, and after its seventh refusal otherwise', async () => {
  const { db, server, run, leap, message } = await createShop()
  await queue(db, 'one')
  await run()
  await leap(28)
  expect(await message()).toMatchObject({ failedAt: null })
  server.error = new Error('450 greylisted')
  await leap(0.5)
  expect(await message()).toMatchObject({ failedAt: null, attempts: 1, unavailableSince: null })
  server.error = new ChannelUnavailable('connect ECONNREFUSED')
  await leap(28)
  expect(await message()).toMatchObject({ failedAt: null, attempts: 1 })
  await leap(30)
  expect(await message()).toMatchObject({ failedAt: expect.any(Date), unreportedFailure: 'other' })
})

it('a clock that is set back delays a message by no more than a minute', async () => {
  const { db, server, run, pass, leap } = await createShop()
  await queue(db, 'one')
  await run()
  await leap(2)
  await leap(-1.9)
  server.error = undefined
  await leap(1.9)
  await pass(5)
  expect(await countSent(db)).toBe(1)
})

it('names the answer of the mail server even after the code it was to send has expired', async () => {
  const { db, run, leap, now } = await createShop()
  expect(await findMailProblem(db)).toContain('No e-mail has been sent yet.')
  await queue(db, 'one', addMinutes(now(), 10))
  await run()
  await leap(1)
  expect(await findMailProblem(db)).toBe(
    'The mail server does not take e-mail: Expired before it could be sent. connect ECONNREFUSED',
  )
})
