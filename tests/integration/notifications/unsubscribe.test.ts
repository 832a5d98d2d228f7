import { describe, expect, it } from 'vitest'
import { joinWaitlist } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { waitlistEntries, waitlistStops } from '#src/features/catalog/waitlist/waitlist.table.server.ts'
import { createUnsubscribeUrl } from '#src/features/notifications/unsubscribe/unsubscribe-link.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'

/** A customer who waits for two sold-out products, and another one who waits for the first. */
async function openShop() {
  const database = await testDatabase()
  const { db } = database
  const [customer, other] = [await createCustomer(db), await createCustomer(db)]
  const products = [await insertProduct(db, { stock: 0 }), await insertProduct(db, { stock: 0 })]
  const [{ id: first } = { id: 0 }] = products
  for (const { id } of products) await joinWaitlist(db, { productId: id, email: customer.email, isConfirmed: true })
  await joinWaitlist(db, { productId: first, email: other.email, isConfirmed: true })
  const listEmails = async () => (await db.select().from(waitlistEntries)).map(({ email }) => email)
  const link = new URL(createUnsubscribeUrl({ email: customer.email, topic: 'back-in-stock' })).pathname
  return { db, api: createFullApi(database), customer, other, first, listEmails, link }
}

/** As RFC 8058 describes it: no session, and from another site. */
const oneClick = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
}

describe('the link that stops e-mails', () => {
  it('shows a button when it is opened, and changes nothing, because mail scanners open every link', async () => {
    const { api, link, listEmails } = await openShop()
    const page = await api.request(link)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post"><button type="submit">Stop these e-mails</button></form>')
    expect(await listEmails()).toHaveLength(3)
  })

  it('stops those of one address with the one click of a mail program, also twice', async () => {
    const { api, link, listEmails, other } = await openShop()
    for (const _ of [1, 2]) {
      const page = await api.request(link, oneClick)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('E-mails stopped')])
    }
    expect(await listEmails()).toEqual([other.email])
  })

  it('lets the owner of the address sign in and ask again', async () => {
    const { db, api, link, listEmails, customer, first } = await openShop()
    await api.request(link, oneClick)
    const answer = await api.request(`/api/products/${first}/notify`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'http://localhost', cookie: customer.cookie },
    })
    expect(answer.status).toBe(200)
    expect(await listEmails()).toContain(customer.email)
    expect(await db.$count(waitlistStops)).toBe(0)
  })

  it.each([['x'], ['A'.repeat(80)], ['-'.repeat(700)]])('is not found when it is made up: %s', async (token) => {
    const { db, api, listEmails } = await openShop()
    for (const request of [{}, oneClick]) {
      const page = await api.request(`/api/unsubscribe/${token}`, request)
      expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Link not valid')])
    }
    expect(await listEmails()).toHaveLength(3)
    expect(await db.$count(waitlistStops)).toBe(0)
  })
})
