import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCustomers } from '#tests/chaos/customers.ts'
import { createTestPayments } from '#tests/factories/payments/payments.ts'
import { customOrdersApi } from './custom-orders.api.server.ts'
import { CustomOrderReceipt } from './custom-orders.contract.ts'
import { customOrders } from './custom-orders.table.server.ts'
import { eraseCustomOrders } from './erase-custom-orders.server.ts'

/** A Saturday, 15 minutes before the studio closes. */
const RECEIVED = new Date('2026-11-21T17:45:00+05:30')

const wish = {
  flavor: 'ruby',
  concentration: 55,
  name: 'Noor',
  ingredients: ['rose', 'gold-flakes'],
  occasion: 'anniversary',
  shape: 'heart',
  packaging: 'luxury',
  message: 'To thirty years.\nYour Ravi',
  quantity: 2,
  neededBy: '2026-12-03',
  customerMobile: '98765 43210',
  customerEmail: ' Asha@Example.com ',
}
const minimal = {
  flavor: 'dark',
  shape: 'bar',
  packaging: 'simple',
  customerMobile: '+91 98765 43210',
  customerEmail: 'asha@example.com',
}

let last = 0
const fromNewCustomer = () => {
  last += 1
  return { ...minimal, customerMobile: `90000${String(10_000 + last)}`, customerEmail: `shopper${last}@example.com` }
}

function shop(db: Db) {
  const api = createTestApi(
    customOrdersApi({
      context: { ...createTestPayments(db), now: () => RECEIVED },
      adminEmail: 'maker@example.com',
      publicUrl: 'https://shop.example',
    }),
  )
  return (body: unknown, address?: string, cookie?: string) =>
    api.request(
      '/api/custom-orders',
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(cookie && { cookie, origin: 'http://localhost' }) },
      },
      address ? { incoming: { socket: { remoteAddress: address } } } : undefined,
    )
}

