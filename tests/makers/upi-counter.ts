import { eq } from 'drizzle-orm'
import { messages } from '#src/features/notifications/messages.table.server.ts'
import { makerPaymentsApi } from '#src/features/payments/maker-payments.api.server.ts'
import { paymentsApi } from '#src/features/payments/payments.api.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { apiOf } from '#src/platform/testing/test-api.ts'
import { aMaker } from './maker.ts'
import type { Shopper, TestTill } from './payments.ts'

type Shop = { till: TestTill; shopper: Shopper; checkout: InitiatePayment }
type Caller = { cookie: string }
type Answer = { status: number; answer: Record<string, unknown> }

/** The calls of paying over a shop, as its shopper, its maker and strangers make them. */
export async function aCounter(db: Db, { till, shopper, checkout }: Shop) {
  const api = apiOf(paymentsApi(till))
  api.route('/', makerPaymentsApi(till))
  const maker = await aMaker(db)

  async function call(what: string, body: unknown, by: Caller | null = shopper): Promise<Answer> {
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
    maker,
    call,
    asMaker: (what: string, body?: unknown) => call(what, body, maker),
    initiate: (change: Partial<InitiatePayment> = {}, by?: Caller) =>
      call('POST /payments/upi/initiate', { ...checkout, ...change }, by),
    /** What the shopper's browser learns when it looks. */
    look: ({ transactionId, orderId }: Record<string, unknown>, by?: Caller) =>
      call('POST /payments/upi/verify', { transactionId, orderId }, by),
    statuses: async () => (await db.select().from(payments).orderBy(payments.createdAt)).map(({ status }) => status),
    /** By what the shopper was told: channels, in alphabetical order. */
    toldBy: async () => {
      const told = await db.select({ channel: messages.channel }).from(messages).where(eq(messages.to, shopper.email))
      return told.map(({ channel }) => channel).sort()
    },
  }
}
