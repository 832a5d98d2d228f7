import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { InboxTicket, TicketDetails } from '#src/features/contact/contact.contract.ts'
import { eraseTickets, submitTicket } from '#src/features/contact/contact.server.ts'
import { contactReplies, contactTickets } from '#src/features/contact/contact.table.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { inboxApi } from './inbox.api.server.ts'
import { changeTicket } from './inbox.server.ts'

const MESSAGE = { name: 'Asha Rao', email: 'asha@example.com', subject: 'Forty boxes', message: 'For a wedding.' }
const UNKNOWN = '0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'

const PATH = '/api/admin/inbox'

async function anInbox(db: Db) {
  const { admin, ask, page } = await createAdminClient(db, inboxApi({ db }))
  const call = (method: string, path = '', { body, cookie = admin.cookie }: { body?: unknown; cookie?: string } = {}) =>
    ask(`${method} ${PATH}${path}`, body, { cookie })
  const list = async (query = '') => {
    const { items, next, total } = await page(PATH + query)
    return { items: InboxTicket.strict().array().parse(items), next: next?.slice(PATH.length), total: Number(total) }
  }
  const open = async (id: string) => TicketDetails.strict().parse(await (await call('GET', `/${id}`)).json())
  const change = (id: string, body: unknown) => call('PUT', `/${id}`, { body })
  /** Somebody writes; gives the ticket's id. */
  const write = async (more: Partial<typeof MESSAGE> = {}, now = new Date()) => {
    const { ticket } = await submitTicket(db, { ...MESSAGE, ...more }, { adminEmail: 'maker@golconda.example', now })
    const rows = await db.select().from(contactTickets)
    return rows.find(({ number }) => ticket === `SC-${number}`)?.id ?? ''
  }
  return { admin, call, list, open, change, write }
}

const inInbox = startingWith(anInbox)

const mailsTo = async (db: Db) => (await listMailboxMessages(db, MESSAGE.email)).map(({ subject }) => subject)

describe('the inbox', () => {
  it('lists open tickets by due date and all others latest first, in pages', () =>
    inInbox(async ({ list, write }) => {
      const day = (nth: number) => new Date(Date.UTC(2026, 10, nth))
      for (const nth of [3, 1, 2]) await write({ subject: `Day ${nth}` }, day(nth))
      const first = await list('?status=open&limit=2')
      expect([first.total, first.items.map(({ subject }) => subject)]).toEqual([3, ['Day 1', 'Day 2']])
      expect((await list(first.next)).items.map(({ subject }) => subject)).toEqual(['Day 3'])
      const all = await list('?limit=2')
      expect(all.items.map(({ subject }) => subject)).toEqual(['Day 3', 'Day 2'])
      expect(await list(all.next)).toMatchObject({ items: [{ subject: 'Day 1' }], next: undefined })
    }))

  it('finds a ticket by its number, sender or text', () =>
    inInbox(async ({ list, open, write }) => {
      const id = await write({ name: 'Noor 100% Khan', message: 'Rose truffles' })
      await write()
      const { ticket } = await open(id)
      for (const q of [ticket, ticket.toLowerCase(), ticket.slice(3), 'noor', '100%25', 'truffle'])
        expect((await list(`?q=${q}`)).items.map((one) => one.id)).toEqual([id])
      expect((await list('?q=nobody%25')).items).toEqual([])
      expect((await list(`?status=closed&q=${ticket}`)).items).toEqual([])
    }))

  it('finds rare and common text on all pages, each ticket once, with the right total', () =>
    inInbox(async ({ list }, db) => {
      await db.execute(sql`
        insert into contact_tickets (name, email, subject, message, reply_due_at, created_at)
        select 'Asha', 'asha@example.com', 'Letter ' || nth, case when nth % 60 = 0 then 'Rose truffles' else 'A question' end,
          timestamptz '2026-11-02' + nth * interval '1 minute', timestamptz '2026-11-01' from generate_series(1, 300) nth`)
      for (const [q, total] of [
        ['letter', 300],
        ['SE TRUFF', 5],
        ['uestion', 295],
        ['le', 300],
        ['letter 30', 2],
        ['les%', 0],
      ] as const) {
        const subjects: string[] = []
        for (let path: string | undefined = `?limit=90&q=${encodeURIComponent(q)}`; path; ) {
          const page: Awaited<ReturnType<typeof list>> = await list(path)
          expect(page.total).toBe(total)
          subjects.push(...page.items.map(({ subject }) => subject))
          path = page.next
        }
        const latestFirst = subjects.toSorted((one, other) => Number(other.slice(7)) - Number(one.slice(7)))
        expect([subjects.length, subjects]).toEqual([total, latestFirst])
        expect(new Set(subjects).size).toBe(total)
      }
    }))

  it.each(['?status=lost', '?limit=101', '?cursor=7', '?more=1'])('refuses the query %s', (query) =>
    inInbox(async ({ call }) => {
      expect((await call('GET', query)).status).toBe(400)
    }),
  )

  it('is for admins only', () =>
    inInbox(async ({ call, write }, db) => {
      const [id, { cookie }] = [await write(), await createCustomer(db)]
      for (const [who, status] of [
        ['', 401],
        [cookie, 403],
      ] as const) {
        expect((await call('GET', '', { cookie: who })).status).toBe(status)
        expect((await call('GET', `/${id}`, { cookie: who })).status).toBe(status)
        expect((await call('PUT', `/${id}`, { body: { status: 'closed' }, cookie: who })).status).toBe(status)
      }
    }))
})