describe('sending a composed chocolate', () => {
  it('stores everything and returns its number and the due time of the quotation', () =>
    inTestTransaction(async (db) => {
      const answer = await shop(db)(wish)
      expect(answer.status).toBe(201)
      const receipt = CustomOrderReceipt.strict().parse(await answer.json())
      expect(receipt.dueAt).toBe(new Date('2026-11-22T11:15:00+05:30').toISOString())
      expect(await db.select().from(customOrders)).toMatchObject([
        {
          ...wish,
          id: expect.any(String),
          reference: receipt.reference,
          status: 'quote-pending',
          customerMobile: '+919876543210',
          customerEmail: 'asha@example.com',
          estimatePaise: 1839_50,
          createdAt: RECEIVED,
          dueAt: new Date(receipt.dueAt),
        },
      ])
    }))

  it('requires only flavor, shape, packaging, mobile and e-mail', () =>
    inTestTransaction(async (db) => {
      expect((await shop(db)(minimal)).status).toBe(201)
      const unchosen = { name: '', occasion: '', message: '', neededBy: '' }
      expect((await shop(db)({ ...minimal, ...unchosen, ingredients: [], quantity: 3 })).status).toBe(201)
      expect(await db.select().from(customOrders).orderBy(customOrders.quantity)).toMatchObject([
        { name: null, occasion: null, message: null, ingredients: [], concentration: 70, quantity: 1 },
        { name: null, occasion: null, message: null, neededBy: null, ingredients: [], concentration: 70, quantity: 3 },
      ])
    }))

  it('informs the customer by e-mail and SMS, and the admin by e-mail', () =>
    inTestTransaction(async (db) => {
      const { reference } = CustomOrderReceipt.parse(await (await shop(db)(wish)).json())
      const [admin, sms, email] = await listMailboxMessages(db)
      expect(email).toMatchObject({ channel: 'email', to: 'asha@example.com' })
      expect(email?.subject).toContain(reference)
      expect(email?.text).toMatch(/detailed quotation with pricing and delivery timeline by SMS and e-mail/)
      expect(email?.text).toMatch(/22 Nov 2026, 11:15/)
      expect(email?.text).toContain('Ingredients: Rose, Gold Flakes')
      const food = 'Vegetarian. Contains milk and soya. May contain tree nuts, peanuts and gluten.'
      expect([email?.text, admin?.text]).toEqual([expect.stringContaining(food), expect.stringContaining(food)])
      expect(email?.text).toMatch(/usually costs ₹[\d,]+ to ₹[\d,]+ in total\. Our quotation sets the price\./)
      expect(sms).toMatchObject({ channel: 'sms', to: '+919876543210', subject: '' })
      expect(sms?.text).toContain(reference)
      expect(sms?.text.length).toBeLessThanOrEqual(160)
      expect(sms?.text).not.toContain('Noor')
      expect(admin).toMatchObject({ channel: 'email', to: 'maker@example.com' })
      expect(admin?.text).toContain('+919876543210, asha@example.com')
      expect(admin?.text).toContain('To thirty years.')
    }))

  it('gives every request its own number', () =>
    inTestTransaction(async (db) => {
      const numbers = new Set<string>()
      for (const from of [1, 2, 3, 4])
        numbers.add((await (await shop(db)(fromNewCustomer(), `10.0.0.${from}`)).json()).reference)
      expect(numbers.size).toBe(4)
    }))

  it.each([
    ['an unknown flavor', { flavor: 'vodka' }],
    ['no flavor', { flavor: '' }],
    ['an unknown shape', { shape: 'gun' }],
    ['no packaging', { packaging: undefined }],
    ['an unknown ingredient', { ingredients: ['nuts', 'plastic'] }],
    ['an unknown occasion', { occasion: 'coup' }],
    ['too little couverture', { concentration: 29 }],
    ['too much couverture', { concentration: 96 }],
    ['a broken concentration', { concentration: 70.5 }],
    ['no piece', { quantity: 0 }],
    ['half a piece', { quantity: 1.5 }],
    ['more pieces than the studio makes', { quantity: 1001 }],
    ['a number in words', { quantity: 'two' }],
    ['no mobile number', { customerMobile: '' }],
    ['a foreign mobile number', { customerMobile: '+49 151 23456789' }],
    ['a landline', { customerMobile: '040 2345 6789' }],
    ['no e-mail', { customerEmail: '' }],
    ['an e-mail with a second line', { customerEmail: 'a@example.com\nBcc: b@example.com' }],
    ['a name with a line break', { name: 'Noor\r\nBcc: b@example.com' }],
    ['a name that is too long', { name: 'x'.repeat(101) }],
    ['a message that is too long', { message: 'x'.repeat(2001) }],
    ['a day that is past', { neededBy: '2026-11-20' }],
    ['a day more than a year ahead', { neededBy: '2027-11-22' }],
    ['a day that no calendar has', { neededBy: '2026-02-30' }],
    ['a status', { status: 'confirmed' }],
    ['a price', { quotedPrice: 1 }],
    ['a number of its own', { reference: 'CC-AAAAAA' }],
  ])('rejects %s and stores nothing', (_, change) =>
    inTestTransaction(async (db) => {
      const answer = await shop(db)({ ...wish, ...change })
      expect(answer.status).toBe(400)
      expect((await answer.json()).issues.length).toBeGreaterThan(0)
      expect(await db.select().from(customOrders)).toEqual([])
      expect(await listMailboxMessages(db)).toEqual([])
    }),
  )

  it('explains an invalid mobile number at its field', () =>
    inTestTransaction(async (db) => {
      const answer = await (await shop(db)({ ...wish, customerMobile: '12345' })).json()
      expect(answer.issues).toEqual([
        { path: 'customerMobile', message: 'Please enter an Indian mobile number with 10 digits.' },
      ])
    }))
})

