import { eq, isNotNull } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { composeMail } from '#src/features/notifications/mail/mail.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { createOutboxJob, deliverDueMessages, SEND_SLOTS } from './deliver-outbox.server.ts'
import { type DeliverMessage, queueMessage } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

const queue = (db: Db, kind: MailKind, idempotencyKey: string = kind) =>
  queueMessage(db, {
    ...{ channel: 'email', to: 'asha@example.com', ...composeMail(kind, idempotencyKey, ['Hello']) },
    idempotencyKey,
  })
const queueMany = async (db: Db, kind: MailKind, many: number) => {
  for (let nth = 0; nth < many; nth++) await queue(db, kind, `${kind} ${nth}`)
}
const recording = () => {
  const sent: string[] = []
  const deliver = async (message: { subject?: string; text: string }) => void sent.push(message.subject ?? message.text)
  return { sent, deliver }
}

it('sends sign-in codes first, then news of payments and orders, alerts to admins, and offers last', () =>
  inTestTransaction(async (db) => {
    for (const kind of ['price-drop', 'low-stock', 'order-shipped', 'refund-done', 'sign-in-code'] as const)
      await queue(db, kind)
    const { sent, deliver } = recording()
    await deliverDueMessages(db, deliver, slightlyLater())
    expect(sent).toEqual(['sign-in-code', 'refund-done', 'order-shipped', 'low-stock', 'price-drop'])
  }))

it('sends an important message first that became due last', () =>
  inTestTransaction(async (db) => {
    await queueMany(db, 'price-drop', 12)
    await queue(db, 'sign-in-code')
    const { sent, deliver } = recording()
    await deliverDueMessages(db, deliver, slightlyLater())
    expect(sent[0]).toBe('sign-in-code')
  }))

it('sends an unimportant message that has waited for an hour, even while important ones are due', () =>
  inTestTransaction(async (db) => {
    await queue(db, 'price-drop')
    await queueMany(db, 'order-paid', 30)
    const { sent, deliver } = recording()
    const now = slightlyLater()
    await deliverDueMessages(db, deliver, now)
    expect(sent).not.toContain('price-drop')
    const hourAgo = addMinutes(now, -61)
    await db.update(outboxMessages).set({ dueAt: hourAgo }).where(eq(outboxMessages.idempotencyKey, 'price-drop'))
    await deliverDueMessages(db, deliver, now)
    expect(sent).toContain('price-drop')
  }))

it('fails a code that has expired, without an alert', async () => {
  const { db, kind } = await testDatabase()
  const now = slightlyLater()
  const code = (idempotencyKey: string, minutes: number) =>
    queueMessage(db, {
      ...{ channel: 'email', to: 'asha@example.com', ...composeMail('sign-in-code', idempotencyKey, ['123456']) },
      ...{ idempotencyKey, isSensitive: true },
      ...{ notBefore: addMinutes(now, minutes), expiresAt: addMinutes(now, minutes + 10) },
    })
  for (let nth = 0; nth < 30; nth++) await code(`old ${nth}`, -45)
  await code('just expired', -10)
  await code('fresh', -9)
  const { sent, deliver } = recording()
  await createOutboxJob({ db, kind }, { deliver, now: () => now, signal: new AbortController().signal })()
  expect(sent).toEqual(['fresh'])
  const { failedAt, idempotencyKey } = outboxMessages
  const failed = await db.select().from(outboxMessages).where(isNotNull(failedAt)).orderBy(idempotencyKey)
  expect(failed).toHaveLength(31)
  expect(failed[0]).toMatchObject({
    ...{ idempotencyKey: 'just expired', lastError: 'Expired before it could be sent.', failedAt: now },
    ...{ encryptedText: null, unreportedFailure: null },
  })
})

it('sends all that is due in one run, by each channel, whatever another channel does', async () => {
  const { db, kind } = await testDatabase()
  await queueMany(db, 'order-paid', 25)
  const sms = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
  await queueMessage(db, { channel: 'sms', to: '+919876543210', ...sms, idempotencyKey: 'sms' })
  const { sent, deliver } = recording()
  const slow = Promise.withResolvers<void>()
  const run = createOutboxJob(
    { db, kind },
    {
      deliver: async (message) => void (await (message.channel === 'sms' ? slow.promise : deliver(message))),
      now: slightlyLater,
      signal: new AbortController().signal,
    },
  )
  const running = run()
  await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(25)
  slow.resolve()
  await running
  expect(await db.$count(outboxMessages, eq(outboxMessages.attempts, 1))).toBe(26)
})

it('sends at once what a process had claimed that died, when the embedded shop starts again', async () => {
  const { db } = await testDatabase()
  await queue(db, 'sign-in-code')
  await db.update(outboxMessages).set({ lockedUntil: addMinutes(slightlyLater(), 1), attempts: 1 })
  const sentBy = async (kind: 'embedded' | 'postgres') => {
    const { sent, deliver } = recording()
    await createOutboxJob({ db, kind }, { deliver, now: slightlyLater, signal: new AbortController().signal })()
    return sent
  }
  expect(await sentBy('postgres')).toEqual([])
  expect(await sentBy('embedded')).toEqual(['sign-in-code'])
})

it('leaves to the next claim what it could not begin in time, because another process may send it by then', async () => {
  const { db, kind } = await testDatabase()
  await queueMany(db, 'order-paid', SEND_SLOTS + 2)
  const { sent, deliver } = recording()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const slowly: DeliverMessage = async (message) => {
    await deliver(message)
    vi.advanceTimersByTime(40_000)
  }
  const options = { deliver: slowly, now: slightlyLater, signal: new AbortController().signal }
  const run = createOutboxJob({ db, kind }, options)
  await run()
  expect(sent).toHaveLength(SEND_SLOTS)
  await db
    .update(outboxMessages)
    .set({ lockedUntil: new Date(0) })
    .where(isNotNull(outboxMessages.lockedUntil))
  await run()
  expect(new Set(sent).size).toBe(SEND_SLOTS + 2)
  expect(sent).toHaveLength(SEND_SLOTS + 2)
})
