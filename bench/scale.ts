import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, createCluster } from '#tests/chaos/cluster.ts'
import { type ChaosCustomer, insertCustomers } from '#tests/chaos/customers.ts'
import { createObservations } from '#tests/chaos/observations.ts'
import { purchaseProducts, retryWhileBusy } from '#tests/chaos/purchase.ts'
import { insertProduct, type ProductRow } from '#tests/factories/catalog.ts'
import { createTrafficMix, forSeconds, type LoadSample, runClosedLoop, runOpenLoop, send } from './lib/load.ts'
import { type LoadBalancer, startLoadBalancer } from './lib/proxies.ts'
import { describeMachine, percentile, readOptions, round } from './lib/report.ts'

const given = readOptions({ seconds: '15', rate: '20', rounds: '3' })
/** Concurrent clients: enough for two processes, without shedding at one. */
const AT_ONCE = 12
const WARM_UP_SECONDS = 3
const PERSONAL = ['/products', '/orders', '/api/orders', '/api/auth/user']

/** Signed-in reads and whole orders per second. Different products, so that customers do not wait for the same row. */
async function measureThroughput({ look }: Cluster, { url }: LoadBalancer) {
  const people: ChaosCustomer[] = await look((db) => insertCustomers(db, 200))
  const insert = () => look((db) => insertProduct(db, { stock: 1_000_000 }))
  const products: ProductRow[] = await Promise.all(Array.from({ length: 20 }, insert))
  const of = <T>(all: T[], turn: number) => all[turn % all.length] as T
  const read = async (turn: number) => {
    const headers = { cookie: of(people, turn).cookie, accept: 'text/html' }
    return (await send(url, { path: of(PERSONAL, turn), headers })).status === 200
  }
  const order = async (turn: number) => {
    const buying = { storage: [of(products, turn)], observations: createObservations(), random: () => 0.5 }
    return (await purchaseProducts(of(people, turn), { ...buying, ask: retryWhileBusy(url) })) === 'paid'
  }
  const rate = async (act: (turn: number) => Promise<unknown>) => {
    await runClosedLoop({ atOnce: AT_ONCE, goesOn: forSeconds(WARM_UP_SECONDS) }, act)
    return (await runClosedLoop({ atOnce: AT_ONCE, goesOn: forSeconds(Number(given.seconds)) }, act)).perSecond
  }
  return { 'signed-in reads a second': round(await rate(read)), 'paid orders a second': round(await rate(order), 1) }
}

/** Rolling restarts under load: the next process goes when the one before is ready. */
async function restartAll({ shops, urls, start, look }: Cluster, balancer: LoadBalancer) {
  const next = await look((db) => createTrafficMix(db, { origin: balancer.url, people: 40 }))
  let isOver = false
  const samples: LoadSample[] = []
  const sendLoad = async () => {
    while (!isOver)
      samples.push(...(await runOpenLoop(balancer.url, { perSecond: Number(given.rate), seconds: 5, next })))
  }
  const load = sendLoad()
  await sleep(5000)
  const took: number[] = []
  for (let round = 1; round <= Number(given.rounds); round++)
    for (const [nth, url] of urls.entries()) {
      const began = performance.now()
      if ((await shops[nth]?.leave()) !== 0) throw new Error('A shop did not end well')
      took.push((performance.now() - began) / 1000)
      await start(nth)
      while (!balancer.isReady(url)) await sleep(50)
    }
  isOver = true
  await load
  const failed = samples.filter(({ status }) => status === 0 || status >= 500)
  const times = samples.map(({ ms }) => ms)
  console.table({
    'restarts of a process': took.length,
    'requests sent': samples.length,
    'failed requests': failed.length,
    'half answered within (ms)': round(percentile(times, 0.5)),
    '99 of 100 within (ms)': round(percentile(times, 0.99)),
    'a process goes in at most (s)': round(Math.max(...took), 1),
  })
  if (failed.length > 0) process.exitCode = 1
  console.log(failed.slice(0, 20))
}

/** Two processes behind a TCP load balancer, compared with one, then restarted in turn: npm run bench:scale. */
console.log(`${describeMachine()}: the load, the processes and their PostgreSQL share the cores.`)
const table: Record<string, object> = {}
for (const count of [1, 2]) {
  const balancer = await startLoadBalancer()
  const cluster = await createCluster({ count, isDurable: true, publicUrl: balancer.url })
  for (const url of cluster.urls) void balancer.watch(url)
  await cluster.open()
  table[`processes: ${count}`] = await measureThroughput(cluster, balancer)
  if (count === 2) await restartAll(cluster, balancer)
  await cluster.end()
}
console.table(table)
process.exit()
