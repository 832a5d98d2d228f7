import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { AdminOrder, Order, OrderDetails } from '#src/features/orders/orders.contract.ts'
import { orderNotes, orders } from '#src/features/orders/orders.table.server.ts'
import { refunds } from '#src/features/payments/payments.table.server.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertFacts, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { createOrder, createOrdersApi } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'

const ADMIN = 'maker@golconda.example'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

async function openAdmin(db: Db) {
  const api = createOrdersApi(db)
  const admin = onlyRow(await db.insert(users).values({ email: ADMIN, isAdmin: true }).returning())
  const adminCookie = `shop_session=${await startSession(db, { userId: admin.id, kind: 'admin' })}`
  const context = createTestPayments(db)
  const product = await insertProduct(db, { name: 'Sea Salt Bar', stock: 20 })
  const customer = await createCustomer(db)
  const get = (path: string, cookie = adminCookie) => api.request(`/api${path}`, { headers: { cookie } })
  const sendAs = (cookie: string) => (method: string, path: string, body: unknown) =>
    api.request(`/api${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie, origin: 'http://localhost' },
    })
  const send = sendAs(adminCookie)
  const found = async (query: string, cookie?: string) =>
    Order.array()
      .parse(await (await get(`/orders?${query}`, cookie)).json())
      .map((order) => order.id)
  const seen = async (id: string) => AdminOrder.parse(await (await get(`/admin/orders/${id}`)).json())
  let made = 0
  /** A minute apart each: the database clock stands still within a transaction. */
  const orderOf = async (wanted: Partial<Parameters<typeof createOrder>[1]> = {}) => {
    const order = await createOrder(context, { customer, product, ...wanted })
    made += 1
    const createdAt = new Date(Date.now() - (60 - made) * 60_000)
    await db.update(orders).set({ createdAt }).where(eq(orders.id, order.id))
    return order
  }
  return {
    customer,
    product,
    anOrder: orderOf,
    get,
    send,
    sendAs,
    found,
    seen,
    move: (id: string, status: string, more = {}) => send('PUT', `/orders/${id}/status`, { status, ...more }),
    pack: (id: string, packed = true) => send('PUT', `/admin/orders/${id}/packed`, { packed }),
    track: (id: string, tracking: unknown) => send('PUT', `/admin/orders/${id}/tracking`, tracking),
  }
}

const logged = async (db: Db) =>
  (await db.select().from(auditLog).orderBy(auditLog.createdAt)).map(({ actorEmail, before, after }) => [
    actorEmail,
    before,
    after,
  ])

describe('the admin finds orders', () => {
  it('by status: those to pack oldest first, all others newest first', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const [oldest, packed, shipped, cancelled] = [
        await admin.anOrder(),
        await admin.anOrder(),
        await admin.anOrder(),
        await admin.anOrder(),
      ]
      const [unpaid, newest] = [await admin.anOrder({ paid: false }), await admin.anOrder()]
      await admin.pack(packed.id)
      await admin.move(shipped.id, 'shipped')
      await admin.move(cancelled.id, 'cancelled')
      expect(await admin.found('status=pack&limit=10')).toEqual([oldest.id, newest.id])
      expect(await admin.found('status=ready&limit=10')).toEqual([packed.id])
      expect(await admin.found('status=shipped&limit=10')).toEqual([shipped.id])
      expect(await admin.found('status=unpaid&limit=10')).toEqual([unpaid.id])
      expect(await admin.found('status=cancelled&limit=10')).toEqual([cancelled.id])
      expect(await admin.found('status=done&limit=10')).toEqual([])
      expect((await admin.found('status=all&limit=10'))[0]).toBe(newest.id)
      await admin.move(oldest.id, 'pending', { reason: 'The box is missing' })
      expect(await admin.found('status=hold&limit=10')).toEqual([oldest.id])
      expect((await admin.get('/orders?status=lost&limit=10')).status).toBe(400)
    }))

  it('page by page, in both directions, without losing one', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const made: string[] = []
      for (let i = 0; i < 5; i++) made.push((await admin.anOrder()).id)
      for (const [status, expected] of [
        ['pack', made],
        ['all', made.toReversed()],
      ] as const) {
        const ids: string[] = []
        for (let path: string | undefined = `/orders?status=${status}&q=asha&limit=2`; path; ) {
          const page: Response = await admin.get(path)
          expect(page.headers.get('x-total-count')).toBe('5')
          ids.push(
            ...Order.array()
              .parse(await page.json())
              .map((order) => order.id),
          )
          path = /<\/api([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
        }
        expect(ids).toEqual(expected)
      }
    }))

  it('by the beginning of number, name, e-mail, phone and PIN', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const wanted = await admin.anOrder({
        checkout: {
          customerName: "Sri Lakshmi D'Souza",
          customerEmail: 'lakshmi.d+gifts@mail.example',
          customerPhone: '+919000012345',
          shippingAddress: {
            firstName: 'వేణు',
            lastName: 'Gopal',
            address: '1 Tank Bund',
            city: 'Hyderabad',
            state: 'Telangana',
            pincode: '500080',
          },
        },
      })
      await admin.anOrder()
      for (const q of [
        wanted.reference,
        wanted.reference.toLowerCase().slice(0, -3),
        'lakshmi',
        'LAKSH souz',
        "d'souza",
        'lakshmi.d+gifts@mail.example',
        'lakshmi.d+gi',
        'lakshmi.d+gifts@mail',
        'వేణు',
        'gopal 500080',
        '90000 12345',
        '+91 90000-12345',
        '090000',
        '500 080',
      ])
        expect(await admin.found(`limit=10&q=${encodeURIComponent(q)}`), q).toEqual([wanted.id])
      for (const q of ['akshmi', 'lakshmi.d@', 'lakshmi.d+gifts@other.example', 'lakshmi rao', '500081', 'zz'])
        expect(await admin.found(`limit=10&q=${encodeURIComponent(q)}`), q).toEqual([])
    }))

  it.each(["'", "a':* | 'b", '\\', '!& |', ':*', '%', '( )', 'a\u0301', '<b>', '७'])('and can search for %j', (q) =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      expect((await admin.get(`/orders?limit=5&q=${encodeURIComponent(q)}`)).status).toBe(200)
    }),
  )

  it('while a customer with the same search finds only their own', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      await admin.anOrder()
      const stranger = await createCustomer(db)
      expect(await admin.found('q=asha&status=all&limit=10', stranger.cookie)).toEqual([])
      expect(await admin.found('q=asha&status=pack&limit=10', admin.customer.cookie)).toHaveLength(1)
    }))
})

describe('a parcel', () => {
  it('is packed once, can be reopened, and cannot be cancelled by its customer while packed', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      for (const _ of [1, 2]) expect((await admin.pack(id)).status).toBe(200)
      const refused = await admin.sendAs(admin.customer.cookie)('POST', `/orders/${id}/cancel`, {})
      expect([refused.status, (await refused.json()).message]).toEqual([409, expect.stringContaining('packed already')])
      await admin.pack(id, false)
      expect(await admin.found('status=pack&limit=5')).toEqual([id])
      expect(await logged(db)).toEqual([
        [ADMIN, { packed: false }, { packed: true }],
        [ADMIN, { packed: true }, { packed: false }],
      ])
    }))

  it('is packed only when it is paid and not shipped', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const [unpaid, shipped] = [await admin.anOrder({ paid: false }), await admin.anOrder()]
      await admin.move(shipped.id, 'shipped')
      for (const { id } of [unpaid, shipped]) expect((await admin.pack(id)).status).toBe(409)
      expect((await admin.pack(UNKNOWN)).status).toBe(404)
      for (const body of [{}, { packed: 'yes' }, { packed: true, status: 'shipped' }])
        expect((await admin.send('PUT', `/admin/orders/${unpaid.id}/packed`, body)).status).toBe(400)
    }))

  it('ships with its tracking number, which the customer sees in the message and in the order', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      const tracking = { courier: 'Delhivery', number: 'ab 1234 5678' }
      expect((await admin.move(id, 'shipped', { tracking })).status).toBe(200)
      const [mail] = (await db.select().from(outboxMessages)).filter(({ subject }) => subject.includes('on its way'))
      expect(mail?.text).toContain('Delhivery brings it; the tracking number is AB12345678.')
      expect(mail?.text).toContain('https://www.delhivery.com/track/package/AB12345678')
      const own = OrderDetails.parse(await (await admin.get(`/orders/${id}`, admin.customer.cookie)).json())
      expect(own.tracking).toEqual({
        courier: 'Delhivery',
        number: 'AB12345678',
        page: 'https://www.delhivery.com/track/package/AB12345678',
      })
      expect(await logged(db)).toEqual([
        [ADMIN, { status: 'processing' }, { status: 'shipped' }],
        [ADMIN, { courier: null, trackingNumber: null }, { courier: 'Delhivery', trackingNumber: 'AB12345678' }],
      ])
    }))

  it('can get its tracking number or a corrected one later, and each is sent once', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      expect((await admin.track(id, { courier: 'DTDC', number: 'H12345' })).status).toBe(409)
      await admin.move(id, 'shipped')
      for (const number of ['H12345', 'H12345', 'H99999'])
        expect((await admin.track(id, { courier: 'DTDC', number })).status).toBe(200)
      const mails = (await db.select().from(outboxMessages)).filter(({ subject }) =>
        subject.includes('tracking number'),
      )
      expect(mails).toHaveLength(2)
      expect((await admin.seen(id)).tracking).toEqual({ courier: 'DTDC', number: 'H99999', page: null })
      expect((await admin.track(UNKNOWN, { courier: 'DTDC', number: 'H12345' })).status).toBe(404)
    }))

  it.each([
    {},
    { courier: 'DTDC' },
    { courier: ' ', number: 'H12345' },
    { courier: 'DTDC', number: 'H1' },
    { courier: 'DTDC', number: 'https://evil.example/' },
    { courier: 'x'.repeat(61), number: 'H12345' },
    { courier: 'DTDC', number: 'H12345', page: 'https://evil.example' },
  ])('cannot be tracked by %j', (tracking) =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      expect((await admin.move(id, 'shipped', { tracking })).status).toBe(400)
      expect((await admin.track(id, tracking)).status).toBe(400)
      expect(await admin.seen(id)).toMatchObject({ status: 'processing', tracking: null })
    }),
  )
})

describe('what a customer sees of an order', () => {
  it('is the diet and the net quantity of each product, as far as they are known', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      await insertFacts(db, admin.product.id, MILK_BAR_FACTS)
      const plain = await insertProduct(db, { stock: 9 })
      const labels = async (id: string) =>
        OrderDetails.parse(await (await admin.get(`/orders/${id}`, admin.customer.cookie)).json()).items.map(
          ({ product: { diet, net } }) => ({ diet, net }),
        )
      expect(await labels((await admin.anOrder()).id)).toEqual([{ diet: 'veg', net: '110 g' }])
      expect(await labels((await admin.anOrder({ product: plain })).id)).toEqual([{}])
    }))
})

describe('what the admin sees of an order', () => {
  it('is the history, the messages, and the notes of admins', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      expect(
        (await admin.send('POST', `/admin/orders/${id}/notes`, { text: ' Rang: leave it at the gate ' })).status,
      ).toBe(200)
      await admin.pack(id)
      await admin.move(id, 'shipped')
      await admin.move(id, 'processing', { reason: 'The courier brought it back' })
      const { timeline } = await admin.seen(id)
      const events = timeline.map(({ kind, text, by, detail }) => [kind, text, by, detail])
      expect(events).toContainEqual(['note', 'Note', ADMIN, 'Rang: leave it at the gate'])
      expect(events).toContainEqual(['status', 'From shipped to processing', ADMIN, 'The courier brought it back'])
      expect(events).toContainEqual(['status', 'Paid: from pending to processing', 'the gateway', null])
      expect(timeline.filter(({ kind }) => kind === 'message')).toHaveLength(4)
      expect(timeline.filter(({ kind }) => kind === 'packed')).toHaveLength(1)
      expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort())
      expect(await logged(db)).toContainEqual([ADMIN, null, { noteId: expect.any(String) }])
    }))

  it.each([
    ['', { sentAt: new Date() }],
    [' (not delivered)', { failedAt: new Date() }],
    [' (held)', { suppressedAt: new Date() }],
    [' (on its way)', {}],
  ])('says "%s" of a message, by what became of it', (state, became) =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      await db.update(outboxMessages).set({ sentAt: null, failedAt: null, suppressedAt: null, ...became })
      const texts = (await admin.seen(id)).timeline.flatMap(({ kind, text }) => (kind === 'message' ? [text] : []))
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) expect(text.replace(/^.+ to \S+/, '')).toBe(state)
    }),
  )

  it('is not what its customer sees', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      await admin.send('POST', `/admin/orders/${id}/notes`, { text: 'Difficult on the phone' })
      expect(await (await admin.get(`/orders/${id}`, admin.customer.cookie)).text()).not.toContain('Difficult')
      expect((await admin.get(`/admin/orders/${id}`, admin.customer.cookie)).status).toBe(403)
    }))

  it('says 404 for orders that do not exist, and 400 for an empty note', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      for (const unknown of [UNKNOWN, 'abc'])
        for (const answer of [
          await admin.get(`/admin/orders/${unknown}`),
          await admin.send('POST', `/admin/orders/${unknown}/notes`, { text: 'Hello' }),
        ])
          expect(answer.status).toBe(404)
      for (const body of [{}, { text: '  ' }, { text: 'x'.repeat(2001) }, { text: 'a', by: 'me' }])
        expect((await admin.send('POST', `/admin/orders/${id}/notes`, body)).status).toBe(400)
      expect(await db.select().from(orderNotes)).toEqual([])
    }))

  it('is erased with the customer: notes and tracking number, when the order is finished', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      await admin.send('POST', `/admin/orders/${id}/notes`, { text: 'Lives beside the temple' })
      await admin.move(id, 'shipped', { tracking: { courier: 'DTDC', number: 'H12345' } })
      await admin.move(id, 'completed')
      await eraseCustomerData(db, admin.customer.id, admin.customer.email)
      expect(await db.select().from(orderNotes)).toEqual([])
      expect((await admin.seen(id)).tracking).toBeNull()
      expect(await admin.found('q=asha&limit=5')).toEqual([])
    }))

  it('puts the money of a cancelled order on the list of refunds, also when it is packed', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id, totalPaise } = await admin.anOrder()
      await admin.pack(id)
      expect((await admin.move(id, 'cancelled', { reason: 'Melted' })).status).toBe(200)
      expect(await db.select().from(refunds)).toMatchObject([{ reason: 'order-cancelled', amountPaise: totalPaise }])
    }))
})

describe('a printed page', () => {
  const page = async (answer: Response) => {
    expect(answer.status).toBe(200)
    return answer.text()
  }

  it('is a slip with every item, a label with the address, or a list of all items', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const rose = await insertProduct(db, { name: 'Rose <Truffle> & Co', stock: 9 })
      const chosen = [
        await admin.anOrder({ quantity: 2 }),
        await admin.anOrder({ quantity: 3 }),
        await admin.anOrder({ product: rose }),
      ]
      const ids = chosen.map(({ id }) => id).join(',')
      const slips = await page(await admin.get(`/admin/print?kind=slips&ids=${ids}`))
      for (const { reference } of chosen) expect(slips).toContain(reference)
      expect(slips).toContain('Rose &lt;Truffle&gt; &amp; Co')
      expect(slips.match(/class="slip"/g)).toHaveLength(3)
      expect(slips.match(/class="sheet"/g)).toHaveLength(1)
      const labels = await page(await admin.get(`/admin/print?kind=labels&ids=${ids}`))
      expect(labels.match(/12 Charminar Road/g)).toHaveLength(3)
      const pick = await page(await admin.get(`/admin/print?kind=pick&ids=${ids}`))
      expect(pick).toMatch(/>5<\/td>\s*<td>Sea Salt Bar<\/td>\s*<td class="number">2</)
      expect(pick).toMatch(/>6<\/td>\s*<td>2 products</)
    }))

  it('says on slips and box labels what is in each product, and who makes it', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      await insertFacts(db, admin.product.id, MILK_BAR_FACTS)
      const plain = await insertProduct(db, { name: 'Without a label', stock: 9 })
      const contact = { ...(await readSection(db, 'contact')), fssai: '13621000000123' }
      await db.insert(settings).values({ section: 'contact', version: 1, value: contact })
      const ids = [(await admin.anOrder()).id, (await admin.anOrder({ product: plain })).id].join(',')
      for (const kind of ['slips', 'boxes']) {
        const printed = await page(await admin.get(`/admin/print?kind=${kind}&ids=${ids}`))
        for (const text of [
          'Milk chocolate · 110 g · Vegetarian, no egg.',
          `Ingredients: ${MILK_BAR_FACTS.ingredients}.`,
          'Contains milk and soya. May contain tree nuts.',
          'MRP ₹450.00 incl. of all taxes · ₹4.09/g.',
          'FSSAI 13621000000123',
        ])
          expect(printed).toContain(text)
        expect(printed).toContain('Without a label')
        expect(printed.match(/class="facts"/g)).toHaveLength(1)
        expect(printed).not.toMatch(/best before/i)
      }
    }))

  it('leaves out orders that must not be shipped, and says so', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const [paid, unpaid] = [await admin.anOrder(), await admin.anOrder({ paid: false })]
      const slips = await page(await admin.get(`/admin/print?kind=slips&ids=${paid.id},${unpaid.id}`))
      expect(slips).toMatch(new RegExp(`Left out, because not paid or cancelled: ${unpaid.reference}`))
      expect(slips.match(/class="slip"/g)).toHaveLength(1)
    }))

  it('runs no script, is not cached, and is for admins only', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      const answer = await admin.get(`/admin/print?kind=labels&ids=${id}`)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
      expect(await answer.text()).not.toContain('<script')
      expect((await admin.get(`/admin/print?kind=labels&ids=${id}`, admin.customer.cookie)).status).toBe(403)
    }))

  it('is no more than two hundred existing orders at once', () =>
    inTestTransaction(async (db) => {
      const admin = await openAdmin(db)
      const { id } = await admin.anOrder()
      const many = Array.from({ length: 201 }, () => crypto.randomUUID()).join(',')
      for (const query of [
        'kind=slips',
        'kind=slips&ids=',
        'kind=slips&ids=abc',
        `kind=box&ids=${id}`,
        `kind=slips&ids=${many}`,
      ])
        expect((await admin.get(`/admin/print?${query}`)).status, query.slice(0, 40)).toBe(400)
      expect((await admin.get(`/admin/print?kind=slips&ids=${id},${UNKNOWN}`)).status).toBe(404)
    }))
})
