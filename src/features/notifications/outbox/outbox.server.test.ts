import { eq, isNotNull, like, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { createSendLimiter } from '#src/features/notifications/channels/send-limits.server.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import {
  ChannelNotConfigured,
  cancelMessage,
  type DeliverMessage,
  eraseMessagesTo,
  listMailboxMessages,
  type OutgoingMessage,
  purgeOldMessages,
  queueMessage,
  Undeliverable,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { expectConsoleError } from '#src/testing/expected-errors.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { inTestTransaction, testDatabase } from '#src/testing/test-database.ts'
import { createMail } from '#tests/factories/mail.ts'
import { outboxMessages } from './outbox.table.server.ts'

const hello = {
  channel: 'email',
  to: 'asha@example.com',
  ...createMail('Hello', 'Hello Asha'),
  idempotencyKey: 'hello',
} as const

const wordsOf = (message: OutgoingMessage) => (message.channel === 'email' ? message.subject : message.text)
const keeping = () => {
  const delivered: string[] = []
  const deliver: DeliverMessage = async (message) => void delivered.push(wordsOf(message))
  return { delivered, deliver }
}
const failing: DeliverMessage = () => Promise.reject(new Error('the mail server is away'))
const onlyMessage = async (db: Db) => (await db.select().from(outboxMessages))[0]

it('delivers a message once', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const { delivered, deliver } = keeping()
    expect(await deliverDueMessages(db, deliver, slightlyLater())).toBe(1)
    expect(await deliverDueMessages(db, deliver, addMinutes(slightlyLater(), 1500))).toBe(0)
    expect(delivered).toEqual(['Hello'])
  }))

it('drops a second message about the same event', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await queueMessage(db, { ...hello, body: ['Hello again'] })
    expect(await listMailboxMessages(db)).toMatchObject([{ text: 'Hello Asha' }])
  }))

it('sends no message when the transaction rolls back', () =>
  inTestTransaction(async (db) => {
    const broken = inTransaction(db, async (tx) => {
      await queueMessage(tx, hello)
      throw new Error('the order failed')
    })
    await expect(broken).rejects.toThrow('the order failed')
    expect(await listMailboxMessages(db)).toEqual([])
  }))

it('tries again after 1, 5, 15, 60, 240 and 1440 minutes, and then asks for a person', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    let now = slightlyLater()
    for (const wait of [1, 5, 15, 60, 240, 1440]) {
      expect(await deliverDueMessages(db, failing, now)).toBe(0)
      expect(await onlyMessage(db)).toMatchObject({
        dueAt: addMinutes(now, wait),
        lockedUntil: null,
        failedAt: null,
        lastError: 'the mail server is away',
      })
      now = addMinutes(now, wait)
    }
    await deliverDueMessages(db, failing, now)
    expect(await onlyMessage(db)).toMatchObject({ attempts: 7, failedAt: now, sentAt: null })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, addMinutes(now, 10_000))
    expect(delivered).toEqual([])
  }))

it('waits for the time of the next try', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const now = slightlyLater()
    await deliverDueMessages(db, failing, now)
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, addMinutes(now, 0.9))
    expect(delivered).toEqual([])
    await deliverDueMessages(db, deliver, addMinutes(now, 1))
    expect(delivered).toEqual(['Hello'])
    expect(await onlyMessage(db)).toMatchObject({ attempts: 2, sentAt: addMinutes(now, 1) })
  }))

it('delivers the others when one fails', () =>
  inTestTransaction(async (db) => {
    for (const subject of ['one', 'two', 'three'])
      await queueMessage(db, { ...hello, subject, idempotencyKey: subject })
    const { delivered, deliver } = keeping()
    const picky: DeliverMessage = (message) => (wordsOf(message) === 'two' ? failing(message) : deliver(message))
    expect(await deliverDueMessages(db, picky, slightlyLater())).toBe(2)
    expect(delivered.sort()).toEqual(['one', 'three'])
  }))

it('delivers each message by one process only', async () => {
  const { db } = await testDatabase()
  for (let i = 0; i < 15; i++) await queueMessage(db, { ...hello, subject: `${i}`, idempotencyKey: `${i}` })
  const { delivered, deliver } = keeping()
  const now = slightlyLater()
  await Promise.all(Array.from({ length: 4 }, () => deliverDueMessages(db, deliver, now)))
  expect(delivered.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, i) => i))
})

it('delivers the messages that a dead process had claimed', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await db.update(outboxMessages).set({ lockedUntil: sql`clock_timestamp() - interval '1 second'`, attempts: 1 })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, slightlyLater())
    expect(delivered).toEqual(['Hello'])
  }))

