import { expect, it, onTestFinished } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { isDatabaseUnavailable } from '#src/db/database.server.ts'
import { openDatabase } from '#src/db/open-database.server.ts'
import { breakableConnection } from '#src/testing/breakable-connection.ts'
import { failureOf } from '#src/testing/resources.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { testDatabaseUrl } from '#src/testing/test-database.ts'
import { createMail } from '#tests/factories/mail.ts'
import { createOutboxJob } from './deliver-outbox.server.ts'
import { type DeliverMessage, queueMessage, Undeliverable } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

/** An outbox with three mails; the line to its database breaks when the first one has left. */
async function openBreakingOutbox(answer: () => void) {
  const line = await breakableConnection(await testDatabaseUrl())
  const { db, kind, close } = await openDatabase({ url: line.url })
  onTestFinished(close)
  for (const idempotencyKey of ['one', 'two', 'three'])
    await queueMessage(db, {
      channel: 'email',
      to: 'asha@example.com',
      ...createMail('Hello', 'Hello'),
      idempotencyKey,
    })
  const sent: string[] = []
  const deliver: DeliverMessage = async ({ id }) => {
    sent.push(id)
    line.cut()
    answer()
  }
  const [start, clock] = [slightlyLater(), { minutes: 0 }]
  const now = () => addMinutes(start, clock.minutes)
  const run = createOutboxJob({ db, kind }, { deliver, now, signal: new AbortController().signal })
  const rows = () => db.select().from(outboxMessages)
  return { line, run, rows, sent, clock }
}

it('mails that left while the database was away are not sent again when it is back', async () => {
  const { line, run, rows, sent, clock } = await openBreakingOutbox(() => {})
  expect(isDatabaseUnavailable(await failureOf(run()))).toBe(true)
  expect(sent).toHaveLength(3)
  // The claims of the first run have ended.
  clock.minutes = 2
  expect(isDatabaseUnavailable(await failureOf(run()))).toBe(true)
  line.restore()
  await run()
  expect(sent).toHaveLength(3)
  expect(await rows()).toMatchObject(Array(3).fill({ attempts: 1, sentAt: expect.any(Date), lockedUntil: null }))
})

it('mails that were refused while the database was away are shown as failed when it is back', async () => {
  const { line, run, rows, sent } = await openBreakingOutbox(() => {
    throw new Undeliverable('No such mailbox')
  })
  await failureOf(run())
  line.restore()
  await run()
  expect(sent).toHaveLength(3)
  expect(await rows()).toMatchObject(Array(3).fill({ lastError: 'No such mailbox', failedAt: expect.any(Date) }))
})
