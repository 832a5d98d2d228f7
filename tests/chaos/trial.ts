import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/db/database.server.ts'
import type { DatabasePair } from '#src/testing/database-pair.ts'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { type CustomerLoad, startLoad } from './customer-load.ts'
import { insertCustomers } from './customers.ts'
import { countUnsettledPayments, expirePaymentWindows, findLeftovers, WINDOW_SECONDS } from './drain.ts'
import { findBrokenPromises } from './observations.ts'

export type Fault = { cluster: Cluster; load: CustomerLoad; times: number; random: () => number; recovery: number[] }
type Trial = {
  isEmbedded?: boolean
  isPair?: boolean
  poolerFor?: (pair: DatabasePair) => Promise<string>
  fault: (about: Fault) => Promise<void>
  times: number
  perSecond: number
  random?: () => number
  /** Between the last fault and the comparison. */
  waitSeconds?: number
}

const SETTLING_TURNS = 12

export async function waitForPayment({ observations }: CustomerLoad): Promise<void> {
  await waitForRise(() => observations.verified.size)
}

export async function waitForRise(count: () => number): Promise<void> {
  const before = count()
  for (const giveUpAt = Date.now() + 120_000; count() === before; await sleep(10))
    if (Date.now() > giveUpAt) throw new Error('Nothing happened for two minutes')
}

/** Sends kill -9 to a random process at a random time, and starts it again once a customer's call has failed. */
export async function killProcesses({ cluster: { shops, start }, load, times, random, recovery }: Fault) {
  const opening = shops.map(async () => {})
  for (let kill = 0; kill < times; kill++) {
    const nth = Math.floor(random() * shops.length)
    await opening[nth]
    await waitForPayment(load)
    await sleep(random() * 1500)
    await shops[nth]?.kill()
    await waitForRise(() => load.counts.cut)
    const since = performance.now()
    opening[nth] = start(nth).then(() => void recovery.push((performance.now() - since) / 1000))
  }
  await Promise.all(opening)
  await waitForPayment(load)
}

/** Kills PostgreSQL, leaves it down for a while, and measures the recovery of calls, pages and payments. */
export async function crashDatabase({ cluster: { server, urls }, load, times, random, recovery }: Fault) {
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(load)
    await sleep(random() * 1500)
    await server?.crash()
    await sleep(1000 + random() * 3000)
    await server?.revive()
    const since = performance.now()
    const work = [waitForPayment(load)]
    for (const url of urls) work.push(answers(`${url}/api/orders`, 401), answers(`${url}/orders`, 200))
    await Promise.all(work.map((done) => done.then(() => recovery.push((performance.now() - since) / 1000))))
  }
}

export async function answers(url: string, status: number): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await sleep(20)) {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    if (answer.status === status) return
  }
  throw new Error(`${url} does not come back`)
}

/** Plenty of three products, five pieces each of forty others. */
export async function insertShop(db: Db) {
  const add = (stock: number) => (pricePaise: number) => insertProduct(db, { stock, pricePaise })
  const plenty = await Promise.all([450_00, 620_00, 2_450_00].map(add(1_000_000)))
  const scarce = await Promise.all(new Array(40).fill(500_00).map(add(5)))
  return { plenty, scarce, people: await insertCustomers(db, 2000) }
}

/** Seconds until no payment is open and no poll is due. */
async function settle({ open, close, look }: Cluster): Promise<number> {
  const began = performance.now()
  for (let turn = 1; turn <= SETTLING_TURNS; turn++) {
    // Also the lease of a poll that the stop interrupted.
    await look(expirePaymentWindows)
    await open()
    await sleep(WINDOW_SECONDS * 1000 + 2000)
    await close()
    if ((await look(countUnsettledPayments)) === 0) return (performance.now() - began) / 1000
  }
  return Number.POSITIVE_INFINITY
}

/** Generates load, injects faults, and compares the answers with the data, before and after all payments end. */
export async function runTrial({
  isEmbedded = false,
  isPair,
  poolerFor,
  fault,
  times,
  random = Math.random,
  ...given
}: Trial) {
  const cluster = await createCluster({ count: isEmbedded ? 1 : 2, isEmbedded, isPair, poolerFor, isDurable: true })
  const { urls, open, close, look } = cluster
  await open()
  await close()
  const shop = await look(insertShop)
  await open()
  const load = startLoad({ urls, ...shop, perSecond: given.perSecond, random })
  const { counts, observations, complaints } = load
  const recovery: number[] = []
  await fault({ cluster, load, times, random, recovery }).catch((error) => complaints.push(String(error)))
  await load.stop()
  await sleep((given.waitSeconds ?? 0) * 1000)
  await close()
  const check = async (isSettled: boolean) => ({
    ...(await look((db) => findBrokenPromises(db, observations, { isSettled }))),
    ...(await look(brokenInvariants)),
  })
  const before = await check(false)
  const settledAfter = await settle(cluster)
  const broken = { ...before, ...(await check(true)), ...(await look(findLeftovers)) }
  await cluster.end()
  return { counts, observations, complaints, recovery, broken, settledAfter }
}
