import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { TicketReceipt } from '#src/features/contact/contact.contract.ts'
import { eraseTickets, purgeOldTickets, submitTicket } from '#src/features/contact/contact.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { contactApi } from './contact.api.server.ts'

const ADMIN = 'maker@golconda.example'
const MESSAGE = {
  name: 'Asha Rao',
  phone: '040 2345 6789',
  email: 'Asha@Example.com',
  subject: 'Forty boxes',
  message: 'For a wedding in March.\nIs that possible?',
}

const send = (db: Db, body: unknown) =>
  createTestApi(contactApi({ db, adminEmail: ADMIN })).request('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeEach(() => configureProcess({ rateLimits: 'strict' }))

describe('a message to the studio', () => {
  it('is stored with the next number from SC-1001', () =>
    inTestTransaction(async (db) => {
      const answer = await send(db, MESSAGE)
      expect(answer.status).toBe(201)
      const { ticket } = TicketReceipt.strict().parse(await answer.json())
      const next = TicketReceipt.parse(await (await send(db, MESSAGE)).json())
      const [first, second] = [ticket, next.ticket].map((name) => Number(name.slice('SC-'.length)))
      expect(first).toBeGreaterThanOrEqual(1001)
      expect(second).toBe(Number(first) + 1)
      const [row] = await db.select().from(contactTickets).orderBy(contactTickets.number)
      expect(row).toMatchObject({ ...MESSAGE, email: 'asha@example.com', number: first, status: 'open' })
    }))

  it('is due within 24 hours', () =>
    inTestTransaction(async (db) => {
      const now = new Date('2026-11-21T10:00:00Z')
      await submitTicket(db, MESSAGE, { adminEmail: ADMIN, now })
      const [row] = await db.select().from(contactTickets)
      expect(row?.replyDueAt).toEqual(new Date('2026-11-22T10:00:00Z'))
    }))

  it('is acknowledged with its number and none of its text, because the address may be a stranger’s', () =>
    inTestTransaction(async (db) => {
      const { ticket } = TicketReceipt.parse(await (await send(db, MESSAGE)).json())
      const [acknowledgement, ...more] = await listMailboxMessages(db, 'asha@example.com')
      expect(more).toEqual([])
      expect(acknowledgement?.subject).toContain(ticket)
      expect(acknowledgement?.text).toContain(ticket)
      expect(acknowledgement?.text).toContain('within 24 hours')
      for (const typed of [MESSAGE.name, MESSAGE.phone, MESSAGE.subject, 'wedding'])
        expect(`${acknowledgement?.subject} ${acknowledgement?.text}`).not.toContain(typed)
    }))

  it('reaches the admin complete', () =>
    inTestTransaction(async (db) => {
      const { ticket } = TicketReceipt.parse(await (await send(db, MESSAGE)).json())
      const [notice] = await listMailboxMessages(db, ADMIN)
      expect(notice?.subject).toBe(`${ticket}: Forty boxes`)
      for (const fact of ['Asha Rao', 'asha@example.com', '040 2345 6789', ...MESSAGE.message.split('\n')])
        expect(notice?.text).toContain(fact)
    }))

  it.each([undefined, ''])('needs no telephone number (%j)', (phone) =>
    inTestTransaction(async (db) => {
      expect((await send(db, { ...MESSAGE, phone })).status).toBe(201)
      expect(await db.select({ phone: contactTickets.phone }).from(contactTickets)).toEqual([{ phone: null }])
    }),
  )

  it.each(['+91 98765 43210', '040-23456789', '(040) 2345 6789', '+44 20 7946 0000'])(
    'may name the number %s',
    (phone) =>
      inTestTransaction(async (db) => {
        expect((await send(db, { ...MESSAGE, phone })).status).toBe(201)
      }),
  )

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name without end', { name: 'A'.repeat(101) }, 'name'],
    ['no address', { email: '' }, 'email'],
    ['an address that is none', { email: 'asha at example' }, 'email'],
    ['no subject', { subject: '' }, 'subject'],
    ['a subject without end', { subject: 'A'.repeat(201) }, 'subject'],
    ['a subject that smuggles a mail head', { subject: 'Hello\r\nBcc: all@example.com' }, 'subject'],
    ['no message', { message: '\n' }, 'message'],
    ['a message without end', { message: 'A'.repeat(5001) }, 'message'],
    ['a number that is none', { phone: 'call me' }, 'phone'],
    ['what only a machine fills in', { website: 'https://spam.example' }, 'website'],
    ['more than was asked', { status: 'closed' }, ''],
  ])('is refused with %s, and nothing is kept', (_, wrong, path) =>
    inTestTransaction(async (db) => {
      const answer = await send(db, { ...MESSAGE, ...wrong })
      expect(answer.status).toBe(400)
      expect((await answer.json()).issues[0].path).toBe(path)
      expect(await db.$count(contactTickets)).toBe(0)
      expect(await listMailboxMessages(db)).toEqual([])
    }),
  )

  it('can have 5000 characters', () =>
    inTestTransaction(async (db) => {
      expect((await send(db, { ...MESSAGE, message: 'ఆ'.repeat(5000) })).status).toBe(201)
    }))

  it('is refused after five within an hour', () =>
    inTestTransaction(async (db) => {
      for (let sent = 1; sent <= 5; sent += 1) expect((await send(db, MESSAGE)).status).toBe(201)
      const sixth = await send(db, MESSAGE)
      expect(sixth.status).toBe(429)
      expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(3500)
      expect(await db.$count(contactTickets)).toBe(5)
    }))

  it('is erased with the account of its sender', () =>
    inTestTransaction(async (db) => {
      await send(db, MESSAGE)
      await send(db, { ...MESSAGE, email: 'ravi@example.com' })
      await eraseTickets(db, { id: randomUUID(), email: 'asha@example.com' })
      expect(await db.select({ email: contactTickets.email }).from(contactTickets)).toEqual([
        { email: 'ravi@example.com' },
      ])
    }))

  it('is deleted after a year', () =>
    inTestTransaction(async (db) => {
      const now = new Date('2026-11-21T10:00:00Z')
      const sentDaysAgo = (days: number) =>
        submitTicket(
          db,
          { ...MESSAGE, subject: `${days} days` },
          { adminEmail: ADMIN, now: addMinutes(now, -days * 1440) },
        )
      await sentDaysAgo(366)
      await sentDaysAgo(364)
      await purgeOldTickets(db, now)
      expect(await db.select({ subject: contactTickets.subject }).from(contactTickets)).toEqual([
        { subject: '364 days' },
      ])
    }))

  it('cannot be read in public', () =>
    inTestTransaction(async (db) => {
      const answer = await createTestApi(contactApi({ db, adminEmail: ADMIN })).request('/api/contact')
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST'])
    }))
})

