import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import type { RazorpayWebhook } from '#tests/fakes/razorpay.ts'
import { type LoadRequest, send } from '../load.ts'
import type { DiwaliShop } from './shop.ts'
import { createTally, type Kind } from './tally.ts'

/** The gateway calls from few addresses. */
const GATEWAYS = ['52.66.75.174', '52.66.76.63', '52.66.151.218', '35.154.217.40']

export const pickWith =
  (random: () => number) =>
  <T>(all: readonly T[]) =>
    all[Math.floor(random() * all.length)] as T

/** Sends requests of visitors, customers and the gateway, each from an address of its own, and counts the answers. */
export function createSender({ shop, random }: { shop: DiwaliShop; random: () => number }) {
  let tally = createTally()
  const pick = pickWith(random)
  const anAddress = () => [10, ...[1, 2, 3].map(() => 1 + Math.floor(random() * 250))].join('.')

  /** As a load balancer does: to a process that is ready, and to any when none is. */
  async function ask(kind: Kind, { headers, ...about }: LoadRequest) {
    const ready = shop.cluster.urls.filter(shop.isReady)
    const began = performance.now()
    const url = pick(ready.length > 0 ? ready : shop.cluster.urls)
    const answer = await send(url, { ...about, headers: { 'accept-encoding': 'br', ...headers } })
    tally.count(kind, { ...answer, ms: performance.now() - began })
    return answer
  }
  const asVisitor = () => ({ 'x-forwarded-for': anAddress() })
  const as = ({ cookie }: { cookie: string }) => ({ cookie: `__Host-${cookie}`, accept: 'text/html', ...asVisitor() })
  const write = (path: string, customer: ChaosCustomer, content: unknown): LoadRequest => {
    const body = JSON.stringify(content)
    const headers = { ...as(customer), origin: shop.origin, ...lengthOf(body), 'content-type': 'application/json' }
    return { method: 'POST', path, body, headers }
  }
  const report = ({ headers, body }: RazorpayWebhook) =>
    ask('webhook', {
      method: 'POST',
      path: '/api/payments/webhook/razorpay',
      body,
      headers: { ...headers, ...lengthOf(body), 'x-forwarded-for': pick(GATEWAYS) },
    })
  /** Begins a new count, and returns it. */
  const startTally = () => {
    tally = createTally()
    return tally
  }
  return { ask, as, asVisitor, write, report, startTally }
}

const lengthOf = (body: string) => ({ 'content-length': `${Buffer.byteLength(body)}` })
