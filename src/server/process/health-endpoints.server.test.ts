import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMetrics } from '#src/server/telemetry/metrics.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { type HealthContext, handleHealthRequest } from './health-endpoints.server.ts'
import { createReadiness } from './readiness.server.ts'

async function aProcess(given: Partial<HealthContext> & { isWell?: () => boolean | Promise<boolean> } = {}) {
  const { isWell = () => true, ...rest } = given
  const metrics = createMetrics()
  const readiness = createReadiness({ database: isWell })
  const quiet = { isAlive: () => true, metricsToken: undefined, isLive: false, https: false }
  const operator = { readiness, metrics, ...quiet, ...rest }
  const server = createServer((request, response) => {
    if (!handleHealthRequest(operator, request, response)) response.writeHead(418).end()
  })
  const port = await listenLocally(server)
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }
  return { ask, readiness, metrics, port }
}

it('says only whether it is alive and ready', async () => {
  const { ask } = await aProcess()
  expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect((await ask('/anything')).status).toBe(418)
})

it('asks to be restarted when its jobs hang, as the watchdog of systemd does', async () => {
  const { ask } = await aProcess({ isAlive: () => false })
  expect(await ask('/healthz')).toEqual({ status: 503, text: '{"status":"jobs hang"}' })
})

it.each([
  ['says no', () => false],
  ['breaks', () => Promise.reject(new Error('password of the database is hunter2'))],
  ['never answers', () => new Promise<boolean>(() => {})],
])('is not ready while a check %s, but still answers', async (_, isWell) => {
  const { ask } = await aProcess({ isWell })
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"not ready"}' })
  expect((await ask('/healthz')).status).toBe(200)
})

it('is not ready when a healthy check times out twice in a row, not once', async () => {
  let isLate = false
  const readiness = createReadiness({ database: () => !isLate || new Promise<boolean>(() => {}) }, { freshMs: 0 })
  expect(await readiness.isReady()).toBe(true)
  isLate = true
  expect([await readiness.isReady(), await readiness.isReady(), await readiness.isReady()]).toEqual([
    true,
    false,
    false,
  ])
  isLate = false
  expect(await readiness.isReady()).toBe(true)
})

it('is ready at once after a start in which the database is slow to connect', async () => {
  const readiness = createReadiness({ database: () => setTimeout(700, true) })
  expect(await readiness.isReady()).toBe(true)
})

it('checks the database once for concurrent requests', async () => {
  let answered = 0
  const { ask } = await aProcess({ isWell: () => ++answered > 0 })
  await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')))
  expect(answered).toBe(1)
})

it('is not ready as soon as it shuts down', async () => {
  const { ask, readiness } = await aProcess()
  readiness.startDraining()
  expect((await ask('/readyz')).status).toBe(503)
})

it('shows metrics to this machine in a demo, but not through a proxy', async () => {
  const { ask, metrics } = await aProcess()
  metrics.observeRequest({ method: 'BREW', route: '/products', status: 200, seconds: 0.01 })
  expect((await ask('/metrics')).text).toContain('shop_requests_total{method="other",route="/products",status="200"} 1')
  expect((await ask('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
})

it('/metrics requires its token or a local request, in a demo too', async () => {
  const { ask, port } = await aProcess()
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'cf-connecting-ip'])
    expect([header, (await ask('/metrics', { [header]: '203.0.113.7' })).status]).toEqual([header, 404])
  expect(await statusFor(port, 'demo.shop.example')).toBe(404)
  expect(await statusFor(port, `localhost:${port}`)).toBe(200)
  const withToken = await aProcess({ metricsToken: 'figures-for-prometheus' })
  expect((await withToken.ask('/metrics')).status).toBe(404)
})

/** As a browser or a tunnel asks that knows this machine by another name: fetch would not let a Host be chosen. */
async function statusFor(port: number, host: string): Promise<number | undefined> {
  const answered = request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }).end()
  const [answer] = (await once(answered, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

it('shows no metrics in live mode without the token', async () => {
  expect((await (await aProcess({ isLive: true })).ask('/metrics')).status).toBe(404)
  const { ask } = await aProcess({ isLive: true, metricsToken: 'figures-for-prometheus' })
  expect((await ask('/metrics')).status).toBe(404)
  expect((await ask('/metrics', { authorization: 'Bearer something-else-entirely' })).status).toBe(404)
  expect((await ask('/metrics', { authorization: 'Bearer figures-for-prometheus' })).status).toBe(200)
})
