import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { eraseCustomerData } from '#src/app/personal-data/erase-customer.server.ts'
import { exportMyData } from '#src/app/personal-data/export-my-data.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { deleteAccount } from '#src/features/auth/accounts/delete-account.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { setCustomOrderStatus } from '#src/features/custom-orders/admin/set-custom-order-status.server.ts'
import { acceptQuote, getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { listCustomerRequests } from '#src/features/custom-orders/quotes/customer-requests.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAcceptance, createQuotedOrder, findCustomOrder, TEST_ADMIN } from '#tests/factories/custom-orders.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const TOTAL = 2000
const ALICES = { customerEmail: 'alice@shopper.example', customerMobile: '+919811111111' }
const BOBS = { customerName: 'Bob Rao', customerEmail: 'bob@shopper.example', customerPhone: '+919822222222' }

/** Alice, who was signed out, passes the link of her quotation on to Bob, who accepts it. */
async function aPassedOnQuote(db: Db, alice: 'has an account' | 'has none') {
  const [context, bob] = [createTestPayments(db), await createCustomer(db)]
  const account = alice === 'has none' ? undefined : await signUpAlice(db)
  const request = await createQuotedOrder(context, 1850, ALICES)
  const link = { token: request.token, userId: bob.id }
  const seen = await getQuote(db, link, context.now())
  const started = await acceptQuote(context, link, createAcceptance(TOTAL, BOBS))
  const finish = async () => {
    await simulatePayment(context, started.clientTxnId)
    await setCustomOrderStatus(db, { id: request.id, status: 'completed', by: TEST_ADMIN, now: context.now() })
  }
  return { context, bob, account, request, seen, started, finish }
}

const signUpAlice = async (db: Db) =>
  onlyRow(
    await db.insert(users).values({ email: ALICES.customerEmail }).returning({ id: users.id, email: users.email }),
  )

const sentTo = async (db: Db, ...addresses: string[]) => {
  const rows = await db.select().from(outboxMessages).orderBy(outboxMessages.createdAt)
  const about = rows.filter(
    ({ idempotencyKey, to }) => idempotencyKey.startsWith('custom-order:') && addresses.includes(to),
  )
  return about.map(({ idempotencyKey }) => idempotencyKey.split(':').slice(2, 4).join(':'))
}
const knowsAlice = (seen: unknown) => /alice@shopper|9811111111/.test(JSON.stringify(seen))

describe('a quotation whose link was passed on', () => {
  it.each(['has an account', 'has none'] as const)(
    'shows and exports nothing about its sender (who %s), and the payer gets the messages about the order',
    (alice) =>
      inTestTransaction(async (db) => {
        const { context, bob, seen, started, finish } = await aPassedOnQuote(db, alice)
        expect(knowsAlice(seen)).toBe(false)
        const before = await sentTo(db, ALICES.customerEmail, ALICES.customerMobile)
        await finish()
        expect(await sentTo(db, ALICES.customerEmail, ALICES.customerMobile)).toEqual(before)
        const bobs = (await sentTo(db, BOBS.customerEmail, BOBS.customerPhone)).map((what) => what.split(':')[0])
        expect(bobs).toEqual(['made', 'made'])
        expect(await db.select().from(orders)).toMatchObject([{ reference: started.orderId, userId: bob.id, ...BOBS }])
        expect(knowsAlice(await exportMyData(db, bob, context.now()))).toBe(false)
        expect(knowsAlice(await listCustomerRequests(db, bob, context.now()))).toBe(false)
      }),
  )

  it.each(['has an account', 'has none'] as const)(
    'stays with its sender (who %s) until it is paid: the sender can accept it in place of the other',
    (alice) =>
      inTestTransaction(async (db) => {
        const { context, bob, account, request, started } = await aPassedOnQuote(db, alice)
        const owner = account ?? (await signUpAlice(db))
        expect(await listCustomerRequests(db, owner, context.now())).toMatchObject([
          { reference: request.reference, status: 'quoted', order: null },
        ])
        expect(await listCustomerRequests(db, bob, context.now())).toEqual([])
        expect(await findCustomOrder(db, request.reference)).toMatchObject({ ...ALICES, customerName: null })
        const link = { token: request.token, userId: owner.id }
        expect(await getQuote(db, link, context.now())).toMatchObject({ state: 'open', order: null })
        const taken = await acceptQuote(context, link, createAcceptance(TOTAL))
        expect(await db.select().from(orders).orderBy(orders.status)).toMatchObject([
          { reference: started.orderId, userId: bob.id, status: 'cancelled' },
          { reference: taken.orderId, userId: owner.id, status: 'pending' },
        ])
        const late = acceptQuote(context, { ...link, userId: bob.id }, createAcceptance(TOTAL, BOBS))
        await expect(late).rejects.toMatchObject({ code: 'not-allowed' })
        await simulatePayment(context, taken.clientTxnId)
        expect(await findCustomOrder(db, request.reference)).toMatchObject({ status: 'confirmed', userId: owner.id })
        await expectInvariants(db)
      }),
  )

  it('cannot be taken over once it is paid', () =>
    inTestTransaction(async (db) => {
      const { context, account, request, started } = await aPassedOnQuote(db, 'has an account')
      await simulatePayment(context, started.clientTxnId)
      const link = { token: request.token, userId: String(account?.id) }
      await expect(getQuote(db, link, context.now())).rejects.toMatchObject({ code: 'not-allowed' })
      await expect(acceptQuote(context, link, createAcceptance(TOTAL))).rejects.toMatchObject({ code: 'not-allowed' })
    }))

  it('is accepted only by the account that asked for it signed in; others are told so and keep nothing', () =>
    inTestTransaction(async (db) => {
      const [context, bob, alice] = [createTestPayments(db), await createCustomer(db), await signUpAlice(db)]
      const { token } = await createQuotedOrder(context, 1850, { ...ALICES, userId: alice.id })
      const accept = (userId: string) => acceptQuote(context, { token, userId }, createAcceptance(TOTAL, BOBS))
      await expect(accept(bob.id)).rejects.toMatchObject({
        code: 'not-allowed',
        message: 'This quotation was made for another account. Please sign in with it.',
      })
      expect(await db.$count(orders)).toBe(0)
      expect((await accept(alice.id)).amount).toBe(TOTAL)
    }))

  it('belongs to the customer who pays it when its sender had no account, with the address and mobile of the acceptance', () =>
    inTestTransaction(async (db) => {
      const { context, bob, request, started } = await aPassedOnQuote(db, 'has none')
      await simulatePayment(context, started.clientTxnId)
      const { customerEmail, customerPhone: customerMobile } = BOBS
      const taken = { userId: bob.id, customerEmail, customerMobile }
      expect(await findCustomOrder(db, request.reference)).toMatchObject(taken)
      expect(await listCustomerRequests(db, bob, context.now())).toMatchObject([{ reference: request.reference }])
    }))

  it('leaves no message to a payer who has deleted the account', () =>
    inTestTransaction(async (db) => {
      const { bob, request, finish } = await aPassedOnQuote(db, 'has an account')
      await finish()
      await db.update(orders).set({ status: 'completed' }).where(eq(orders.userId, bob.id))
      await deleteAccount(db, { user: bob, onDelete: eraseCustomerData })
      expect(await sentTo(db, BOBS.customerEmail, BOBS.customerPhone)).toEqual([])
      expect(await findCustomOrder(db, request.reference)).toMatchObject({ userId: null, ...ALICES })
    }))
})
