import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { extract } from 'tar'
import { paiseFromRupees } from '#src/core/money.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { createCluster } from '#tests/chaos/cluster.ts'
import { startLoad } from '#tests/chaos/customer-load.ts'
import type { ChaosCustomer } from '#tests/chaos/customers.ts'
import { findBrokenPromises } from '#tests/chaos/observations.ts'
import { startLoadBalancer } from '../../bench/lib/proxies.ts'
import { buildIfNeeded } from '../build.ts'

const CUSTOMERS = 60
const PER_SECOND = 4
const SECONDS_EACH = 10
const PAGES = ['/', '/products', '/product/1', '/api/products']

/**
 * Replaces the previous release by this version, one of two processes after the other, while customers buy:
 * npm run test-rolling-upgrade -- <archive of the previous release>. No request may fail, and no promise be broken.
 */
const [archive] = parseArgs({ allowPositionals: true }).positionals
if (!archive) throw new Error('Name the archive of the previous release')
await buildIfNeeded()
const folder = mkdtempSync(path.join(tmpdir(), 'golconda-rolling-'))
await extract({ file: archive, cwd: folder })
const previous = path.join(folder, readdirSync(folder)[0] ?? '')
const balancer = await startLoadBalancer()
const cluster = await createCluster({ count: 2, isDurable: true, publicUrl: balancer.url })
const replace = async (nth: number, release?: string) => {
  await cluster.shops[nth]?.leave()
  await cluster.start(nth, release)
  while (!balancer.isReady(cluster.urls[nth] ?? '')) await sleep(50)
}
for (const url of cluster.urls) void balancer.watch(url)
for (const nth of cluster.urls.keys()) await replace(nth, previous)

const people: ChaosCustomer[] = []
for (let nth = 1; nth <= CUSTOMERS; nth++) people.push(await signIn(balancer.url, `customer${nth}@shopper.example`))
const plenty = await stockUp(balancer.url, cluster.server?.url)
const failedPages: string[] = []
let isOver = false
const reading = readPages(balancer.url)
const load = startLoad({
  urls: [balancer.url],
  people,
  plenty,
  scarce: [],
  perSecond: PER_SECOND,
  random: Math.random,
})
await sleep(SECONDS_EACH * 1000)
for (const nth of cluster.urls.keys()) {
  const began = performance.now()
  // The first new process migrates the database of the old one that goes on.
  await replace(nth)
  console.log(`Process ${nth + 1} has the new version after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await sleep(SECONDS_EACH * 1000)
}
await load.stop()
isOver = true
const pages = await reading
await cluster.close()
const broken = await cluster.look(async (db) => ({
  ...(await findBrokenPromises(db, load.observations, { isSettled: false })),
  ...(await brokenInvariants(db)),
}))
const { counts, observations, complaints } = load
console.table({ ...counts, pages, orders: observations.placed.size, paid: observations.verified.size })
const failures = [...complaints, ...failedPages, ...Object.entries(broken).map(([what, where]) => `${what}: ${where}`)]
if (counts.cut > 0) failures.push(`${counts.cut} calls were cut`)
console.log(failures.length > 0 ? failures.slice(0, 20).join('\n') : 'No request failed, and no promise is broken')
await cluster.end()
rmSync(folder, { recursive: true, force: true })
process.exit(failures.length > 0 ? 1 : 0)

/** By HTTP alone: the tables of the previous version may lack columns of this one. */
async function signIn(shop: string, email: string): Promise<ChaosCustomer> {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  const send = async (form: Record<string, string>) => {
    const headers = { origin: shop, cookie: cookie() }
    const body = new URLSearchParams(form)
    const answer = await fetch(`${shop}/api/login`, { method: 'POST', redirect: 'manual', headers, body })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
  }
  await send({ email })
  const [mail] = await (await fetch(`${shop}/api/demo/messages?to=${encodeURIComponent(email)}`)).json()
  const [code = ''] = /\b\d{6}\b/.exec(`${mail.subject} ${mail.text}`) ?? []
  await send({ email, code })
  return { email, cookie: cookie() }
}

/** Some products of the demo, with enough of each. */
async function stockUp(shop: string, url = '') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`with more as (
      insert into stock_ledger (product_id, change, reason) select id, 1000000, 'opening' from products returning product_id
    ) update products set stock = stock + 1000000 from more where id = product_id`)
  await client.end()
  const products: Product[] = await (await fetch(`${shop}/api/products`)).json()
  return products.slice(0, 6).map(({ id, price }) => ({ id, pricePaise: paiseFromRupees(price) }))
}

async function readPages(shop: string): Promise<number> {
  for (let turn = 0; ; turn++, await sleep(100)) {
    if (isOver) return turn
    const page = PAGES[turn % PAGES.length] ?? '/'
    const answer = await fetch(shop + page).catch((error) => ({ status: String(error.cause ?? error), text: () => '' }))
    await answer.text()
    if (answer.status !== 200) failedPages.push(`${page} was answered ${answer.status}`)
  }
}