describe('the limits', () => {
  it('allow five requests an hour from one address', () =>
    inTestTransaction(async (db) => {
      const statuses = []
      for (let i = 0; i < 6; i++) statuses.push((await shop(db)(fromNewCustomer(), '10.0.0.1')).status)
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
      expect((await shop(db)(fromNewCustomer(), '10.0.0.2')).status).toBe(201)
    }))

  it.each(['customerMobile', 'customerEmail'] as const)(
    'let three an hour name one %s, wherever they come from',
    (field) =>
      inTestTransaction(async (db) => {
        const statuses = []
        for (let i = 0; i < 4; i++)
          statuses.push((await shop(db)({ ...fromNewCustomer(), [field]: wish[field] }, `10.0.0.${i}`)).status)
        expect(statuses).toEqual([201, 201, 201, 429])
      }),
  )

  it('store a flood of requests, and inform only the admin, once in ten minutes', () =>
    inTestTransaction(async (db) => {
      for (let i = 0; i < 102; i++) expect((await shop(db)(fromNewCustomer(), `10.0.${i}.1`)).status).toBe(201)
      expect(await db.select().from(customOrders)).toHaveLength(102)
      const messages = await listMailboxMessages(db)
      const floods = messages.filter(({ subject }) => subject.startsWith('Many requests for custom chocolates'))
      expect(messages.length - floods.length).toBe(300)
      expect([1, 2]).toContain(floods.length)
    }))
})

it('when strangers have used up their limit, a signed-in customer still gets 201, and they and the admin get mail', () =>
  inTestTransaction(async (db) => {
    const [asha] = await insertCustomers(db, 1)
    if (!asha) throw new Error('no shopper')
    for (let i = 0; i < 101; i++) await shop(db)(fromNewCustomer(), `10.1.${i}.1`)
    const before = (await listMailboxMessages(db, 'maker@example.com')).length
    const answer = await shop(db)({ ...minimal, customerEmail: asha.email }, '10.1.1.1', asha.cookie)
    expect(answer.status).toBe(201)
    expect(await listMailboxMessages(db, asha.email)).toHaveLength(1)
    expect(await listMailboxMessages(db, 'maker@example.com')).toHaveLength(before + 1)
  }))

it('strangers who use an address three times do not lock out its owner, who is told to sign in', () =>
  inTestTransaction(async (db) => {
    const [asha] = await insertCustomers(db, 1)
    if (!asha) throw new Error('no shopper')
    const own = () => ({ ...fromNewCustomer(), customerEmail: asha.email })
    for (let i = 0; i < 3; i++) expect((await shop(db)(own(), `10.2.${i}.1`)).status).toBe(201)
    const refused = await shop(db)(own(), '203.0.113.7')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400'])
    expect((await refused.json()).message).toBe(
      'Too many requests. Please try again in about 24 hours. If you sign in with the e-mail address of this request, you can send it now.',
    )
    expect((await shop(db)(own(), '203.0.113.7', asha.cookie)).status).toBe(201)
  }))

describe('a customer who deletes their account', () => {
  const asha = { userId: randomUUID(), email: 'asha@example.com' }

  it('leaves no request and no message about it behind', () =>
    inTestTransaction(async (db) => {
      await shop(db)(wish)
      await shop(db)(fromNewCustomer())
      await eraseCustomOrders(db, asha)
      expect(await db.select().from(customOrders)).toHaveLength(1)
      const mailbox = JSON.stringify(await listMailboxMessages(db))
      expect(mailbox).not.toContain('+919876543210')
      expect(mailbox).not.toContain('thirty years')
    }))

  it.each([
    ['confirmed', { customerEmail: 'asha@example.com', customerMobile: '+919876543210', name: 'Noor' }],
    ['in-production', { customerEmail: 'asha@example.com', customerMobile: '+919876543210', name: 'Noor' }],
    ['completed', { customerEmail: '', customerMobile: '', name: null, message: null, quantity: 2 }],
  ] as const)('keeps a chocolate that is %s as long as it is owed', (status, expected) =>
    inTestTransaction(async (db) => {
      await shop(db)(wish)
      await db.update(customOrders).set({ status }).where(eq(customOrders.status, 'quote-pending'))
      await eraseCustomOrders(db, asha)
      expect(await db.select().from(customOrders)).toMatchObject([expected])
    }),
  )
})
