import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { OutboxMessage } from '#src/features/notifications/notifications.contract.ts'
import { deliverDueMessages } from '#src/features/notifications/outbox/deliver-outbox.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import {
  ChannelNotConfigured,
  type DeliverMessage,
  queueMessage,
  Undeliverable,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { slightlyLater } from '#src/testing/soon.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { createMail } from '#tests/factories/mail.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { outboxApi } from './outbox.api.server.ts'

const UNKNOWN = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'

const PATH = '/api/admin/messages'

async function anOutbox(db: Db) {
  const { admin, ask, page } = await createAdminClient(db, outboxApi({ db }))
  const call = (method: string, path = '', cookie = admin.cookie) =>
    ask(`${method} ${PATH}${path}`, undefined, { cookie })
  const list = async (query = '') => {
    const { items, next, total } = await page(PATH + query)
    return { items: OutboxMessage.strict().array().parse(items), next: next?.slice(PATH.length), total }
  }
  const resend = (id: string | undefined) => call('POST', `/${id}/resend`)
  return { call, ask, list, resend, admin }
}

const inOutbox = startingWith(anOutbox)

async function queue(db: Db, subject: string, more: { to?: string; isSensitive?: boolean } = {}) {
  await queueMessage(db, {
    channel: 'email',
    to: 'asha@example.com',
    ...createMail(subject, `Text of ${subject}`),
    idempotencyKey: subject,
    ...more,
  })
}

/** One message in each status, as the delivery job would leave them. */
async function fill(db: Db) {
  for (const subject of ['sent', 'failed', 'held']) await queue(db, subject)
  const deliver: DeliverMessage = async (message) => {
    if (message.channel === 'email' && message.subject === 'failed') throw new Undeliverable('no such box')
    if (message.channel === 'email' && message.subject === 'held') throw new ChannelNotConfigured('no key')
  }
  await deliverDueMessages(db, deliver, slightlyLater())
  await queue(db, 'waiting')
}

describe('the messages', () => {
  it('are listed by what became of them, newest first', () =>
    inOutbox(async ({ list }, db) => {
      await fill(db)
      const all = await list()
      expect(all.items.map(({ subject, status }) => [subject, status])).toEqual([
        ['waiting', 'waiting'],
        ['held', 'held'],
        ['failed', 'failed'],
        ['sent', 'sent'],
      ])
      expect(all.total).toBeNull()
      for (const status of ['waiting', 'held', 'failed', 'sent'])
        expect((await list(`?status=${status}`)).items.map(({ subject }) => subject)).toEqual([status])
      const failed = await list('?status=failed')
      expect(failed.total).toBe('1')
      expect(failed.items).toMatchObject([
        { attempts: 1, lastError: 'no such box', text: 'Text of failed', canResend: true, channel: 'email' },
      ])
    }))

  it('come page by page, and are found by whom they go to or what they are about', () =>
    inOutbox(async ({ list }, db) => {
      for (const subject of ['one', 'two', 'three']) await queue(db, subject)
      await queue(db, 'four', { to: 'ravi@example.com' })
      const first = await list('?limit=3')
      expect(first.items.map(({ subject }) => subject)).toEqual(['four', 'three', 'two'])
      expect(await list(first.next)).toMatchObject({ items: [{ subject: 'one' }], next: undefined })
      expect((await list('?q=RAVI')).items).toMatchObject([{ subject: 'four' }])
      for (const q of ['thr', 'asha%20three', "three'--", 'three%5C'])
        expect((await list(`?q=${q}`)).items).toMatchObject([{ subject: 'three' }])
      expect((await list('?q=three%20ravi')).items).toEqual([])
      expect((await list("?q='%20%26%20(")).items).toEqual([])
    }))

  it('never show sign-in codes', () =>
    inOutbox(async ({ call, list }, db) => {
      await queue(db, '123456 is your code', { isSensitive: true })
      expect(await (await call('GET')).text()).not.toContain('123456')
      expect((await list()).items).toMatchObject([{ isSensitive: true, subject: 'Sign-in code or link', text: null }])
      expect((await list('?q=123456')).items).toEqual([])
    }))

  it.each(['?status=lost', '?limit=0', '?cursor=7', '?more=1'])('cannot be asked for with %s', (query) =>
    inOutbox(async ({ call }) => {
      expect((await call('GET', query)).status).toBe(400)
    }),
  )

  it('are visible to admins only', () =>
    inOutbox(async ({ call }, db) => {
      const { cookie } = await createCustomer(db)
      for (const [who, status] of [
        ['', 401],
        [cookie, 403],
      ] as const) {
        expect((await call('GET', '', who)).status).toBe(status)
        expect((await call('POST', `/${UNKNOWN}/resend`, who)).status).toBe(status)
      }
    }))
})

