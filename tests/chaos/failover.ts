import { setTimeout as sleep } from 'node:timers/promises'
import { configure, type DatabasePair, tell } from '#src/testing/database-pair.ts'
import type { OwnPostgresServer } from '#src/testing/postgres-server.ts'
import type { CustomerLoad } from './customer-load.ts'
import { answers, type Fault, waitForPayment } from './trial.ts'

const WATCHED_MS = 4000
/** Rises with every transaction that writes. */
const NEXT_TRANSACTION = 'select pg_snapshot_xmax(pg_current_snapshot())::text'

/** A pooler in front, whose address leads to the primary. */
export type Front = {
  pause: () => Promise<unknown>
  resume: () => Promise<unknown>
  leadTo: (server: OwnPostgresServer) => Promise<void>
}
type Failover = { pair: DatabasePair; load: CustomerLoad; outageMs: number; front?: Front | undefined }

/** Kills the primary and promotes the standby. Returns the seconds from the kill to the next payment. */
export async function killPrimary({ pair, load, outageMs, front }: Failover): Promise<number> {
  await pair.servers.primary.crash()
  const since = performance.now()
  await sleep(outageMs)
  await pair.promote()
  await front?.leadTo(pair.servers.primary)
  await waitForPayment(load)
  return (performance.now() - since) / 1000
}

/** The old primary returns as one, as after a power cut. Fails if anybody writes to it. */
export async function reviveOldPrimary({ servers }: DatabasePair): Promise<void> {
  // It would commit, and only a client can write.
  configure(servers.standby, `synchronous_standby_names = ''`)
  configure(servers.standby, 'autovacuum = off')
  await servers.standby.revive()
  const before = await tell(servers.standby, NEXT_TRANSACTION)
  await sleep(WATCHED_MS)
  const after = await tell(servers.standby, NEXT_TRANSACTION)
  if (after !== before) throw new Error('The old primary was written to')
}

/** Stops the primary in order and promotes the standby, as for maintenance. A pooler pauses meanwhile. */
export async function switchOver(pair: DatabasePair, front?: Front): Promise<void> {
  await tell(pair.servers.primary, 'checkpoint')
  await front?.pause()
  await pair.servers.primary.stopSmart()
  await pair.promote()
  await front?.leadTo(pair.servers.primary)
  await front?.resume()
}

/** Failovers one after the other, each with the old primary's return. */
export async function failOver({ cluster: { pair, urls }, load, times, random, recovery }: Fault, front?: Front) {
  if (!pair) throw new Error('A failover takes two servers')
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(load)
    await sleep(random() * 1500)
    recovery.push(await killPrimary({ pair, load, front, outageMs: 500 + random() * 2500 }))
    await Promise.all(urls.map((url) => answers(`${url}/orders`, 200)))
    await reviveOldPrimary(pair)
    await pair.servers.standby.crash()
    await pair.rebuildStandby()
  }
  await waitForPayment(load)
}

/** Planned switch-overs. `recovery` gets the time without a payment. */
export async function switchOverInOrder({ cluster: { pair }, load, times, random, recovery }: Fault, front?: Front) {
  if (!pair) throw new Error('A switch-over takes two servers')
  for (let nth = 0; nth < times; nth++) {
    await waitForPayment(load)
    await sleep(random() * 1500)
    const since = performance.now()
    await switchOver(pair, front)
    await waitForPayment(load)
    recovery.push((performance.now() - since) / 1000)
    await pair.rejoinStandby()
  }
  await waitForPayment(load)
}
