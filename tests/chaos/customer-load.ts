import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import { createObservations } from '#tests/chaos/observations.ts'
import { type Answer, type ForSale, purchaseProducts } from '#tests/chaos/purchase.ts'

type LoadOptions = {
  urls: string[]
  people: ChaosCustomer[]
  plenty: ForSale[]
  scarce: ForSale[]
  perSecond: number
  random: () => number
}
export type CustomerLoad = ReturnType<typeof startLoad>

const MOST_AT_ONCE = 150
const TIMEOUT_MS = 120_000

/**
 * An open loop: customers arrive at a fixed rate, order, pay and check the order. A failed or shed call is repeated
 * unchanged, as customers do.
 */
export function startLoad({ urls, people, plenty, scarce, perSecond, random }: LoadOptions) {
  const observations = createObservations()
  const counts = { visits: 0, skipped: 0, answers: 0, cut: 0, unavailable: 0, soldOut: 0 }
  /** Invalid answers, and customers without one. */
  const complaints: string[] = []
  const inside = new Set<Promise<void>>()
  let isOpen = true

  async function ask(call: (shop: string) => Promise<Response>): Promise<Answer> {
    for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await sleep(100 + random() * 300)) {
      const answer = await call(urls[Math.floor(random() * urls.length)] ?? '').catch(onlyIfCut)
      const body = await answer?.json().catch(onlyIfCut)
      if (!answer || !body) counts.cut += 1
      else if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) counts.unavailable += 1
      else if (answer.status >= 500) complaints.push(`${answer.status} ${JSON.stringify(body)}`)
      else {
        counts.answers += 1
        return { status: answer.status, body }
      }
    }
    throw new Error('The shop did not answer for two minutes')
  }

  async function visit(): Promise<void> {
    const customer = people.pop()
    if (!customer) throw new Error('All customers have open orders')
    const storage = [...plenty, ...scarce.filter(() => random() < 0.02)]
    const end = await purchaseProducts(customer, { storage, observations, random, ask })
    if (end === 'sold-out') counts.soldOut += 1
    if (end === 'paid' || end === 'sold-out') people.push(customer)
  }

  async function arrive(): Promise<void> {
    while (isOpen) {
      await sleep((-Math.log(1 - random()) / perSecond) * 1000)
      counts.visits += 1
      if (inside.size >= MOST_AT_ONCE) counts.skipped += 1
      else {
        const running = visit().catch((error) => void complaints.push(String(error)))
        inside.add(running)
        void running.finally(() => inside.delete(running))
      }
    }
  }
  const arriving = arrive()
  /** Starts no more visits; resolves when the last has ended. */
  async function stop() {
    isOpen = false
    await arriving
    await Promise.all(inside)
  }
  return { observations, counts, complaints, stop }
}

/** Undefined when the connection broke before the end. */
function onlyIfCut(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}
