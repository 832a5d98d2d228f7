import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#src/db/database.server.ts'
import type { DatabaseLocation } from '#src/db/open-database.server.ts'
import { countUnsettledPayments, expirePaymentWindows } from '#tests/chaos/drain.ts'
import { withShopDatabase } from '#tests/chaos/open-db.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { collectFindings, type Findings, mergeFindings } from './findings.ts'
import type { Instance, Instances } from './instances.ts'
import { type CustomerLoad, type LoadProducts, startLoad } from './load-generator.ts'

export type Trial = {
  name: string
  stands: Instances
  data: DatabaseLocation
  perSecond: number
  waitSeconds: number
  random: () => number
  /** The faults that are injected under load. */
  trouble: (crowd: CustomerLoad) => Promise<void>
}

export type Outcome = Findings & {
  name: string
  crowd: CustomerLoad
  stands: Instances
  minutes: number
  settledAfter: number
}

/** Starts the shops, generates load, injects faults, and compares the answers with the data. */
export async function runTrial(trial: Trial): Promise<Outcome> {
  const { name, stands, perSecond, random, data } = trial
  const began = performance.now()
  const look = <T>(at: (db: Db) => Promise<T>) => withShopDatabase(data, at)
  const storage = await look(stock)
  await stands.openAll()
  const crowd = startLoad({ shops: stands.all.map(({ url }) => url), storage, perSecond, random })
  await trial.trouble(crowd).catch((error) => crowd.complaints.push(String(error)))
  await crowd.stop()
  const minutes = (performance.now() - began) / 60_000
  await sleep(trial.waitSeconds * 1000)
  crowd.complaints.push(...(await signedOut(crowd, stands.all)))
  await stands.closeAll()
  const before = await look((db) => collectFindings(db, crowd.observations, { isSettled: false }))
  await look(expirePaymentWindows)
  const settledAfter = await settle(stands, () => look(countUnsettledPayments))
  const after = await look((db) => collectFindings(db, crowd.observations, { isSettled: true }))
  return { name, crowd, stands, minutes, settledAfter, ...mergeFindings(before, after) }
}

/** Plenty of three products, five pieces each of forty others. */
async function stock(db: Db): Promise<LoadProducts> {
  const storage: LoadProducts = { deep: [], scarce: [] }
  for (const pricePaise of [450_00, 620_00, 2_450_00])
    storage.deep.push(await insertProduct(db, { stock: 1_000_000, pricePaise }))
  for (let nth = 0; nth < 40; nth++) storage.scarce.push(await insertProduct(db, { stock: 5 }))
  return storage
}

async function signedOut({ sessions }: CustomerLoad, [stand]: Instance[]): Promise<string[]> {
  const complaints: string[] = []
  for (const { email, cookie } of sessions.values()) {
    const answer = await fetch(`${stand?.url}/api/auth/user`, { headers: { cookie } })
    const user = (await answer.json()) as { email?: string }
    if (user.email !== email) complaints.push(`${email} is signed in no more (${answer.status})`)
  }
  return complaints
}

const SETTLING_TURNS = 12
const TURN_SECONDS = 10

/** Seconds until no payment is open and no poll is due; the rest is checked afterwards. */
async function settle(stands: Instances, unsettled: () => Promise<number>): Promise<number> {
  for (let turn = 1; turn <= SETTLING_TURNS; turn++) {
    await stands.openAll()
    await sleep(TURN_SECONDS * 1000)
    await stands.closeAll()
    if ((await unsettled()) === 0) return turn * TURN_SECONDS
  }
  return Number.POSITIVE_INFINITY
}
