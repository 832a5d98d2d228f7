import { setTimeout as sleep } from 'node:timers/promises'
import type { startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import type { Instance } from './instances.ts'
import { type CustomerLoad, isCleanRefusal } from './load-generator.ts'

type Killing = { stands: Instance[]; kills: number; random: () => number; progress: (line: string) => void }

/** Sends kill -9 to a random process at a random time, again and again. */
export async function killInstances(crowd: CustomerLoad, { stands, kills, random, progress }: Killing): Promise<void> {
  const opening = new Map<Instance, Promise<void>>()
  for (let kill = 1; kill <= kills; kill++) {
    const stand = stands[Math.floor(random() * stands.length)]
    if (!stand) throw new Error('There is no shop to kill')
    await opening.get(stand)
    await waitForPayment(crowd)
    await sleep(random() * 1500)
    await stand.kill()
    // Another process may still be starting.
    opening.set(stand, stand.open())
    if (kill % 10 === 0) progress(`${kill} of ${kills} kills, ${crowd.observations.verified.size} payments`)
  }
  await Promise.all(opening.values())
  await waitForPayment(crowd)
}

async function waitForPayment({ observations }: CustomerLoad): Promise<void> {
  const before = observations.verified.size
  for (const giveUpAt = Date.now() + 120_000; observations.verified.size === before; await sleep(10))
    if (Date.now() > giveUpAt) throw new Error('No request was served for two minutes')
}

type Server = Awaited<ReturnType<typeof startOwnPostgresServer>>
type Outages = { server: Server; stands: Instance[]; times: number; random: () => number }
/** Seconds from the return of the database until each kind of request works. */
export type RecoveryTimes = { call: number[]; page: number[]; payment: number[] }

/** Kills PostgreSQL, leaves it down for a while, and measures the recovery of the shop. */
export async function crashDatabase(
  crowd: CustomerLoad,
  { server, stands, times, random }: Outages,
): Promise<RecoveryTimes> {
  const back: RecoveryTimes = { call: [], page: [], payment: [] }
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(crowd)
    await sleep(random() * 1500)
    await server.crash()
    const isAway = { now: true }
    const watching = stands.map((stand) => complainWhile(isAway, { crowd, shop: stand.url }))
    await sleep(1000 + random() * 3000)
    isAway.now = false
    await Promise.all(watching)
    await server.revive()
    const since = performance.now()
    const seconds = () => (performance.now() - since) / 1000
    const done = (list: number[]) => () => void list.push(seconds())
    await Promise.all([
      ...stands.map(({ url }) => answers(`${url}/api/orders`, 401).then(done(back.call))),
      ...stands.map(({ url }) => answers(`${url}/orders`, 200).then(done(back.page))),
      waitForPayment(crowd).then(done(back.payment)),
    ])
  }
  return back
}

/** Uncached personal calls and pages: they need the database, so they must say that it is missing. */
async function complainWhile(isAway: { now: boolean }, { crowd, shop }: { crowd: CustomerLoad; shop: string }) {
  // Without a session the answer would just be "sign in first".
  const cookie = [...crowd.sessions.values()].at(-1)?.cookie ?? ''
  for (; isAway.now; await sleep(200))
    for (const path of ['/api/orders', '/api/auth/user', '/orders', '/checkout']) {
      const began = performance.now()
      const answer = await fetch(`${shop}${path}`, { headers: { cookie, accept: 'text/html' } })
      const body = await answer.text()
      const seconds = (performance.now() - began) / 1000
      const isFine = answer.status === 503 && isCleanRefusal({ headers: answer.headers, body }) && seconds < 5
      if (isFine) crowd.counts.unavailable += 1
      else if (isAway.now) crowd.complaints.push(`${path}: ${answer.status} in ${seconds.toFixed(1)} s while away`)
    }
}

async function answers(url: string, status: number): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; ; await sleep(20)) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === status) return
    if (Date.now() > giveUpAt) throw new Error(`${url} does not come back: ${answer?.status}`)
  }
}
