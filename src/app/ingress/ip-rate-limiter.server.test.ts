import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createDeviceId, markCodeSent } from '#src/features/auth/sign-in/browser-id.server.ts'
import { createCodeNonce } from '#src/features/auth/sign-in/code-nonce-cookie.server.ts'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import type { IpLimit } from '#src/server/routes/route-policy.server.ts'
import { createIpRateLimiter } from './ip-rate-limiter.server.ts'

afterEach(() => {
  configureProcess({ rateLimits: 'strict' })
  configureProcess({ trustedProxies: [] })
})

function aGate({ hasOwnClock = true } = {}) {
  let time = 0
  const gate = createIpRateLimiter({ https: false, ...(hasOwnClock && { now: () => time }) })
  const send = (ipLimit: IpLimit, address: string, headers: Record<string, string>) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
    const request = Object.assign(new IncomingMessage(socket), { url: '/api/login?returnTo=/' })
    Object.assign(request.headers, headers)
    const response = new ServerResponse(request)
    return { response, isRefused: gate(request, response, { requestId: 'a-number', ipLimit }) }
  }
  const refusal = (...[ipLimit, address, headers]: Parameters<typeof send>) => {
    const { response, isRefused } = send(ipLimit, address, headers)
    return isRefused ? response : undefined
  }
  const ask = (ipLimit: IpLimit, address = '203.0.113.7', forwardedFor?: string) =>
    refusal(ipLimit, address, forwardedFor ? { 'x-forwarded-for': forwardedFor } : {})
  const post = (cookie?: string) => refusal('sign-in', '203.0.113.7', cookie ? { cookie } : {})
  /** How many of so many it lets in. */
  const letsIn = (tries: number, asking: (nth: number) => ReturnType<typeof ask>) =>
    Array.from({ length: tries }, (_, nth) => asking(nth)).filter((refused) => refused === undefined).length
  const rateLimitOf = (ipLimit: IpLimit) => {
    const { response } = send(ipLimit, '203.0.113.7', {})
    return [response.getHeader('ratelimit-policy'), response.getHeader('ratelimit')]
  }
  return { ask, post, refusal, rateLimitOf, letsIn, wait: (seconds: number) => (time += seconds * 1000) }
}

it.each([
  ['pages', 600],
  ['calls', 300],
  ['buying', 300],
  ['payment-status', 3000],
  ['current-user', 120],
  ['sign-in-pages', 600],
  ['files', 3000],
  ['webhooks', 6000],
] as const)('one address can request %s at most %i times a minute', (path, perMinute) => {
  const { ask, letsIn, wait } = aGate()
  expect(letsIn(perMinute + 100, () => ask(path))).toBe(perMinute)
  wait(61)
  expect(ask(path)).toBeUndefined()
})

it('a clock that is set back by an hour locks no address out for longer than a minute', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ask, letsIn } = aGate({ hasOwnClock: false })
  expect(letsIn(700, () => ask('pages'))).toBe(600)
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(61_000)
  expect(ask('pages')).toBeUndefined()
})

it('a visitor who read too many pages can still buy', () => {
  const { ask, letsIn } = aGate()
  letsIn(400, () => ask('calls'))
  expect(letsIn(400, () => ask('buying'))).toBe(300)
})