describe('a ticket', () => {
  it('sends the reply by e-mail with the ticket number, and stores it', () =>
    inInbox(async ({ change, open, write, admin }, db) => {
      const id = await write()
      const reply = 'Dear Asha,\n\nforty boxes are possible.'
      const answer = TicketDetails.parse(await (await change(id, { status: 'answered', reply })).json())
      expect(answer).toMatchObject({ status: 'answered', replies: [{ text: reply, byEmail: admin.email }] })
      expect(await open(id)).toEqual(answer)
      const [mail] = await listMailboxMessages(db, MESSAGE.email)
      expect(mail?.subject).toBe(`Golconda Cacao: our reply to your message ${answer.ticket}`)
      expect(mail?.text).toContain(reply)
      const [entry] = await db.select().from(auditLog)
      expect(entry).toMatchObject({ entity: 'ticket', entityId: id, before: { status: 'open' } })
      expect(entry?.after).toEqual({ status: 'answered', replyId: answer.replies[0]?.id })
    }))

  it('sends a reply once, even after a double tap', () =>
    inInbox(async ({ change, write }, db) => {
      const id = await write()
      for (let tap = 1; tap <= 3; tap += 1)
        expect((await change(id, { status: 'answered', reply: 'Yes, gladly.' })).status).toBe(200)
      expect(await db.$count(contactReplies)).toBe(1)
      expect(await mailsTo(db)).toHaveLength(2)
      expect(await db.$count(auditLog)).toBe(1)
      await change(id, { status: 'answered', reply: 'And one thing more.' })
      expect(await mailsTo(db)).toHaveLength(3)
    }))

  it('can get the same reply on another day', () =>
    inInbox(async ({ write, admin }, db) => {
      const id = await write()
      const yes = { id, status: 'answered', reply: 'Yes.', by: admin } as const
      await changeTicket(db, yes)
      await changeTicket(db, { ...yes, now: addMinutes(new Date(), 24 * 60) })
      expect(await db.$count(contactReplies)).toBe(2)
    }))

  it('can be closed without a reply, and keeps its deadline when reopened', () =>
    inInbox(async ({ change, open, write }, db) => {
      const id = await write()
      const { replyDueAt } = await open(id)
      await change(id, { status: 'closed' })
      expect(await open(id)).toMatchObject({ status: 'closed', replies: [] })
      await change(id, { status: 'open' })
      expect(await open(id)).toMatchObject({ status: 'open', replyDueAt })
      expect(await mailsTo(db)).toHaveLength(1)
    }))

  it('gets a new deadline when it is reopened after a reply', () =>
    inInbox(async ({ write, admin }, db) => {
      const id = await write()
      await changeTicket(db, { id, status: 'closed', reply: 'Done.', by: admin })
      const now = addMinutes(new Date(), 5000)
      const again = await changeTicket(db, { id, status: 'open', by: admin, now })
      expect(again.replyDueAt).toBe(addMinutes(now, 24 * 60).toISOString())
    }))

  it('cannot become answered without a reply', () =>
    inInbox(async ({ change, open, write }) => {
      const id = await write()
      expect((await change(id, { status: 'answered' })).status).toBe(409)
      expect(await open(id)).toMatchObject({ status: 'open' })
    }))

  it.each([
    ['no status', {}],
    ['a status that there is not', { status: 'lost' }],
    ['an answer that leaves it open', { status: 'open', reply: 'Yes' }],
    ['an empty answer', { status: 'answered', reply: ' ' }],
    ['an answer without end', { status: 'answered', reply: 'a'.repeat(5001) }],
    ['more than was asked', { status: 'closed', ticket: 'SC-1' }],
  ])('is not changed with %s', (_, body) =>
    inInbox(async ({ change, open, write }, db) => {
      const id = await write()
      expect((await change(id, body)).status).toBe(400)
      expect(await open(id)).toMatchObject({ status: 'open', replies: [] })
      expect(await db.$count(auditLog)).toBe(0)
      expect(await mailsTo(db)).toHaveLength(1)
    }),
  )

  it('is 404 when its id is unknown', () =>
    inInbox(async ({ call, change }) => {
      for (const id of [UNKNOWN, 'abc']) {
        expect((await call('GET', `/${id}`)).status).toBe(404)
        expect((await change(id, { status: 'closed' })).status).toBe(404)
      }
    }))

  it('is erased with its sender, with the replies and the mail to the admin', () =>
    inInbox(async ({ change, write }, db) => {
      const id = await write()
      await change(id, { status: 'answered', reply: 'Yes.' })
      await eraseTickets(db, { id: randomUUID(), email: MESSAGE.email })
      expect(await db.$count(contactReplies)).toBe(0)
      expect(await listMailboxMessages(db, 'maker@golconda.example')).toEqual([])
    }))
})
