import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseLocation, Db } from '#src/platform/database.server.ts'
import { lookInto } from '#tests/faults/look-into.ts'
import { letTheWindowsPass, unsettledPayments } from '#tests/faults/settling.ts'
import { aProduct } from '#tests/makers/catalog.ts'
import { type Crowd, openDoors, type Shelf } from './crowd.ts'
import { compare, type Findings, together } from './findings.ts'
import type { Stand, Stands } from './stands.ts'

export type Trial = {
  name: string
  stands: Stands
  /** Where the shop's data is, to look into. */
  data: DatabaseLocation
  perSecond: number
  waitSeconds: number
  random: () => number
  /** What is done to them while people pay. */
  trouble: (crowd: Crowd) => Promise<void>
}

export type Outcome = Findings & { name: string; crowd: Crowd; stands: Stands; minutes: number; settledAfter: number }

/** Opens the shops, lets people come, makes trouble, and compares what people were told with what is there afterwards. */
export async function hold(trial: Trial): Promise<Outcome> {
  const { name, stands, perSecond, random, data } = trial
  const began = performance.now()
  const look = <T>(at: (db: Db) => Promise<T>) => lookInto(data, at)
  const shelf = await look(stock)
  await stands.openAll()
  const crowd = openDoors({ shops: stands.all.map(({ url }) => url), shelf, perSecond, random })
  await trial.trouble(crowd).catch((error) => crowd.complaints.push(String(error)))
  await crowd.goHome()
  const minutes = (performance.now() - began) / 60_000
  await sleep(trial.waitSeconds * 1000)
  crowd.complaints.push(...(await signedOut(crowd, stands.all)))
  await stands.closeAll()
  const before = await look((db) => compare(db, crowd.told, { isSettled: false }))
  await look(letTheWindowsPass)
  const settledAfter = await settle(stands, () => look(unsettledPayments))
  const after = await look((db) => compare(db, crowd.told, { isSettled: true }))
  return { name, crowd, stands, minutes, settledAfter, ...together(before, after) }
}

/** Enough for everybody of three, and five pieces each of forty others. */
async function stock(db: Db): Promise<Shelf> {
  const shelf: Shelf = { deep: [], scarce: [] }
  for (const pricePaise of [450_00, 620_00, 2_450_00])
    shelf.deep.push(await aProduct(db, { stock: 1_000_000, pricePaise }))
  for (let nth = 0; nth < 40; nth++) shelf.scarce.push(await aProduct(db, { stock: 5 }))
  return shelf
}

/** Who was told that they are signed in still is. */
async function signedOut({ sessions }: Crowd, [stand]: Stand[]): Promise<string[]> {
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

/** Seconds of open doors until no payment is open and no question is due any more; what remains is found afterwards. */
async function settle(stands: Stands, unsettled: () => Promise<number>): Promise<number> {
  for (let turn = 1; turn <= SETTLING_TURNS; turn++) {
    await stands.openAll()
    await sleep(TURN_SECONDS * 1000)
    await stands.closeAll()
    if ((await unsettled()) === 0) return turn * TURN_SECONDS
  }
  return Number.POSITIVE_INFINITY
}
