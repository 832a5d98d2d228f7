import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { openDatabase } from '#src/platform/database.server.ts'
import { freePort, startOwnPostgresServer } from '#src/platform/testing/postgres-server.ts'
import { decideAtBank, onShelf, type Shopper, shoppers, startPayment, verify } from '../tests/faults/shoppers.ts'
import { aProduct, type ProductRow } from '../tests/makers/catalog.ts'
import { aPayment } from '../tests/makers/checkout.ts'
import { type ShopProcess, startShop } from '../tests/shop-process.ts'
import { ask } from './open-loop.ts'
import { machine } from './servers.ts'
import { openSwitchboard } from './switchboard.ts'

const { values: given } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(given.seconds)
/** So many ask one after the other: enough to keep two processes at work, too few to be turned away by one. */
const AT_ONCE = 12
const PERSONAL = ['/products', '/orders', '/api/orders', '/api/auth/user']
/** Different chocolates, so that shoppers do not wait for each other's row. */
const CHOCOLATES = 20

/** What so many processes answer a second on one PostgreSQL of their own, behind one switchboard. */
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
  const switchboard = await openSwitchboard(urls)
  const database = await openDatabase({ url: server.url })
  const people = await shoppers(database.db, 200)
  const products: ProductRow[] = []
  for (let nth = 0; nth < CHOCOLATES; nth++) products.push(await aProduct(database.db, { stock: 1_000_000 }))

  const agent = new Agent({ keepAlive: true })
  const read = async (shopper: Shopper, turn: number) => {
    const about = {
      path: PERSONAL[turn % PERSONAL.length] ?? '/orders',
      headers: { cookie: shopper.cookie, accept: 'text/html' },
    }
    return (await ask(switchboard.url, about, agent)).status === 200
  }
  const order = async (shopper: Shopper, turn: number) => {
    const product = products[turn % products.length]
    if (!product) return false
    const payment = aPayment([{ product: onShelf(product), quantity: 1 }], shopper.email)
    const started = await startPayment(switchboard.url, shopper, payment)
    if (!started.ok) return false
    const told = (await started.json()) as StartedPayment
    await (await decideAtBank(switchboard.url, told, 'success')).arrayBuffer()
    const paid = await verify(switchboard.url, shopper, told)
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
  people: Shopper[],
  act: (shopper: Shopper, turn: number) => Promise<boolean>,
  lasting: number,
): Promise<number> {
  const until = performance.now() + lasting * 1000
  let turn = 0
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        turn += 1
        const shopper = people[turn % people.length]
        if (shopper && (await act(shopper, turn))) done += 1
      }
    }),
  )
  return done / lasting
}

console.log(`${machine()}: the load, the processes and their PostgreSQL share the cores.\n`)
const [one, two] = [await measure(1), await measure(2)]
console.log('| a second | one process | two processes |\n|---|---:|---:|')
console.log(`| signed-in reads (pages and calls) | ${one.reads.toFixed(0)} | ${two.reads.toFixed(0)} |`)
console.log(`| whole orders, paid and confirmed | ${one.orders.toFixed(1)} | ${two.orders.toFixed(1)} |`)
process.exit()