describe('a test e-mail', () => {
  it('goes to the own address of the admin who asks, whatever the browser names', () =>
    inOutbox(async ({ ask, admin }, db) => {
      const answer = await ask(`POST ${PATH}/test-email?to=asha@example.com`, { to: 'asha@example.com' })
      expect([answer.status, await answer.json()]).toEqual([200, { to: admin.email }])
      expect(await db.select().from(outboxMessages)).toMatchObject([
        {
          channel: 'email',
          to: admin.email,
          subject: 'Golconda Cacao: test e-mail',
          text: 'This is a test e-mail from Golconda Cacao. Your shop can send e-mail.',
          isSensitive: false,
          sentAt: null,
        },
      ])
    }))

  it('is all that the shop needs to have sent an e-mail', () =>
    inOutbox(async ({ call }, db) => {
      expect(await findMailProblem(db)).toBe('No e-mail has been sent yet. Send yourself a test e-mail.')
      await call('POST', '/test-email')
      await deliverDueMessages(db, async () => {}, slightlyLater())
      expect(await findMailProblem(db)).toBeNull()
    }))

  it('is refused to customers and visitors', () =>
    inOutbox(async ({ call }, db) => {
      const { cookie } = await createCustomer(db)
      expect((await call('POST', '/test-email', '')).status).toBe(401)
      expect((await call('POST', '/test-email', cookie)).status).toBe(403)
      expect(await db.$count(outboxMessages)).toBe(0)
    }))

  it('is sent once a minute to each admin, and a second press is refused in words', () =>
    inOutbox(async ({ call }, db) => {
      expect((await call('POST', '/test-email')).status).toBe(200)
      const refused = await call('POST', '/test-email')
      expect([refused.status, await refused.json()]).toMatchObject([
        429,
        { message: expect.stringMatching(/^Too many requests\. Please try again in (\d+ seconds|1 minute)\.$/) },
      ])
      const other = await createAdmin(db)
      expect((await call('POST', '/test-email', other.cookie)).status).toBe(200)
      expect(await db.$count(outboxMessages)).toBe(2)
      await db.update(rateLimits).set({ windowEnds: new Date(Date.now() - 1000) })
      expect((await call('POST', '/test-email')).status).toBe(200)
    }))
})

describe('a message that was given up', () => {
  it.each(['failed', 'held'])('(%s) is sent again when an admin resends it, with all its attempts', (status) =>
    inOutbox(async ({ list, resend, admin }, db) => {
      await fill(db)
      const [given] = (await list(`?status=${status}`)).items
      expect(OutboxMessage.parse(await (await resend(given?.id)).json())).toMatchObject({
        status: 'waiting',
        attempts: 0,
        canResend: false,
      })
      expect(await db.select().from(auditLog)).toMatchObject([
        {
          actorEmail: admin.email,
          entity: 'message',
          entityId: given?.id,
          before: { status },
          after: { status: 'waiting' },
        },
      ])
      const sent: string[] = []
      await deliverDueMessages(db, async ({ text }) => void sent.push(text), slightlyLater())
      expect(sent.sort()).toEqual([`Text of ${status}`, 'Text of waiting'])
    }),
  )

  it('goes once, however often somebody taps', () =>
    inOutbox(async ({ list, resend }, db) => {
      await fill(db)
      const [failed] = (await list('?status=failed')).items
      for (let tap = 1; tap <= 3; tap += 1) expect((await resend(failed?.id)).status).toBe(200)
      expect(await db.$count(auditLog)).toBe(1)
      await deliverDueMessages(db, async () => {}, slightlyLater())
      expect(await (await resend(failed?.id)).json()).toMatchObject({ status: 'sent' })
    }))

  it('stays where it is when it was a code, or is so old that its words are gone', () =>
    inOutbox(async ({ list, resend }, db) => {
      await queue(db, 'code', { isSensitive: true })
      await queue(db, 'old')
      await deliverDueMessages(db, () => Promise.reject(new Undeliverable('no such box')), slightlyLater())
      await db.update(outboxMessages).set({ text: '' })
      const { items } = await list()
      expect(items.map(({ canResend }) => canResend)).toEqual([false, false])
      for (const { id } of items) expect((await resend(id)).status).toBe(409)
      expect((await list('?status=failed')).items).toHaveLength(2)
      expect(await db.$count(auditLog)).toBe(0)
    }))

  it('is not there when there is none', () =>
    inOutbox(async ({ resend }) => {
      for (const id of [UNKNOWN, 'abc']) expect((await resend(id)).status).toBe(404)
    }))
})

it('an SMS is listed with the words that the operators send', () =>
  inOutbox(async ({ list }, db) => {
    const filled = renderSms('order-paid', { amount: '450.00', order: 'ORD_1' })
    await queueMessage(db, { channel: 'sms', to: '+919876543210', ...filled, idempotencyKey: 'paid' })
    expect((await list()).items).toMatchObject([{ channel: 'sms', subject: '', text: filled.text }])
  }))
