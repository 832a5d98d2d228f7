import { setTimeout as sleep } from 'node:timers/promises'
import { TXN_ID_NOTE } from '#src/features/payments/gateways/razorpay/razorpay-captures.server.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { type ChaosCustomer, toListedProduct } from '#tests/chaos/customers.ts'
import { createObservations } from '#tests/chaos/observations.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import type { RazorpayWebhook } from '#tests/fakes/razorpay.ts'
import { type createSender, pickWith } from './sender.ts'
import type { DiwaliShop } from './shop.ts'

const PAYS = 0.9
const THINKING_SECONDS = 3
const VERIFY_SECONDS = 3
const VERIFY_TIMES = 10
const WEBHOOK_TIMES = 6
const REMEMBERED_WEBHOOKS = 200

type Journeys = { shop: DiwaliShop; random: () => number; sender: ReturnType<typeof createSender> }

/** Customers who start a payment, usually pay, and wait on the page, while the gateway reports it until it is taken. */
export function createJourneys({ shop: { stock, razorpay }, random, sender }: Journeys) {
  const observations = createObservations()
  const running = new Set<Promise<void>>()
  const webhooks: RazorpayWebhook[] = []
  const idle = [...stock.customers]
  const acknowledgedMs: number[] = []
  const codes = codesByPayment(razorpay.codes)
  const pick = pickWith(random)

  async function reportUntilTaken(webhook: RazorpayWebhook): Promise<void> {
    webhooks.push(webhook)
    if (webhooks.length > REMEMBERED_WEBHOOKS) webhooks.shift()
    for (let time = 0; time < WEBHOOK_TIMES; time++) {
      if ((await sender.report(webhook)).status === 200) return
      await sleep(1000 * 2 ** time)
    }
  }

  async function waitUntilVerified(customer: ChaosCustomer, { transactionId, orderId, clientTxnId }: StartedPayment) {
    const paidAt = performance.now()
    for (let time = 0; time < VERIFY_TIMES; time++) {
      await sleep(VERIFY_SECONDS * 1000)
      const request = sender.write('/api/payments/upi/verify', customer, { transactionId, orderId })
      const { status, body } = await sender.ask('verify', request)
      if (status !== 200 || !JSON.parse(String(body)).success) continue
      observations.verified.add(clientTxnId)
      acknowledgedMs.push(performance.now() - paidAt)
      idle.push(customer)
      return
    }
  }

  async function finish(customer: ChaosCustomer, started: StartedPayment): Promise<void> {
    await sleep(-Math.log(1 - random()) * THINKING_SECONDS * 1000)
    const code = codes(started.clientTxnId)
    if (random() > PAYS || code?.status !== 'active') return
    const payment = razorpay.payment({ code })
    Object.assign(code, { status: 'closed' })
    observations.paid.add(started.clientTxnId)
    const webhook = razorpay.webhook('qr_code.credited', { payment, qr_code: code })
    await Promise.all([reportUntilTaken(webhook), waitUntilVerified(customer, started)])
  }

  async function pay(): Promise<void> {
    const customer = idle.shift()
    if (!customer) throw new Error('All customers have open orders')
    const products = [...new Set([pick(stock.products), pick(stock.products)])]
    const lines = products.map((product) => ({ product: toListedProduct(product), quantity: 1 }))
    const payment = createPaymentRequest(lines, customer.email)
    const { status, body } = await sender.ask('pay', sender.write('/api/payments/upi/initiate', customer, payment))
    if (status !== 200) return void idle.push(customer)
    const started: StartedPayment = JSON.parse(String(body))
    const { orderId, transactionId } = started
    observations.placed.set(orderId, { total: Math.round(payment.amount * 100), transactionId })
    const journey = finish(customer, started)
    running.add(journey)
    void journey.finally(() => running.delete(journey))
  }

  return {
    observations,
    /** From paying to the page that says so; it asks every three seconds. */
    acknowledgedMs,
    pay,
    /** A report that the gateway repeats. */
    repeatWebhook: async () => webhooks.length > 0 && sender.report(pick(webhooks)),
    ended: async () => void (await Promise.all(running)),
  }
}

/** Finds codes by payment, each read once: the gateway lists thousands. */
function codesByPayment(codes: readonly (Record<string, unknown> & { id: string })[]) {
  const found = new Map<unknown, (typeof codes)[number]>()
  let read = 0
  return (clientTxnId: string) => {
    for (; read < codes.length; read++) {
      const code = codes[read]
      if (code) found.set(Object(code.notes)[TXN_ID_NOTE], code)
    }
    return found.get(clientTxnId)
  }
}
