import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import { createObservations, type Observations } from '#tests/chaos/observations.ts'
import { purchaseProducts } from '#tests/chaos/purchase.ts'
import type { ProductRow } from '#tests/factories/catalog.ts'
import { signInCustomer } from './sign-in.ts'

export type Reply = { status: number; headers: Headers; body: unknown }

export type CustomerLoad = {
  observations: Observations
  /** E-mail addresses of customers whose sign-in was answered with success. */
  sessions: Map<string, ChaosCustomer>
  counts: { visits: number; turnedAway: number; answers: number; cut: number; unavailable: number; soldOut: number }
  /** Invalid answers, and customers without one. */
  complaints: string[]
  /** Starts no more visits; resolves when the last has ended. */
  stop: () => Promise<void>
}

/** Products for the load: plenty of most, few of some. */
export type LoadProducts = { deep: ProductRow[]; scarce: ProductRow[] }

type Coming = { shops: string[]; storage: LoadProducts; perSecond: number; random: () => number }

const MOST_AT_ONCE = 150
const TIMEOUT_MS = 120_000

/**
 * An open loop: customers arrive at a fixed rate, sign in, order, pay and check the order. A failed or shed call is
 * repeated unchanged, as customers do.
 */
export function startLoad({ shops, storage, perSecond, random }: Coming): CustomerLoad {
  const observations = createObservations()
  const sessions = new Map<string, ChaosCustomer>()
  const counts = { visits: 0, turnedAway: 0, answers: 0, cut: 0, unavailable: 0, soldOut: 0 }
  const complaints: string[] = []
  const free: ChaosCustomer[] = []
  const inside = new Set<Promise<void>>()
  let isOpen = true

  async function ask(call: (shop: string) => Promise<Response>): Promise<Reply> {
    for (const giveUpAt = Date.now() + TIMEOUT_MS; Date.now() < giveUpAt; await sleep(100 + random() * 300)) {
      const shop = shops[Math.floor(random() * shops.length)] ?? ''
      const reply = await replyOf(() => call(shop))
      if (!reply) counts.cut += 1
      else if (reply.status === 503 && isCleanRefusal(reply)) counts.unavailable += 1
      else if (reply.status >= 500) complaints.push(`${reply.status} ${JSON.stringify(reply.body)}`)
      else {
        counts.answers += 1
        return reply
      }
    }
    throw new Error('The shop did not answer for two minutes')
  }

  async function visit() {
    const customer =
      free.pop() ?? (await signInCustomer(ask, `chaos${sessions.size}-${counts.visits}@golconda.example`))
    sessions.set(customer.email, customer)
    const few = storage.scarce.filter(() => random() < 0.02)
    const end = await purchaseProducts(customer, { storage: [...storage.deep, ...few], observations, random, ask })
    if (end === 'sold-out') counts.soldOut += 1
    if (end !== 'left' && end !== 'declined') free.push(customer)
  }

  const arriving = (async () => {
    while (isOpen) {
      await sleep((-Math.log(1 - random()) / perSecond) * 1000)
      counts.visits += 1
      if (inside.size >= MOST_AT_ONCE) {
        counts.turnedAway += 1
        continue
      }
      const running = visit()
        .catch((error) => void complaints.push(String(error)))
        .finally(() => inside.delete(running))
      inside.add(running)
    }
  })()
  return {
    observations,
    sessions,
    counts,
    complaints,
    stop: async () => {
      isOpen = false
      await arriving
      await Promise.all(inside)
    },
  }
}

/** Undefined when the connection broke before the end. */
async function replyOf(call: () => Promise<Response>): Promise<Reply | undefined> {
  try {
    const { status, headers, ...answer } = await whole(await call())
    return { status, headers, body: readable(answer.text) }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const whole = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers,
  text: await answer.text(),
})

function readable(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns whether the refusal has Retry-After and an explanation. */
export function isCleanRefusal({ headers, body }: Pick<Reply, 'headers' | 'body'>): boolean {
  const says = typeof body === 'string' ? body : (body as { message?: unknown } | null)?.message
  return Number(headers.get('retry-after')) > 0 && typeof says === 'string' && / .*\./.test(says)
}
