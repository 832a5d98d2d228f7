import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { servePages } from '#src/app/pages/page-policies.server.ts'
import { getRequestContext, releaseSlotWhile } from '#src/server/http/request-context.server.ts'
import { createAdmissionController } from '#src/server/overload/load-shedding.server.ts'
import { FILE_POLICY, type RoutePolicy, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { createRouteFinder } from '#src/server/routes/route-table.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import { createMetrics } from '#src/server/telemetry/metrics.server.ts'
import { listenLocally } from '#src/testing/resources.ts'
import { testDatabase } from '#src/testing/test-database.ts'
import { createFullApi } from '#tests/factories/full-api.ts'
import { createIngress } from './request-pipeline.server.ts'

const QUICK_FILE: RoutePolicy = { ...FILE_POLICY, body: { isFile: true, isStored: false, bodyTimeoutMs: 50 } }

/** The routes of the shop; payments there are of the sandbox. */
async function createFinder() {
  const app = new Hono().get('/uploads/:file', withPolicy(FILE_POLICY)).post('/uploads/quickly', withPolicy(QUICK_FILE))
  app.route('/', createFullApi(await testDatabase()))
  servePages(app, (c) => c.text('A page'))
  return createRouteFinder(app, new Set(['/logo.svg', '/assets/index.js']))
}

async function startIngress({
  isEmbedded = true,
  isDiskFull = false,
  lagMs = 0,
  bodyTimeoutMs = 10_000,
  outdated = '',
} = {}) {
  const metrics = createMetrics()
  const admission = createAdmissionController({ lagMs: () => lagMs, concurrency: { reads: 8, writes: 6, payment: 4 } })
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const worked: (string | undefined)[] = []
  const { receive } = createIngress(
    {
      metrics,
      admission,
      diskSpace: { bytes: () => 0, isLow: () => isDiskFull, stop: () => {} },
      isEmbedded,
      bodyTimeoutMs,
      https: true,
      fallBack: ({ request, response }) => {
        if (request.url !== outdated) return 'reserve'
        response.end(`a copy for ${getRequestContext()?.route}`)
        return 'sent'
      },
      isKnownAdmin: ({ headers }) => headers.cookie === 'admin',
    },
    async (request, response) => {
      worked.push(request.url)
      if (request.url?.includes('slow')) await held.promise
      if (request.url?.includes('bank')) await releaseSlotWhile(held.promise)
      if (request.url?.includes('reads') && (await text(request).catch(() => '')) === '') return
      response.writeHead(request.url?.includes('missing') ? 404 : 200).end('made')
    },
  )
  const findRoute = await createFinder()
  let count = 0
  const server = createServer((request, response) =>
    receive(request, response, { id: `number-${count++}`, route: findRoute(request) }),
  )
  const port = await listenLocally(server)
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  /** A post whose body is announced, and not yet there. */
  const begin = (path: string, method = 'POST') => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: shop\r\nContent-Length: 4\r\n\r\nma`)
    return socket
  }
  const hangUp = async (line: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`${line} HTTP/1.1\r\nHost: shop\r\n\r\n`)
    socket.destroy()
  }
  return { port, hangUp, worked, send, begin, metrics, admission, release: held.resolve }
}

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 5 })

it('rejects writes when the disk is full, and still serves all pages', async () => {
  const { send } = await startIngress({ isDiskFull: true })
  const refused = await send('POST', '/api/payments/upi/initiate')
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([
    503,
    '60',
    { message: "We can't save anything right now. Please try again in a few minutes." },
  ])
  const form = await send('POST', '/api/payments/upi/initiate', { accept: 'text/html' })
  expect(await form.text()).toMatch(/Then reload this page to send the form again\./)
  expect((await send('GET', '/products')).status).toBe(200)
})

it('still writes to a remote PostgreSQL when its own disk is full, but accepts no uploads', async () => {
  const { send } = await startIngress({ isDiskFull: true, isEmbedded: false })
  expect((await send('POST', '/api/payments/upi/initiate')).status).toBe(200)
  expect((await send('POST', '/api/upload')).status).toBe(503)
})

it('answers a page view that it would shed with the copy that it still has, in a context of its own', async () => {
  const { send, release } = await startIngress({ lagMs: 300, outdated: '/products' })
  const slow = Array.from({ length: 20 }, () => send('POST', '/api/payments/webhook/sandbox?slow'))
  await vi.waitFor(async () => expect((await send('GET', '/stories')).status).toBe(503), { timeout: 10_000 })
  expect(await (await send('GET', '/products')).text()).toBe('a copy for /products')
  release()
  await Promise.all(slow)
})

it('answers a page view that waited too long with the copy that it still has, and asks others to try again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, release, admission, worked } = await startIngress({ outdated: '/products' })
  const slow = Array.from({ length: 8 }, () => send('GET', '/api/products?slow'))
  await until(() => admission.waiting() === 8)
  const late = ['/products', '/stories'].map((path) => send('GET', path))
  await until(() => admission.waiting() === 10)
  vi.advanceTimersByTime(4001)
  release()
  const [copied, refused] = await Promise.all(late)
  expect(await copied?.text()).toBe('a copy for /products')
  expect([refused?.status, worked]).toEqual([503, Array(8).fill('/api/products?slow')])
  await Promise.all(slow)
})

it('sheds page views at once under overload, while payment events and files pass', async () => {
  const { send, release, metrics } = await startIngress()
  // One of them in the reserved slot; they have all come when the next one is turned away.
  const waiting = Array.from({ length: 101 }, () => send('GET', '/products?slow'))
  let refused = await send('GET', '/stories')
  while (refused.status !== 503) refused = await send('GET', '/stories')
  expect(refused.headers.get('retry-after')).toBe('2')
  const page = await send('GET', '/stories', { accept: 'text/html' })
  const html = await page.text()
  const hash = createHash('sha256')
    .update(html.split(/<\/?style>/)[1] ?? '')
    .digest('base64')
  expect(html).toMatch(/<title>One moment, please · Golconda Cacao<.*<a href="">Try again</)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'`,
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  })
  expect((await send('POST', '/api/payments/upi/verify')).status).toBe(200)
  expect((await send('GET', '/assets/index.js')).status).toBe(200)
  release()
  const made = (await Promise.all(waiting)).filter(({ status }) => status === 200)
  expect(made.length).toBeGreaterThanOrEqual(8)
  expect((await send('GET', '/stories')).status).toBe(200)
  const figures = await metrics.registry.metrics()
  expect(figures).toMatch(/shop_requests_rejected_total\{priority="browse",reason="overload"\} [1-9]/)
  expect(figures).toMatch(/shop_requests_total\{method="GET",route="\/\*",status="503",refused="overload"\} [1-9]/)
  expect(figures).toContain('shop_requests_total{method="GET",route="/products",status="200"} 101')
})

