import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { auditLog } from '#src/features/audit/audit.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { paymentEvents } from '#src/features/payments/payments.table.server.ts'
import { pollDuePayments } from '#src/features/payments/polling/due-payments.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createManualUpiShop } from '#tests/factories/payments/manual-upi.ts'
import { createPaymentClient } from '#tests/factories/payments/payment-client.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { expectInvariants } from '#tests/invariants.ts'

const UTR = '632512345678'
const SEEN = { amount: 2149, utrLastFour: '5678' }
const WAITING = { payment: 'awaiting_confirmation', late: false, order: 'pending', stock: 5, reserved: 1 }

/** A manual payment of 214900 paise. */
async function aStarted(db: Db) {
  const shop = await createManualUpiShop(db)
  const counter = await createPaymentClient(db, shop)
  const { answer: started } = await counter.initiate()
  const { transactionId, orderId } = started
  const tell = (utr: string) => counter.call('POST /payments/upi/utr', { transactionId, orderId, utr })
  const confirm = (seen: object, by: { cookie: string } | null = counter.admin) =>
    counter.call(`POST /admin/payments/${transactionId}/confirm`, seen, by)
  return { ...shop, ...counter, started, tell, confirm }
}

/** Cases 16 to 20, through API calls only. */
describe("paying to the shop's own UPI id", () => {
  it('case 16: confirming without having paid asks for a UTR, and shows no success', () =>
    inTestTransaction(async (db) => {
      const { context, look, started, standing } = await aStarted(db)
      for (const minutes of [0, 2, 5]) {
        context.advanceMinutes(minutes)
        await pollDuePayments(context)
        expect((await look(started)).answer).toEqual({ success: false, status: 'pending' })
      }
      expect(await standing()).toMatchObject({ payment: 'pending', order: 'pending' })
      expect(await db.select().from(outboxMessages)).toEqual([])
    }))

  it.each([
    ['12345', 'is too short'],
    ['12345678901a', 'has a letter'],
    ['6325123456789', 'has 13 digits'],
    ['', 'is empty'],
  ])('case 17: a UTR like "%s", which %s, is rejected with a message and changes nothing', (utr) =>
    inTestTransaction(async (db) => {
      const { tell, standing } = await aStarted(db)
      expect(await tell(utr)).toEqual({
        status: 400,
        answer: expect.objectContaining({ message: expect.stringMatching(/\w+ .*\.$/) }),
      })
      expect(await standing()).toMatchObject({ payment: 'pending' })
      expect(await db.select().from(paymentEvents)).toEqual([])
    }),
  )

  it('case 17: a UTR of another order is rejected with a message, and the admin is notified', () =>
    inTestTransaction(async (db) => {
      const { tell, call, startAnother, admin } = await aStarted(db)
      await tell(UTR)
      const { customer, started: other } = await startAnother()
      const { transactionId, orderId } = other
      const { status, answer } = await call('POST /payments/upi/utr', { transactionId, orderId, utr: UTR }, customer)
      expect([status, answer]).toMatchObject([400, { message: expect.stringContaining('another order') }])
      const mails = (await db.select().from(outboxMessages)).filter(({ to }) => to === admin.email)
      expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('one UTR for two orders'))
    }))

  it('case 18: the admin confirms a payment from the statement: the order is paid, and who and when is stored', () =>
    inTestTransaction(async (db) => {
      const { context, admin, tell, confirm, standing, look, started } = await aStarted(db)
      expect((await tell(' 6325 1234 5678 ')).status).toBe(200)
      expect(await standing()).toEqual(WAITING)
      expect(await confirm(SEEN)).toEqual({ status: 200, answer: { status: 'success', waitsForSecond: false } })
      expect(await standing()).toEqual({ payment: 'success', late: false, order: 'processing', stock: 4, reserved: 0 })
      expect((await look(started)).answer).toMatchObject({ success: true, status: 'success' })
      const [said] = (await db.select().from(paymentEvents)).filter(({ source }) => source === 'admin')
      expect(JSON.parse(said?.raw ?? '')).toMatchObject({ by: admin.email, at: context.now().toISOString(), utr: UTR })
      expect(await db.select().from(auditLog)).toMatchObject([{ actorEmail: admin.email }])
      await expectInvariants(db)
    }))

  it.each([
    ['an amount of Rs 2,140.00', { ...SEEN, amount: 2140 }],
    ['other last four digits', { ...SEEN, utrLastFour: '5679' }],
  ])('case 19: %s is not confirmed, and the log says who tried', (_, seen) =>
    inTestTransaction(async (db) => {
      const { admin, tell, confirm, standing } = await aStarted(db)
      await tell(UTR)
      expect(await confirm(seen)).toMatchObject({ status: 422, answer: { message: expect.any(String) } })
      expect(await standing()).toEqual(WAITING)
      expect(await db.select().from(auditLog)).toMatchObject([{ actorEmail: admin.email }])
      await expectInvariants(db)
    }),
  )

  it('case 20: only admins can confirm, whatever flag a browser has set', () =>
    inTestTransaction(async (db) => {
      const { customer, tell, confirm, standing } = await aStarted(db)
      await tell(UTR)
      const flag = 'admin_authenticated=true; admin_email=maker@golconda.example'
      const statuses = []
      for (const by of [
        null,
        customer,
        await createCustomer(db),
        { cookie: flag },
        { cookie: `${customer.cookie}; ${flag}` },
      ])
        statuses.push((await confirm(SEEN, by)).status)
      expect(statuses).toEqual([401, 403, 403, 401, 403])
      expect(await standing()).toEqual(WAITING)
    }))
})
