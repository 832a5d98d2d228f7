import { expect, it } from 'vitest'
import { minutesLater } from '#src/core/dates.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { inTestTransaction, testDatabase } from '#src/platform/testing/test-database.ts'
import { messages } from './messages.table.server.ts'
import {
  type Deliver,
  deliverDueMessages,
  forgetMessagesTo,
  listKeptMessages,
  queueMessage,
} from './notifications.server.ts'

const hello = {
  channel: 'email',
  to: 'asha@example.com',
  subject: 'Hello',
  text: 'Hello Asha',
  dedupeKey: 'hello',
} as const
/** A little later than the database's clock, so that what was just queued is due. */
const soon = () => minutesLater(new Date(), 0.1)

const keeping = () => {
  const delivered: string[] = []
  const deliver: Deliver = async ({ subject }) => void delivered.push(subject)
  return { delivered, deliver }
}
const failing: Deliver = () => Promise.reject(new Error('the mail server is away'))
const onlyMessage = async (db: Db) => (await db.select().from(messages))[0]

it('delivers a message once', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const { delivered, deliver } = keeping()
    expect(await deliverDueMessages(db, deliver, soon())).toBe(1)
    expect(await deliverDueMessages(db, deliver, minutesLater(soon(), 1500))).toBe(0)
    expect(delivered).toEqual(['Hello'])
  }))

it('drops a second message about the same event', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await queueMessage(db, { ...hello, text: 'Hello again' })
    expect(await listKeptMessages(db)).toMatchObject([{ text: 'Hello Asha' }])
  }))

it('says nothing about what did not happen', () =>
  inTestTransaction(async (db) => {
    const broken = inTransaction(db, async (tx) => {
      await queueMessage(tx, hello)
      throw new Error('the order failed')
    })
    await expect(broken).rejects.toThrow('the order failed')
    expect(await listKeptMessages(db)).toEqual([])
  }))

it('tries again after 1, 5, 15, 60, 240 and 1440 minutes, and then asks for a person', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    let now = soon()
    for (const wait of [1, 5, 15, 60, 240, 1440]) {
      expect(await deliverDueMessages(db, failing, now)).toBe(0)
      expect(await onlyMessage(db)).toMatchObject({
        dueAt: minutesLater(now, wait),
        lockedUntil: null,
        failedAt: null,
        lastError: 'the mail server is away',
      })
      now = minutesLater(now, wait)
    }
    await deliverDueMessages(db, failing, now)
    expect(await onlyMessage(db)).toMatchObject({ attempts: 7, failedAt: now, sentAt: null })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, minutesLater(now, 10_000))
    expect(delivered).toEqual([])
  }))

it('waits for the time of the next try', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const now = soon()
    await deliverDueMessages(db, failing, now)
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, minutesLater(now, 0.9))
    expect(delivered).toEqual([])
    await deliverDueMessages(db, deliver, minutesLater(now, 1))
    expect(delivered).toEqual(['Hello'])
    expect(await onlyMessage(db)).toMatchObject({ attempts: 2, sentAt: minutesLater(now, 1) })
  }))

it('delivers the others when one fails', () =>
  inTestTransaction(async (db) => {
    for (const subject of ['one', 'two', 'three']) await queueMessage(db, { ...hello, subject, dedupeKey: subject })
    const { delivered, deliver } = keeping()
    const picky: Deliver = (message) => (message.subject === 'two' ? failing(message) : deliver(message))
    expect(await deliverDueMessages(db, picky, soon())).toBe(2)
    expect(delivered.sort()).toEqual(['one', 'three'])
  }))

it('delivers each message by one process only', async () => {
  const { db } = await testDatabase()
  for (let i = 0; i < 15; i++) await queueMessage(db, { ...hello, subject: `${i}`, dedupeKey: `${i}` })
  const { delivered, deliver } = keeping()
  const now = soon()
  await Promise.all(Array.from({ length: 4 }, () => deliverDueMessages(db, deliver, now)))
  expect(delivered.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, i) => i))
})

it('takes over what a process took along when it died', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    const now = soon()
    await db.update(messages).set({ lockedUntil: minutesLater(now, 2), attempts: 1 })
    const { delivered, deliver } = keeping()
    await deliverDueMessages(db, deliver, minutesLater(now, 1))
    expect(delivered).toEqual([])
    await deliverDueMessages(db, deliver, minutesLater(now, 2))
    expect(delivered).toEqual(['Hello'])
  }))

it('lists the newest first, for everybody or for one address', () =>
  inTestTransaction(async (db) => {
    for (const [subject, to] of [
      ['one', 'asha@example.com'],
      ['two', 'ravi@example.com'],
      ['three', 'asha@example.com'],
    ] as const)
      await queueMessage(db, { ...hello, subject, to, dedupeKey: subject })
    const subjects = async (to?: string) => (await listKeptMessages(db, to)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['three', 'two', 'one'])
    expect(await subjects('Asha@example.com')).toEqual(['three', 'one'])
    expect(await subjects('nobody@example.com')).toEqual([])
  }))

it('forgets what was said to somebody who leaves', () =>
  inTestTransaction(async (db) => {
    await queueMessage(db, hello)
    await queueMessage(db, { ...hello, to: 'ravi@example.com', dedupeKey: 'ravi' })
    await forgetMessagesTo(db, 'asha@example.com')
    expect(await listKeptMessages(db)).toMatchObject([{ to: 'ravi@example.com' }])
  }))