it('leaves what another process is sending to it, even if the clock of this one is an hour ahead', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await db.update(outboxMessages).set({ lockedUntil: sql`clock_timestamp() + interval '1 minute'`, attempts: 1 })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, addMinutes(slightlyLater(), 60))
    expect(delivered).toEqual([])
  }))

it('lists the newest first, for all recipients or one address', () =>
  inTestTransaction(async (db) => {
    for (const [subject, to] of [
      ['one', 'asha@example.com'],
      ['two', 'ravi@example.com'],
      ['three', 'asha@example.com'],
    ] as const)
      await queueMessage(db, { ...hello, subject, to, idempotencyKey: subject })
    const subjects = async (to?: string) => (await listMailboxMessages(db, to)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['three', 'two', 'one'])
    expect(await subjects('Asha@example.com')).toEqual(['three', 'one'])
    expect(await subjects('nobody@example.com')).toEqual([])
  }))

it('erases the messages to a deleted customer', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await queueMessage(db, { ...hello, to: 'ravi@example.com', idempotencyKey: 'ravi' })
    await eraseMessagesTo(db, 'asha@example.com')
    expect(await listMailboxMessages(db)).toMatchObject([{ to: 'ravi@example.com' }])
  }))

it('fails at once when no retry can help', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const now = slightlyLater()
    await deliverDueMessages(db, () => Promise.reject(new Undeliverable('no such box')), now)
    expect(await onlyMessage(db)).toMatchObject({
      failedAt: now,
      suppressedAt: null,
      attempts: 1,
      lastError: 'no such box',
    })
  }))

it('holds what the shop has no way to send, and neither tries again nor calls it failed', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const now = slightlyLater()
    await deliverDueMessages(db, () => Promise.reject(new ChannelNotConfigured('no key')), now)
    expect(await onlyMessage(db)).toMatchObject({
      suppressedAt: now,
      failedAt: null,
      sentAt: null,
      lastError: 'no key',
    })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, addMinutes(now, 10_000))
    expect(delivered).toEqual([])
  }))

it('hands an e-mail on with what its HTML is made of, which is dropped once it is sent', () =>
  inTestTransaction(async (db) => {
    const body = ['Hello Asha', { kind: 'button', label: 'Your order', url: 'https://shop.example/orders' }] as const
    await queueMessage(db, { ...hello, body })
    const handed: OutgoingMessage[] = []
    await deliverDueMessages(db, failing, slightlyLater())
    expect(await onlyMessage(db)).toMatchObject({ body })
    await deliverDueMessages(db, async (message) => void handed.push(message), addMinutes(slightlyLater(), 1))
    const text = 'Hello Asha\n\nYour order: https://shop.example/orders'
    expect(handed).toMatchObject([{ channel: 'email', subject: 'Hello', text, body }])
    expect(await onlyMessage(db)).toMatchObject({ text, body: null })
  }))

it('sends what an older version queued as plain text', () =>
  inTestTransaction(async (db) => {
    const { channel, to, subject, idempotencyKey } = hello
    await db.insert(outboxMessages).values({ channel, to, subject, idempotencyKey, text: 'Hello Asha' })
    const handed: OutgoingMessage[] = []
    await deliverDueMessages(db, async (message) => void handed.push(message), slightlyLater())
    expect(handed).toMatchObject([{ subject: 'Hello', text: 'Hello Asha', body: null }])
  }))

it('hands an SMS on with its template and what goes into it', () =>
  inTestTransaction(async (db) => {
    const filled = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
    await queueMessage(db, { channel: 'sms', to: '+919876543210', ...filled, idempotencyKey: 'paid' })
    const handed: OutgoingMessage[] = []
    await deliverDueMessages(db, async (message) => void handed.push(message), slightlyLater())
    expect(handed).toMatchObject([{ channel: 'sms', to: '+919876543210', ...filled }])
  }))