it('calls say how many are left, pages and files do not', () => {
  const { rateLimitOf, letsIn, ask, wait } = aGate()
  expect(rateLimitOf('calls')).toEqual(['"calls";q=300;w=60', '"calls";r=299;t=60'])
  letsIn(298, () => ask('calls'))
  wait(20)
  expect(rateLimitOf('calls')).toEqual(['"calls";q=300;w=60', '"calls";r=0;t=40'])
  expect(rateLimitOf('calls')).toEqual(['"calls";q=300;w=60', '"calls";r=0;t=40'])
  expect([rateLimitOf('pages'), rateLimitOf('files')]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

it('a session that is used from many addresses has the limit of one, and limits no other session', () => {
  const { refusal, letsIn } = aGate()
  const from = (nth: number, token: string, name = 'shop_session') =>
    refusal('pages', `198.51.${nth % 100}.7`, { cookie: `${name}=${token}` })
  const [asha, kiran] = ['a', 'k'].map((letter) => letter.repeat(43)) as [string, string]
  expect(letsIn(1000, (nth) => from(nth, asha))).toBe(600)
  expect(letsIn(600, (nth) => from(nth, kiran))).toBe(600)
  for (const disguised of [`"${asha}"`, `%61${asha.slice(1)}`, `${asha}; __Host-shop_session=${kiran}`])
    expect(from(0, disguised)).toBeDefined()
  expect(from(0, asha, 'shop_session ')).toBeDefined()
})

it('says when to try again', () => {
  const { ask, letsIn, wait } = aGate()
  letsIn(120, () => ask('current-user'))
  wait(20)
  const refused = ask('current-user')
  expect([refused?.statusCode, refused?.getHeader('retry-after')]).toEqual([429, '40'])
  expect(refused?.getHeader('cache-control')).toBe('no-store')
})

it('a browser gets a page, a script gets JSON', () => {
  const { letsIn, ask, refusal } = aGate()
  letsIn(600, () => ask('pages'))
  const headersFor = (accept: string) => refusal('pages', '203.0.113.7', { accept })?.getHeaders()
  expect(headersFor('text/html,*/*;q=0.8')).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining('style-src'),
  })
  expect(headersFor('application/json')).toMatchObject({
    'content-type': 'application/json',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
})

it('a call gets JSON even from a client that takes pages', () => {
  const { letsIn, ask, refusal } = aGate()
  letsIn(300, () => ask('calls'))
  const refused = refusal('calls', '203.0.113.7', { accept: 'text/html,*/*;q=0.8' })
  expect([refused?.statusCode, refused?.getHeader('content-type')]).toEqual([429, 'application/json'])
})

it('a header that changes with every request does not evade the limit', () => {
  const { ask, letsIn } = aGate()
  expect(letsIn(500, (nth) => ask('calls', '203.0.113.7', `192.0.2.${nth % 250}`))).toBe(300)
})

it("behind the shop's own proxy clients are told apart, and addresses that they forge are ignored", () => {
  configureProcess({ trustedProxies: ['10.0.0.1'] })
  const { ask, letsIn } = aGate()
  const through = (visitor: string) => (nth: number) => ask('calls', '10.0.0.1', `192.0.2.${nth % 250}, ${visitor}`)
  expect(letsIn(500, through('203.0.113.7'))).toBe(300)
  expect(letsIn(500, through('203.0.113.8'))).toBe(300)
})

it('the addresses of one IPv6 household count as one client', () => {
  const { ask, letsIn } = aGate()
  expect(letsIn(500, (nth) => ask('calls', `2001:db8:0:7::${nth.toString(16)}`))).toBe(300)
  expect(ask('calls', '2001:db8:0:8::1')).toBeUndefined()
})

it('test runs are not limited', () => {
  configureProcess({ rateLimits: 'relaxed' })
  const { ask, letsIn } = aGate()
  expect(letsIn(5000, () => ask('pages'))).toBe(5000)
})

it('all /64s of one /48 together have ten times the limit of one of them', () => {
  const { ask, letsIn } = aGate()
  const ask48 = (nth: number) => ask('calls', `2001:db8:7:${nth.toString(16)}::1`)
  const fromOne = letsIn(400, () => ask48(0))
  const fromAll = letsIn(20 * 400, (nth) => ask48(nth % 20))
  expect([fromOne, fromOne + fromAll]).toEqual([300, 3000])
})

it('an address can send 120 sign-in forms a minute; reading the page or signing out does not count', () => {
  const { ask, post, letsIn } = aGate()
  letsIn(300, () => ask('sign-in-pages'))
  letsIn(300, () => ask('sign-in-pages'))
  expect(letsIn(200, () => post())).toBe(120)
  expect(ask('calls')).toBeUndefined()
})

it('a known browser has ten forms a minute of its own, all of an address together 600, and unknown browsers none', () => {
  const { post, letsIn } = aGate()
  letsIn(200, () => post())
  const devices = Array.from({ length: 70 }, () => `shop_device=${createDeviceId()}.${'A'.repeat(22)}`)
  expect(letsIn(30, () => post(devices[0]))).toBe(10)
  expect(letsIn(10, () => post(`shop_code=${markCodeSent(createCodeNonce())}`))).toBe(10)
  expect(letsIn(690, (nth) => post(devices[1 + (nth % 69)]))).toBe(580)
  const madeUp = [
    `shop_code=${createCodeNonce()}`,
    `shop_device=${'A'.repeat(22)}.${'A'.repeat(22)}`,
    'shop_device=nonsense',
  ]
  expect(letsIn(30, (nth) => post(madeUp[nth % 3]))).toBe(0)
})
