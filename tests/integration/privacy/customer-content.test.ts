import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createCustomer, type TestCustomer } from '#tests/factories/payments/payments.ts'

const CAROL = { name: 'Carol Menezes', phone: '040 5566 7788', words: 'I live beside the lighthouse' }

/** Alice, signed in, uses Bob's address in every form; Carol does so without an account; Bob writes once himself. */
async function aMixUp() {
  const database = await testDatabase()
  const { db } = database
  const [alice, bob] = [await createCustomer(db), await createCustomer(db)]
  const api = createFullApi(database)
  const call = (path: string, { by, body }: { by?: TestCustomer; body?: unknown }) =>
    api.request(
      `/api${path}`,
      {
        method: body ? 'POST' : 'GET',
        headers: { origin: 'http://localhost', 'content-type': 'application/json', cookie: by?.cookie ?? '' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { incoming: { socket: { remoteAddress: '203.0.113.9' } } },
    )
  const send = async (path: string, body: unknown, by?: TestCustomer) => {
    const answer = await call(path, { body, ...(by && { by }) })
    expect([path, answer.status]).toEqual([path, 201])
  }
  const writeAll = async (who: { name: string; phone: string; words: string }, by?: TestCustomer) => {
    const email = bob.email
    const chosen = { flavor: 'dark', shape: 'bar', packaging: 'simple' }
    await send('/contact', { name: who.name, phone: who.phone, email, subject: 'Hello', message: who.words }, by)
    await send('/stories', { title: 'A day', content: who.words, authorName: who.name, authorEmail: email }, by)
    const request = { ...chosen, name: who.name, message: who.words, customerMobile: '+919811100022' }
    await send('/custom-orders', { ...request, customerEmail: email }, by)
  }
  await writeAll({ name: 'Alice Thomas', phone: '040 1122 3344', words: 'A secret for my sister' }, alice)
  await writeAll(CAROL)
  const ofBob = { name: 'Bob Fernandes', email: bob.email, subject: 'Mine', message: 'My own words' }
  await send('/contact', ofBob, bob)
  const myData = async (by: TestCustomer) => (await call('/auth/my-data', { by })).text()
  return { db, alice, bob, myData }
}

describe('content sent with the address of another customer', () => {
  it('is in the export of the account that sent it, and in no other', async () => {
    const { alice, bob, myData } = await aMixUp()
    const ofBob = await myData(bob)
    for (const foreign of [
      'Alice',
      'secret for my sister',
      '1122 3344',
      '9811100022',
      'Carol',
      'lighthouse',
      '5566 7788',
    ])
      expect(ofBob).not.toContain(foreign)
    expect(ofBob).toContain('My own words')
    expect(JSON.parse(ofBob).sentWithYourAddress).toEqual({
      about: expect.stringContaining('not signed in'),
      customOrders: [{ reference: expect.stringMatching(/^CC-/), sentAt: expect.any(String) }],
      messagesToTheStudio: [{ number: expect.any(Number), sentAt: expect.any(String) }],
      stories: [{ id: expect.any(String), status: 'pending', sentAt: expect.any(String) }],
    })

    const ofAlice = JSON.parse(await myData(alice))
    expect(ofAlice.customOrders).toMatchObject([{ message: 'A secret for my sister', customerMobile: '+919811100022' }])
    expect(ofAlice.messagesToTheStudio).toMatchObject([{ name: 'Alice Thomas', message: 'A secret for my sister' }])
    expect(ofAlice.stories).toMatchObject([{ authorName: 'Alice Thomas', content: 'A secret for my sister' }])
    expect(ofAlice.sentWithYourAddress).toMatchObject({ customOrders: [], messagesToTheStudio: [], stories: [] })
  })

  it('attack M1: stays when the owner of that address deletes the account, and is deleted with the sender', async () => {
    const { db, alice, bob } = await aMixUp()
    const owners = async () =>
      Promise.all([customOrders, contactTickets, stories].map((table) => db.select({ of: table.userId }).from(table)))
    await deleteAccount(db, { user: bob, onDelete: eraseCustomerData })
    expect(await owners()).toEqual([[{ of: alice.id }], [{ of: alice.id }], [{ of: alice.id }]])
    await deleteAccount(db, { user: alice, onDelete: eraseCustomerData })
    expect(await owners()).toEqual([[], [], []])
  })
})