/** Collects the lines of the JSON log until the test ends. Returns the function that reads them. */
function collectLog(level: 'debug' | 'info') {
  const lines: string[] = []
  enableJsonLog(level, { write: (line) => lines.push(line) })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'logLines'))
  return () => lines.map((line) => JSON.parse(line))
}

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Rejects at least one request, and answers 101. */
async function overload(
  { send, release }: Awaited<ReturnType<typeof startIngress>>,
  read: () => { status?: number }[],
) {
  const waiting = Array.from({ length: 101 }, () => send('GET', '/products?slow'))
  while ((await send('GET', '/stories')).status !== 503);
  release()
  await Promise.all(waiting)
  const areLogged = () => expect(read().filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(101)
  await vi.waitFor(areLogged, { timeout: 10_000 })
}

it('logs how many requests it rejected because of overload, and no line for each', async () => {
  const readLog = collectLog('info')
  fakeIntervals()
  const ingress = await startIngress()
  await overload(ingress, readLog)
  expect(readLog().map(({ status }) => status)).not.toContain(503)
  vi.advanceTimersByTime(10_000)
  expect(readLog().at(-1)).toMatchObject({ level: 'warn', rejected: expect.any(Number) })
})

it('logs each request that it rejects because of overload when the level is debug', async () => {
  const readLog = collectLog('debug')
  await overload(await startIngress(), readLog)
  expect(readLog()).toContainEqual(expect.objectContaining({ level: 'debug', route: '/*', status: 503 }))
})

it('logs each write that a full disk rejects, but no file that is missing', async () => {
  const readLog = collectLog('info')
  fakeIntervals()
  const { send } = await startIngress({ isDiskFull: true })
  expect((await send('GET', '/uploads/missing.webp')).status).toBe(404)
  expect((await send('POST', '/api/payments/upi/initiate')).status).toBe(503)
  const isLogged = () => expect(readLog()).toContainEqual(expect.objectContaining({ level: 'info', status: 503 }))
  await vi.waitFor(isLogged, { timeout: 10_000 })
  vi.advanceTimersByTime(10_000)
  expect(readLog().filter(({ status, rejected }) => status === 404 || rejected)).toEqual([])
})

it('prefers the admins whom it knows to visitors, but no invented session', async () => {
  const { send, release, admission, metrics } = await startIngress()
  const visitors = Array.from({ length: 101 }, () => send('GET', '/products?slow'))
  await until(() => admission.waiting() === 101)
  const admin = send('GET', '/admin?slow', { cookie: 'admin' })
  await until(() => admission.waiting() === 102)
  for (const cookie of ['', 'invented']) expect((await send('GET', '/admin?slow', { cookie })).status).toBe(503)
  release()
  expect((await admin).status).toBe(200)
  await Promise.all(visitors)
  const figures = await metrics.registry.metrics()
  expect(figures).toContain('shop_requests_rejected_total{priority="browse",reason="overload"} 2')
  expect(figures).not.toContain('priority="admin"')
})

const firstLine = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0]