it('sends three SMS an hour to one number and 200 a day in all; more are held, and what was not taken does not count', () =>
  inTestTransaction(async (db) => {
    const filled = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
    const sent: string[] = []
    let isThere = false
    const mails: string[] = []
    const sendSms = createSendLimiter(db, async ({ mail, idempotencyKey }) =>
      queueMessage(db, { channel: 'email', to: 'maker@golconda.example', ...mail, idempotencyKey }),
    )(async ({ to }) => {
      if (!isThere) throw new Error('the provider is away')
      sent.push(to)
    })
    const deliver: DeliverMessage = async (message) =>
      message.channel === 'sms' ? sendSms(message) : void mails.push(`${message.to}: ${message.text.split('\n')[0]}`)
    const queue = (to: string, nth: number) =>
      queueMessage(db, { channel: 'sms', to, ...filled, idempotencyKey: `${to}-${nth}` })
    const work = async (minutes: number) => {
      while ((await deliverDueMessages(db, deliver, addMinutes(slightlyLater(), minutes))) > 0);
    }
    expectConsoleError()
    for (const nth of [1, 2, 3, 4]) await queue(nth % 2 ? '9876543210' : '+91 98765 43210', nth)
    await work(0)
    isThere = true
    await work(5)
    expect(sent).toHaveLength(3)
    const [inAll] = await db.select().from(rateLimits).where(like(rateLimits.key, 'sms-in-all:%'))
    expect(inAll?.count).toBe(3)
    await db.update(rateLimits).set({ count: 199 }).where(like(rateLimits.key, 'sms-in-all:%'))
    for (const to of ['+917000000001', '+917000000002', '+917000000003']) await queue(to, 1)
    await work(0)
    expect(sent).toHaveLength(4)
    const held = await db
      .select()
      .from(outboxMessages)
      .where(isNotNull(outboxMessages.suppressedAt))
      .orderBy(outboxMessages.lastError)
    expect(held.map(({ lastError }) => lastError)).toEqual([
      'The limit of 200 SMS a day is reached.',
      'The limit of 200 SMS a day is reached.',
      'This number got three SMS within an hour.',
    ])
    await work(0)
    expect(mails).toEqual([
      'maker@golconda.example: This number got three SMS within an hour.',
      'maker@golconda.example: The limit of 200 SMS a day is reached.',
    ])
    const counted = await db.select().from(rateLimits).where(like(rateLimits.key, 'sms-%'))
    expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 0, 1, 1, 1, 3, 200])
  }))

it('custom requests use up no SMS of paid orders, neither of the day nor to the same number', () =>
  inTestTransaction(async (db) => {
    const sent: string[] = []
    const deliver = createSendLimiter(db, async ({ mail, idempotencyKey }) =>
      queueMessage(db, { channel: 'email', to: 'maker@golconda.example', ...mail, idempotencyKey }),
    )(async ({ to, kind }) => void sent.push(`${kind} ${to}`))
    const received = renderSms('custom-order-received', { reference: 'CC-ABCDEF', due: 'soon' })
    const paid = renderSms('order-paid', { amount: '2,149.00', order: 'ORD_1' })
    const numberOf = (nth: number) => `+9198765${String(nth).padStart(5, '0')}`
    expectConsoleError()
    for (let nth = 0; nth < 80; nth++)
      await deliver({ channel: 'sms', to: numberOf(nth), ...received }).catch((error) =>
        expect(error.message).toMatch(/60 a day in total/),
      )
    expect(sent).toHaveLength(60)
    for (const _ of Array(3)) await deliver({ channel: 'sms', to: numberOf(0), ...paid })
    expect(sent.slice(60)).toEqual(Array(3).fill(`order-paid ${numberOf(0)}`))
  }))

it('delays a message, and cancels it before it is sent', () =>
  inTestTransaction(async (db) => {
    const now = slightlyLater()
    await queueMessage(db, { ...hello, notBefore: addMinutes(now, 1) })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, now)
    expect(delivered).toEqual([])
    await cancelMessage(db, hello.idempotencyKey)
    expect(await onlyMessage(db)).toBeUndefined()
    await queueMessage(db, hello)
    await deliverDueMessages(db, deliver, now)
    await cancelMessage(db, hello.idempotencyKey)
    expect(await onlyMessage(db)).toMatchObject({ sentAt: now })
  }))

it('purges texts after thirty days, codes after one, and whole messages after a year', () =>
  inTestTransaction(async (db) => {
    const now = new Date('2026-11-21T10:00:00Z')
    const daysAgo = (days: number) => addMinutes(now, -days * 1440)
    for (const [name, days, isSensitive] of [
      ['young', 29, false],
      ['old', 31, false],
      ['fresh code', 0.9, true],
      ['stale code', 1.1, true],
      ['ancient', 366, false],
    ] as const) {
      await queueMessage(db, { ...hello, subject: name, isSensitive, idempotencyKey: name })
      await db
        .update(outboxMessages)
        .set({ createdAt: daysAgo(days) })
        .where(eq(outboxMessages.idempotencyKey, name))
    }
    await purgeOldMessages(db, now)
    const remaining = await listMailboxMessages(db)
    const left = await db.select().from(outboxMessages).orderBy(outboxMessages.createdAt)
    const words = left.map(
      ({ id, idempotencyKey }) => [idempotencyKey, remaining.find((one) => one.id === id)] as const,
    )
    expect(words.map(([key, one]) => [key, one?.subject, one?.text])).toEqual([
      ['old', 'old', ''],
      ['young', 'young', 'Hello Asha'],
      ['stale code', 'Sign-in code or link', ''],
      ['fresh code', 'fresh code', 'Hello Asha'],
    ])
  }))
