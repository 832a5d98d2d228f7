import { setTimeout } from 'node:timers/promises'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { ProductRow } from '#tests/factories/catalog.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import { type ChaosCustomer, decideAtBank, requestVerification, startPayment, toListedProduct } from './customers.ts'
import type { Observations } from './observations.ts'

export type Answer = { status: number; body: unknown }
/** Calls the shop at this address, once or with retries. */
export type SendRequest = (call: (shop: string) => Promise<Response>) => Promise<Answer>

/** Retries while the shop is busy, as its pages do; a shop that is gone is an error. */
export function retryWhileBusy(shop: string): SendRequest {
  return async (call) => {
    for (;;) {
      const answer = await call(shop)
      if (answer.status !== 503) return { status: answer.status, body: await answer.json() }
      await answer.body?.cancel()
      await setTimeout(200)
    }
  }
}

export type ForSale = Pick<ProductRow, 'id' | 'pricePaise'>
type PurchaseInput = { storage: ForSale[]; observations: Observations; random: () => number; ask: SendRequest }

/** One customer orders, usually pays, and records the answers. Returns how it ended. */
export async function purchaseProducts(
  customer: ChaosCustomer,
  { storage, observations, random, ask }: PurchaseInput,
): Promise<'sold-out' | 'left' | 'declined' | 'waiting' | 'paid'> {
  const payment = createPaymentRequest(basketFrom(storage, random), customer.email)
  const { status, body } = await ask((shop) => startPayment(shop, customer, payment))
  if (status === 409) return 'sold-out'
  if (status !== 200) throw new Error(`Starting to pay was answered ${status} ${JSON.stringify(body)}`)
  const started = body as StartedPayment
  recordOrder(observations, started, payment.amount)

  const mood = random()
  if (mood < 0.06) return 'left'
  const outcome = mood < 0.12 ? 'failure' : 'success'
  const decided = await ask((shop) => decideAtBank(shop, started, outcome))
  if (decided.status !== 200) throw new Error(`The bank answered ${decided.status} ${JSON.stringify(decided.body)}`)
  if (outcome === 'failure') return 'declined'
  observations.paid.add(started.clientTxnId)
  const verified = await ask((shop) => requestVerification(shop, customer, started))
  if (!(verified.body as { success?: boolean }).success) return 'waiting'
  observations.verified.add(started.clientTxnId)
  return 'paid'
}

function basketFrom(storage: ForSale[], random: () => number) {
  const some = storage.filter(() => random() < 0.7)
  return (some.length > 0 ? some : storage.slice(0, 1)).map((product) => ({
    product: toListedProduct(product),
    quantity: 1 + Math.floor(random() * 3),
  }))
}

/** A repeated call must get the same answer, also from a shop that was killed in between. */
function recordOrder(observations: Observations, started: StartedPayment, amount: number): void {
  const { orderId, transactionId } = started
  const before = observations.placed.get(orderId)
  if (before && before.transactionId !== transactionId) throw new Error(`${orderId} was told two payments`)
  observations.placed.set(orderId, { total: Math.round(amount * 100), transactionId })
}