it('gives no slot to requests whose bodies do not arrive, and one once they are there', async () => {
  const { send, begin, admission } = await startIngress()
  const sockets = Array.from({ length: 120 }, () => begin('/api/payments/upi/initiate?reads'))
  while ((await send('GET', '/stories')).status !== 200 || admission.waiting() > 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
  const answers = sockets.map(firstLine)
  for (const socket of sockets) socket.write('de')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']))
  expect(admission.waiting()).toBe(0)
})

it('gives a read a slot even when it announces a body', async () => {
  const { begin, admission } = await startIngress()
  const [first] = Array.from({ length: 8 }, () => begin('/products?reads', 'GET'))
  await until(() => admission.waiting() === 8)
  begin('/products?slow', 'GET')
  await until(() => admission.waiting() === 9)
  first?.write('de')
  await until(() => admission.waiting() === 8)
})

it('does no work for a client that has hung up, and says so in the log', async () => {
  const readLog = collectLog('info')
  const { hangUp, worked, send } = await startIngress()
  await hangUp('GET /api/products')
  const line = expect.objectContaining({ route: '/api/products', msg: 'Client disconnected', status: 499 })
  await vi.waitFor(() => expect(readLog()).toContainEqual(line), { timeout: 10_000 })
  await send('GET', '/products')
  expect(worked).toEqual(['/products'])
})

it('starts a payment even when its client has hung up', async () => {
  const { hangUp, worked } = await startIngress()
  await hangUp('POST /api/payments/upi/initiate')
  await until(() => worked.length > 0)
  expect(worked).toEqual(['/api/payments/upi/initiate'])
})

it('frees the reserved slot of a client that has hung up', async () => {
  const { hangUp, send, admission, release, worked } = await startIngress()
  const slow = Array.from({ length: 100 }, () => send('GET', '/products?slow'))
  await until(() => admission.waiting() === 100)
  await hangUp('GET /stories')
  await send('GET', '/logo.svg')
  await until(() => admission.waiting() === 100)
  expect(worked).not.toContain('/stories')
  release()
  await Promise.all(slow)
})

it('drops a queued request when its client disconnects, and keeps a slot until its work is done', async () => {
  const { begin, admission, release } = await startIngress()
  const sockets = Array.from({ length: 10 }, () => begin('/products?slow', 'GET'))
  await until(() => admission.waiting() === 10)
  for (const socket of sockets) socket.destroy()
  await until(() => admission.waiting() === 8)
  release()
  await until(() => admission.waiting() === 0)
})

it('delays no checkout while a slow bank answers others', async () => {
  const { send, release, admission } = await startIngress()
  const atTheBank = Array.from({ length: 20 }, () => send('POST', '/api/payments/upi/initiate?bank'))
  expect((await send('POST', '/api/cart/quote')).status).toBe(200)
  release()
  expect(new Set((await Promise.all(atTheBank)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(admission.waiting()).toBe(0)
})

it('does not count the time in the queue as a slow body', async () => {
  const { send, begin, release, admission } = await startIngress({ bodyTimeoutMs: 50 })
  const before = Array.from({ length: 6 }, () => send('POST', '/api/cart/quote?slow'))
  await until(() => admission.waiting() === 6)
  const waits = begin('/api/cart/quote?reads')
  await new Promise((resolve) => setTimeout(resolve, 150))
  waits.write('de')
  release()
  expect(await firstLine(waits)).toBe('HTTP/1.1 200 OK')
  await Promise.all(before)
})

it('closes the connection of a slow body, but not of an upload or an answered request', async () => {
  const { begin, metrics } = await startIngress({ bodyTimeoutMs: 50 })
  const file = begin('/api/upload?reads')
  expect(await firstLine(begin('/api/payments/upi/initiate?reads'))).toBe('HTTP/1.1 408 Request Timeout')
  expect(await firstLine(begin('/api/cart/quote'))).toBe('HTTP/1.1 200 OK')
  expect(await firstLine(begin('/uploads/quickly?reads'))).toBe('HTTP/1.1 408 Request Timeout')
  file.write('de')
  expect(await firstLine(file)).toBe('HTTP/1.1 200 OK')
  expect(await metrics.registry.metrics()).toContain('status="408"')
})

it('closes the connection of a logo for cards that takes longer than 20 seconds', async () => {
  const { begin } = await startIngress()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const logo = begin('/api/card-logos?reads')
  const answer = firstLine(logo)
  while (vi.getTimerCount() === 0) await sleep(5)
  await vi.advanceTimersByTimeAsync(19_999)
  await sleep(50)
  expect(logo.bytesRead).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe('HTTP/1.1 408 Request Timeout')
})

it.each([
  ['/product/7', '/product/:id'],
  ['/products/truffles', '/products/:category'],
  ['/', '/'],
  ['/logo.svg', 'files'],
  ['/wp-admin/setup.php', '/*'],
  ['/api/products/7', '/api/products/:id'],
])('counts %s as %s', async (url, pattern) => expect((await createFinder())({ method: 'GET', url }).path).toBe(pattern))

it.each([
  ['POST', '/api/payments/webhook/sandbox', 'payment'],
  ['POST', '/api/payments/upi/verify', 'payment'],
  ['POST', '/api/payments/upi/initiate', 'checkout'],
  ['GET', '/checkout?step=2', 'checkout'],
  ['GET', '/api/admin/payments', 'admin'],
  ['GET', '/admin-login', 'checkout'],
  ['GET', '/product/7', 'browse'],
])('ranks %s %s as %s', async (method, url, rank) =>
  expect((await createFinder())({ method, url }).policy.priority).toBe(rank),
)

it.each([
  ['/logo.svg', true],
  ['/assets/index.js', true],
  ['/uploads/ruby-640.webp', true],
  ['/api/admin/events', true],
  ['/aaaa.html', false],
  ['/sitemap-7.xml', false],
])('%s bypasses the queue: %s', async (url, isFree) =>
  expect((await createFinder())({ method: 'GET', url }).policy.bypassesQueue === true).toBe(isFree),
)
