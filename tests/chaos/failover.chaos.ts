import { expect, it } from 'vitest'
import { brokenInvariants } from '#tests/broken-invariants.ts'
import { createCluster } from './cluster.ts'
import { startLoad } from './customer-load.ts'
import { killPrimary, reviveOldPrimary, switchOver } from './failover.ts'
import { findBrokenPromises } from './observations.ts'
import { insertShop, waitForPayment } from './trial.ts'

const MAX_RECOVERY_SECONDS = 15

it('the primary database server is switched over, then killed, while customers pay: the standby takes over', async ({
  onTestFinished,
}) => {
  const cluster = await createCluster({ count: 2, isPair: true })
  onTestFinished(cluster.end)
  const { pair, urls, open, shops, look } = cluster
  if (!pair) throw new Error('This cluster has two database servers')
  await open()
  const shop = await look(insertShop)
  const load = startLoad({ urls, ...shop, perSecond: 4, random: Math.random })
  const { counts, complaints, observations } = load

  await waitForPayment(load)
  await switchOver(pair)
  await waitForPayment(load)
  // All connections left between two transactions, so nothing was cut off; a slow machine may turn visitors away.
  for (const { output } of shops) expect(output()).not.toContain('terminating connection')
  expect([counts.cut, complaints]).toEqual([0, []])
  console.log(`Switch-over: ${observations.verified.size} payments`, counts)
  await pair.rejoinStandby()

  await waitForPayment(load)
  expect(await killPrimary({ pair, load, outageMs: 1000 })).toBeLessThan(MAX_RECOVERY_SECONDS)
  await reviveOldPrimary(pair)
  await waitForPayment(load)
  await load.stop()
  for (const { output } of shops) {
    expect(output()).toMatch(/The primary database server is now 127\.0\.0\.1/)
    expect(output()).toMatch(/An old primary accepts writes; stop it: 127\.0\.0\.1/)
    expect(output()).toMatch(/commits without waiting for a standby/)
    expect(output()).not.toMatch(/^\s+at /m)
  }
  await cluster.close()

  expect(complaints).toEqual([])
  expect(await look((db) => findBrokenPromises(db, observations, { isSettled: false }))).toEqual({})
  expect(await look(brokenInvariants)).toEqual({})
  console.log(`Failover: ${observations.placed.size} orders, ${observations.paid.size} payments`, counts)
}, 300_000)
