import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/db/database.server.ts'
import { insertCustomers, toListedProduct } from '#tests/chaos/customers.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'

export type LoadRequest = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  isCached?: boolean
}
type LoadAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; problem?: string }
/** `ms` counts from the scheduled start; `lateMs` of it passed before the actual start. */
export type LoadSample = { ms: number; lateMs: number; status: number; problem?: string; about: LoadRequest }

const keepAlive = new Agent({ keepAlive: true })

/** Sends one request, over a connection that stays. Status 0 is an error. */
export function send(url: string, { method, path, headers, body }: LoadRequest): Promise<LoadAnswer> {
  return new Promise((resolve) => {
    const failed = ({ code = '', message }: NodeJS.ErrnoException) =>
      resolve({ status: 0, problem: code || message, headers: {}, body: Buffer.of() })
    const sent = request(`${url}${path}`, { method, agent: keepAlive, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('error', failed)
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', failed)
    sent.setTimeout(30_000, () => sent.destroy(new Error('no answer in 30 s')))
    sent.end(body)
  })
}

/** Sends a request that must succeed. */
export async function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<LoadAnswer> {
  const answer = await send(url, { path, headers })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.problem ?? answer.body}`)
  return answer
}

type OpenLoop = { perSecond: number; seconds: number; next: () => LoadRequest }

/** Requests at a fixed rate whatever the answers. A late start counts as waiting time. */
export async function runOpenLoop(url: string, { perSecond, seconds, next }: OpenLoop): Promise<LoadSample[]> {
  const began = performance.now()
  const pending: Promise<LoadSample>[] = []
  for (let count = 0; count < perSecond * seconds; count++) {
    const planned = (count / perSecond) * 1000
    const early = began + planned - performance.now()
    if (early > 1) await sleep(early)
    const since = () => performance.now() - began - planned
    const [lateMs, about] = [since(), next()]
    pending.push(send(url, about).then(({ status, problem = '' }) => ({ status, problem, about, lateMs, ms: since() })))
  }
  return Promise.all(pending)
}

export function forSeconds(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1000
  return () => performance.now() < until
}

/** Acts, `atOnce` at a time, while `goesOn`. Returns how many acts were good, in all and per second. */
export async function runClosedLoop(
  { atOnce, goesOn }: { atOnce: number; goesOn: (turn: number) => boolean },
  act: (turn: number) => Promise<unknown>,
) {
  const began = performance.now()
  let [turn, done] = [0, 0]
  const worker = async () => {
    while (goesOn(turn++)) if (await act(turn)) done += 1
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, perSecond: (1000 * done) / (performance.now() - began) }
}

/** Cycles through cached and uncached pages and calls, quotes and, every tenth time, a started payment. */
export async function createTrafficMix(db: Db, { origin, people }: { origin: string; people: number }) {
  const product = await insertProduct(db, { stock: 1_000_000 })
  const all = await insertCustomers(db, people)
  const items = [{ productId: product.id, quantity: 2 }]
  const payFor = (email: string) => createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], email)
  const write = (path: string, cookie: string, content: unknown): LoadRequest => {
    const body = JSON.stringify(content)
    const length = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }
    return { method: 'POST', path, headers: { cookie, origin, ...length }, body }
  }
  let [turn, payer] = [0, 0]
  // In turns, because an account may have three unpaid orders.
  const pay = () => {
    const { cookie = '', email = '' } = all[payer++ % all.length] ?? {}
    return write('/api/payments/upi/initiate', cookie, payFor(email))
  }
  return (): LoadRequest => {
    turn += 1
    const { cookie = '' } = all[turn % all.length] ?? {}
    const personal = (path: string) => () => ({ path, headers: { cookie, accept: 'text/html' } })
    const cached = (about: LoadRequest) => () => ({ ...about, isCached: true })
    const kinds = [
      cached({ path: '/' }),
      cached(personal('/products')()),
      cached({ path: `/api/products/${product.id}` }),
      personal('/api/orders'),
      () => ({ path: '/products?q=dark' }),
      () => write('/api/cart/quote', cookie, { items }),
      personal('/api/auth/user'),
      cached({ path: `/product/${product.id}` }),
      personal('/orders'),
      pay,
    ]
    return kinds[turn % kinds.length]?.() ?? { path: '/' }
  }
}
