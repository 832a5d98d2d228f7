import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#src/db/open-database.server.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { freePort, startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import {
  type ChaosCustomer,
  decideAtBank,
  insertCustomers,
  requestVerification,
  startPayment,
  toListedProduct,
} from '#tests/chaos/customers.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { createPaymentRequest } from '#tests/factories/payments/payment-request.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { sendLoadRequest } from './load/open-loop.ts'
import { describeMachine } from './servers/servers.ts'
import { startLoadBalancer } from './servers/tcp-load-balancer.ts'

const { values: given } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(given.seconds)
/** Concurrent clients: enough for two processes, without shedding at one. */
const AT_ONCE = 12
const PERSONAL = ['/products', '/orders', '/api/orders', '/api/auth/user']
/** Different products, so that customers do not wait for the same row. */
const CHOCOLATES = 20

/** Responses per second of this many processes behind one load balancer. */
async function measure(count: number): Promise<{ reads: number; orders: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'golconda-processes-'))
  const server = await startOwnPostgresServer({ isDurable: true })
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const shops: ShopProcess[] = []
  for (const port of ports)
    shops.push(
      await startShop({
        PORT: String(port),
        PUBLIC_URL: urls[0] ?? '',
        DATABASE_URL: server.url,
        DATA_DIR: path.join(folder, String(port)),
        SESSION_SECRET: 'all-shops-of-this-bench-share-one-secret',
      }),
    )
  const switchboard = await startLoadBalancer(urls)
  const database = await openDatabase({ url: server.url })
  const people = await insertCustomers(database.db, 200)
  const products: ProductRow[] = []
  for (let nth = 0; nth < CHOCOLATES; nth++) products.push(await insertProduct(database.db, { stock: 1_000_000 }))

  const agent = new Agent({ keepAlive: true })
  const read = async (customer: ChaosCustomer, turn: number) => {
    const about = {
      path: PERSONAL[turn % PERSONAL.length] ?? '/orders',
      headers: { cookie: customer.cookie, accept: 'text/html' },
    }
    return (await sendLoadRequest(switchboard.url, about, agent)).status === 200
  }
  const order = async (customer: ChaosCustomer, turn: number) => {
    const product = products[turn % products.length]
    if (!product) return false
    const payment = createPaymentRequest([{ product: toListedProduct(product), quantity: 1 }], customer.email)
    const response = await startPayment(switchboard.url, customer, payment)
    if (!response.ok) return false
    const started = (await response.json()) as StartedPayment
    await (await decideAtBank(switchboard.url, started, 'success')).arrayBuffer()
    const paid = await requestVerification(switchboard.url, customer, started)
    return ((await paid.json()) as { success?: boolean }).success === true
  }
  await perSecond(people, read, 3)
  const reads = await perSecond(people, read, seconds)
  await perSecond(people, order, 3)
  const orders = await perSecond(people, order, seconds)
  agent.destroy()
  switchboard.close()
  await Promise.all(shops.map((shop) => shop.stop()))
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return { reads, orders }
}

async function perSecond(
  people: ChaosCustomer[],
  act: (customer: ChaosCustomer, turn: number) => Promise<boolean>,
  lasting: number,
): Promise<number> {
  const until = performance.now() + lasting * 1000
  let turn = 0
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        turn += 1
        const customer = people[turn % people.length]
        if (customer && (await act(customer, turn))) done += 1
      }
    }),
  )
  return done / lasting
}

console.log(`${describeMachine()}: the load, the processes and their PostgreSQL share the cores.\n`)
const [one, two] = [await measure(1), await measure(2)]
console.log('| a second | one process | two processes |\n|---|---:|---:|')
console.log(`| signed-in reads (pages and calls) | ${one.reads.toFixed(0)} | ${two.reads.toFixed(0)} |`)
console.log(`| whole orders, paid and confirmed | ${one.orders.toFixed(1)} | ${two.orders.toFixed(1)} |`)
process.exit()
