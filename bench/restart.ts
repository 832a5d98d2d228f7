import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '#src/db/open-database.server.ts'
import { freePort, startOwnPostgresServer } from '#src/testing/postgres-server.ts'
import { type ShopProcess, startShop } from '#tests/shop-process.ts'
import { type LoadSample, percentile, runOpenLoop } from './load/open-loop.ts'
import { createTrafficMix } from './load/traffic-mix.ts'
import { startLoadBalancer } from './servers/tcp-load-balancer.ts'

const { values: given } = parseArgs({
  options: { rate: { type: 'string', default: '20' }, rounds: { type: 'string', default: '3' } },
})
const [rate, rounds] = [Number(given.rate), Number(given.rounds)]
const folder = mkdtempSync(path.join(tmpdir(), 'golconda-restart-'))
const server = await startOwnPostgresServer({ isDurable: true })
const ports = [await freePort(), await freePort()]
const urls = ports.map((port) => `http://127.0.0.1:${port}`)
const [origin = ''] = urls
const envOf = (port: number) => ({
  PORT: String(port),
  PUBLIC_URL: origin,
  DATABASE_URL: server.url,
  DATA_DIR: path.join(folder, String(port)),
  SESSION_SECRET: 'all-shops-of-this-bench-share-one-secret',
})
const shops: ShopProcess[] = []
for (const port of ports) shops.push(await startShop(envOf(port)))
const switchboard = await startLoadBalancer(urls)
const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(50)
}

/** A rolling restart: the next process goes when the one before is ready. */
async function restartAll(): Promise<number[]> {
  const took: number[] = []
  for (const [nth, port] of ports.entries()) {
    await until(() => urls.every((url) => switchboard.isReady(url)))
    const began = performance.now()
    const code = await shops[nth]?.leave()
    if (code !== 0) throw new Error(`A shop ended with ${code}`)
    took.push((performance.now() - began) / 1000)
    shops[nth] = await startShop(envOf(port))
    await until(() => switchboard.isReady(`http://127.0.0.1:${port}`))
  }
  return took
}

const database = await openDatabase({ url: server.url })
const next = await createTrafficMix(database.db, { origin, people: 40 })
const lasting = { over: false }
const samples: LoadSample[] = []
const load = (async () => {
  while (!lasting.over) samples.push(...(await runOpenLoop(switchboard.url, { perSecond: rate, seconds: 5, next })))
})()
await sleep(5000)
const took: number[] = []
for (let round = 0; round < rounds; round++) {
  took.push(...(await restartAll()))
  console.error(`round ${round + 1} of ${rounds}`)
}
lasting.over = true
await load
const failed = samples.filter(({ status }) => status === 0 || status >= 500)
console.table({
  'restarts of a process': took.length,
  'requests sent': samples.length,
  'failed requests': failed.length,
  'half answered within (ms)': Math.round(
    percentile(
      samples.map(({ ms }) => ms),
      0.5,
    ),
  ),
  '99 of 100 within (ms)': Math.round(
    percentile(
      samples.map(({ ms }) => ms),
      0.99,
    ),
  ),
  'a process goes in at most (s)': Math.max(...took).toFixed(1),
})
for (const { status, problem, about } of failed.slice(0, 20))
  console.log(about.method ?? 'GET', about.path, status, problem)
switchboard.close()
await Promise.all(shops.map((shop) => shop.stop()))
await database.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed.length === 0 ? 0 : 1
