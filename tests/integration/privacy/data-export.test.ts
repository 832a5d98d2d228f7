import { describe, expect, it } from 'vitest'
import { testDatabase } from '#src/testing/test-database.ts'
import { CUSTOMER_DATA, createCustomerWithHistory } from '#tests/factories/customer-with-history.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'

/** Tracking number, device and note are personal data too, so the export includes all. */
const EVERYTHING = Object.entries(CUSTOMER_DATA).filter(([what]) => what !== 'vpa')

describe('my data', () => {
  it('is one file with all data of the customer, and nothing of others', async () => {
    const database = await testDatabase()
    const { db } = database
    const { person, context, product } = await createCustomerWithHistory(db)
    const other = await createCustomer(db)
    const theirs = { customerName: 'Somebody Else', customerPhone: '+919700000001', notes: 'Beside the old well' }
    await createOrder(context, { customer: other, product, checkout: theirs })

    const api = createFullApi(database)
    const ask = (cookie: string) => api.request('/api/auth/my-data', { headers: { cookie } })
    const answer = await ask(person.cookie)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="golconda-cacao-my-data.json"')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = await answer.text()
    expect(EVERYTHING.filter(([, value]) => !text.includes(value))).toEqual([])
    for (const foreign of [other.email, 'Somebody Else', '9700000001', 'old well']) expect(text).not.toContain(foreign)
    for (const opening of ['tokenHash', 'contentHash', 'quoteTokenHash', 'passwordHash'])
      expect(text).not.toContain(opening)
    expect(Object.keys(JSON.parse(text))).toEqual([
      'about',
      'account',
      'shipments',
      'orders',
      'payments',
      'submittedUtrs',
      'refunds',
      'invoices',
      'creditNotes',
      'customOrders',
      'stories',
      'reviews',
      'messagesToTheStudio',
      'addresses',
      'cardLogos',
      'reportedProblems',
      'problemPhotos',
      'saved',
      'waitingFor',
      'promoCodesUsed',
      'messagesToYou',
      'sentWithYourAddress',
    ])

    expect((await ask('')).status).toBe(401)
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await ask(person.cookie)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await ask(other.cookie)).status).toBe(200)
  })
})
