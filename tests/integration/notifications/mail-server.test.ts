import { expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { createDelivery } from '#src/features/notifications/channels/channels.server.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orderPaidMail } from '#src/features/payments/payments.messages.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { mailOnlyEnv, UNLIMITED_CHANNELS } from '#tests/factories/channels.ts'
import { createMailedOrder } from '#tests/factories/mailed-order.ts'
import { trustLocalhost } from '#tests/fakes/localhost-certificate.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'

type MailServer = NonNullable<Parameters<typeof startMailServer>[0]>

/** An outbox with one mail, and a mail server that wants TLS. `work` delivers what is due after so many minutes. */
async function openOutbox(db: Db, behaviour: MailServer = {}) {
  trustLocalhost()
  const { mails, counted, url } = await startMailServer({ hasTls: true, ...behaviour })
  const env = { ...mailOnlyEnv(url.replace('127.0.0.1', '0.0.0.0')), MAIL_FROM: 'shop@shop.example' }
  const deliver = createDelivery(env, UNLIMITED_CHANNELS)
  const mail = orderPaidMail(createMailedOrder({ customerName: '<b>Asha</b> & Ravi' }), undefined)
  await queueMessage(db, { channel: 'email', to: 'asha@example.com', ...mail, idempotencyKey: 'order-paid' })
  const start = slightlyLater()
  const work = (minutes: number) => deliverDueMessages(db, deliver, addMinutes(start, minutes))
  const row = async () => (await db.select().from(outboxMessages))[0]
  return { mails, counted, work, row }
}

const messageIdOf = ({ raw }: { raw: string }) => /^Message-ID: (\S+)/im.exec(raw)?.[1]

it('a mail goes over an encrypted connection to a real mail server, once', () =>
  inTestTransaction(async (db) => {
    const { mails, work, row } = await openOutbox(db)
    expect(await work(0)).toBe(1)
    expect(await work(1500)).toBe(0)
    expect(mails).toMatchObject([{ from: 'shop@shop.example', to: ['asha@example.com'], isEncrypted: true }])
    expect(await row()).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) })
    const raw = mails[0]?.raw ?? ''
    expect(raw).toContain('<b>Asha</b> & Ravi. We received')
    expect(raw.replaceAll('=\r\n', '')).toContain('&lt;b&gt;Asha&lt;/b&gt; &amp; Ravi. We received')
  }))

it('a mail that the server refuses for now is sent again later', () =>
  inTestTransaction(async (db) => {
    const { mails, work, row } = await openOutbox(db, { recipients: [451, 452, 250] })
    expect(await work(0)).toBe(0)
    expect(await row()).toMatchObject({ sentAt: null, failedAt: null, lastError: expect.stringContaining('451') })
    expect(await work(0.5)).toBe(0)
    expect(await work(1)).toBe(0)
    expect(mails).toEqual([])
    expect(await work(6)).toBe(1)
    expect(mails).toHaveLength(1)
    expect(await row()).toMatchObject({ attempts: 3, sentAt: expect.any(Date) })
  }))

it('a mail that the server always refuses is tried seven times, and then shown to the admins as failed', () =>
  inTestTransaction(async (db) => {
    const { mails, counted, work, row } = await openOutbox(db, { recipients: [550] })
    let minutes = 0
    for (const wait of [0, 1, 5, 15, 60, 240, 1440, 9999]) {
      minutes += wait
      await work(minutes)
    }
    expect(mails).toEqual([])
    expect(counted.attempts).toBe(7)
    expect(await row()).toMatchObject({
      attempts: 7,
      failedAt: expect.any(Date),
      lastError: expect.stringContaining('550'),
    })
  }))

it('a mail whose mailbox does not exist is tried once, and is no failure of the shop', () =>
  inTestTransaction(async (db) => {
    const { counted, work, row } = await openOutbox(db, { recipients: [550], refusal: '5.1.1 No such user' })
    for (const minutes of [0, 1, 6]) await work(minutes)
    expect(counted.attempts).toBe(1)
    expect(await row()).toMatchObject({ failedAt: expect.any(Date), unreportedFailure: 'address' })
  }))

it('a mail that the server refuses because of its sender is a failure of the shop', () =>
  inTestTransaction(async (db) => {
    const { work, row } = await openOutbox(db, { recipients: [550], refusal: '5.7.1 Relaying denied' })
    for (const minutes of [0, 1, 6, 21, 81, 321, 1761]) await work(minutes)
    expect(await row()).toMatchObject({ failedAt: expect.any(Date), unreportedFailure: 'other' })
  }))

it('a mail whose connection drops in the middle arrives once, whole', () =>
  inTestTransaction(async (db) => {
    const { mails, counted, work, row } = await openOutbox(db, { cuts: { times: 2, at: 'in-data' } })
    expect(await work(0)).toBe(0)
    expect(await work(1)).toBe(0)
    expect(mails).toEqual([])
    expect(await work(6)).toBe(1)
    expect(counted.connections).toBe(3)
    expect(mails.map(({ raw }) => raw.includes('</html>'))).toEqual([true])
    expect(await row()).toMatchObject({ attempts: 3, sentAt: expect.any(Date) })
  }))

it('a mail whose receipt got lost is sent again with the same id, by which mail servers drop a double', () =>
  inTestTransaction(async (db) => {
    const { mails, work, row } = await openOutbox(db, { cuts: { times: 1, at: 'before-answer' } })
    expect(await work(0)).toBe(0)
    expect(await work(1)).toBe(1)
    expect(mails).toHaveLength(2)
    const id = (await row())?.id
    expect(mails.map(messageIdOf)).toEqual([`<${id}@shop.example>`, `<${id}@shop.example>`])
  }))
