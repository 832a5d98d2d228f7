import { eq, isNotNull } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createOutboxJob } from './deliver-outbox.server.ts'
import { ChannelUnavailable, queueMessage } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

const queue = (db: Db, idempotencyKey: string) =>
  queueMessage(db, {
    ...{ channel: 'email', to: 'asha@example.com', ...composeMail('order-paid', idempotencyKey, ['Hello']) },
    idempotencyKey,
  })

async function createShop() {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  const { db, kind } = await testDatabase()
  const server = { isDown: true, refused: new Set<string>() }
  let time = slightlyLater()
  const start = () =>
    createOutboxJob(
      { db, kind },
      {
        deliver: async (message) => {
          const { subject } = { subject: '', ...message }
          if (server.isDown || server.refused.has(subject)) throw new ChannelUnavailable('connect ECONNREFUSED')
        },
        now: () => time,
        signal: new AbortController().signal,
      },
    )
  const pass = (minutes: number) => {
    time = addMinutes(time, minutes)
  }
  const attempts = async () => (await db.select().from(outboxMessages)).map(({ attempts }) => attempts)
  const sent = () => db.$count(outboxMessages, isNotNull(outboxMessages.sentAt))
  return { db, server, start, pass, attempts, sent, warned }
}

it('logs once that the mail server takes no e-mail, and sends all that waited once it takes one', async () => {
  const { db, server, start, pass, attempts, sent, warned } = await createShop()
  const run = start()
  for (const key of ['one', 'two', 'three']) await queue(db, key)
  for (const minutes of [0, 1, 5, 15]) {
    pass(minutes)
    await run()
  }
  expect(await attempts()).toEqual([4, 4, 4])
  expect(warned.mock.calls.map(([message]) => message)).toEqual(['E-mail cannot be sent; messages wait'])
  pass(2)
  server.isDown = false
  await run()
  expect(await sent()).toBe(0)
  await queue(db, 'four')
  await run()
  expect(await sent()).toBe(4)
})

it('sends after a start what waited before it, whose settings may be mended, and counts no attempt for it', async () => {
  const { db, server, start, attempts, sent } = await createShop()
  await queue(db, 'one')
  for (let restarts = 0; restarts < 9; restarts++) await start()()
  expect(await attempts()).toEqual([1])
  server.isDown = false
  await start()()
  expect(await sent()).toBe(1)
})

it('leaves a message that ends each connection to its usual waits while others are sent', async () => {
  const { db, server, start, attempts, sent } = await createShop()
  const run = start()
  server.isDown = false
  server.refused.add('poison')
  await queue(db, 'poison')
  for (const key of ['one', 'two', 'three']) {
    await queue(db, key)
    await run()
  }
  expect(await sent()).toBe(3)
  expect(await attempts()).toContain(1)
  expect(await db.$count(outboxMessages, eq(outboxMessages.attempts, 1))).toBe(4)
})
