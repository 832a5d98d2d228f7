import { eq } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { adminPaymentsApi } from '#src/features/payments/admin/admin-payments.api.server.ts'
import { submitUtrApi } from '#src/features/payments/manual-upi/submit-utr.api.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { createTestApi } from '#src/testing/test-api.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import type { TestCustomer, TestPaymentContext } from './payments.ts'

type Shop = { context: TestPaymentContext; customer: TestCustomer; checkout: InitiatePayment }
type Caller = { cookie: string }
type Answer = { status: number; answer: Record<string, unknown> }

/** Payment calls as the customer, the admin and strangers make them. */
export async function createPaymentClient(db: Db, { context, customer, checkout }: Shop) {
  const api = createTestApi(paymentsApi(context)).route('/', submitUtrApi(context))
  api.route('/', adminPaymentsApi(context))
  const admin = await createAdmin(db)

  async function call(what: string, body: unknown, by: Caller | null = customer): Promise<Answer> {
    const [method = 'GET', path = ''] = what.split(' ')
    const response = await api.request(`/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(by && { cookie: by.cookie, origin: 'http://localhost' }) },
    })
    return { status: response.status, answer: await response.json() }
  }

  return {
    api,
    admin,
    call,
    asAdmin: (what: string, body?: unknown) => call(what, body, admin),
    initiate: (change: Partial<InitiatePayment> = {}, by?: Caller) =>
      call('POST /payments/upi/initiate', { ...checkout, ...change }, by),
    /** The payment status as the customer's browser polls it. */
    look: ({ transactionId, orderId }: Record<string, unknown>, by?: Caller) =>
      call('POST /payments/upi/verify', { transactionId, orderId }, by),
    statuses: async () => (await db.select().from(payments).orderBy(payments.createdAt)).map(({ status }) => status),
    /** Channels of the messages to the customer, sorted. */
    channelsFor: async () => {
      const messages = await db
        .select({ channel: outboxMessages.channel })
        .from(outboxMessages)
        .where(eq(outboxMessages.to, customer.email))
      return messages.map(({ channel }) => channel).sort()
    },
  }
}