const from = (db: Db, address: string, { email, cookie = '' }: { email: string; cookie?: string }) =>
  createTestApi(contactApi({ db, adminEmail: ADMIN })).request(
    '/api/contact',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie, origin: 'http://localhost' }) },
      body: JSON.stringify({ ...MESSAGE, email }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )

it('an unconfirmed address gets three mails a day, however many IP addresses use it', () =>
  inTestTransaction(async (db) => {
    for (let nth = 0; nth < 10; nth++)
      expect((await from(db, `198.51.${nth}.1`, { email: 'victim@example.com' })).status).toBe(201)
    expect(await listMailboxMessages(db, 'victim@example.com')).toHaveLength(3)
    expect(await listMailboxMessages(db, ADMIN)).toHaveLength(10)
  }))

it('visitors can send 200 messages a day, and signed-in customers can still write and get the mail', () =>
  inTestTransaction(async (db) => {
    const [asha] = await insertCustomers(db, 1)
    if (!asha) throw new Error('no shopper')
    const statuses = []
    for (let nth = 0; nth < 210; nth++) {
      const answer = await from(db, `198.51.${nth}.1`, { email: `stranger${nth}@example.com` })
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(200)
    expect(statuses.at(-1)).toBe(429)
    expect((await from(db, '198.51.1.1', asha)).status).toBe(201)
    expect(await listMailboxMessages(db, asha.email)).toHaveLength(1)
  }))
