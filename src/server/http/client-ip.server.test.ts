import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { configureProcess } from '#src/server/config/process-settings.server.ts'
import { enableJsonLog } from '#src/server/telemetry/log.server.ts'
import {
  createProxyWarning,
  isIpOrCidr,
  normalizeIp,
  rateLimitNetworks,
  resolveClientIp,
  subnetOf,
} from './client-ip.server.ts'

afterEach(() => configureProcess({ trustedProxies: [] }))

it('without a trusted proxy the forwarded address is ignored', () => {
  expect(resolveClientIp('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
  expect(resolveClientIp('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
})

it('behind trusted proxies the last untrusted hop counts, whatever precedes it', () => {
  configureProcess({ trustedProxies: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'] })
  expect(resolveClientIp('127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(resolveClientIp('::ffff:127.0.0.1', 'made up, 192.0.2.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(resolveClientIp('127.0.0.1', '192.0.2.1, 203.0.113.7, 10.1.2.3, fd00::7')).toBe('203.0.113.7')
  expect(resolveClientIp('203.0.113.9', '192.0.2.1')).toBe('203.0.113.9')
  expect(resolveClientIp('127.0.0.1', '192.0.2.1, 203.0.113.7:5678, 10.1.2.3:80')).toBe('203.0.113.7')
  for (const hop of ['[2001:db8::1]:5678', '[2001:db8::1]', '2001:db8::1'])
    expect(resolveClientIp('127.0.0.1', hop)).toBe('2001:db8::1')
})

it('an invalid address ends the list of hops', () => {
  configureProcess({ trustedProxies: ['127.0.0.1'] })
  for (const forwarded of [undefined, '', ',,', 'unknown', '203.0.113.7:port', '<script>'])
    expect([forwarded, resolveClientIp('127.0.0.1', forwarded)]).toEqual([forwarded, '127.0.0.1'])
})

it('all addresses of one /64 count as one client, in every spelling', () => {
  const same = [
    '2001:db8:0:7::1',
    '2001:db8::7:abcd:1:2:3',
    '2001:0DB8:0000:0007:ffff::',
    '2001:db8:0:7:0:0:203.0.113.7',
  ]
  expect(new Set(same.map(normalizeIp))).toEqual(new Set(['2001:db8:0:7']))
  expect(normalizeIp('2001:db8:0:8::1')).toBe('2001:db8:0:8')
  expect(normalizeIp('::1')).toBe('0:0:0:0')
  expect(normalizeIp('203.0.113.7')).toBe('203.0.113.7')
})

it('an IPv6 address counts as its /64 and as its /48, an IPv4 address as itself', () => {
  const shares = (address: string) =>
    rateLimitNetworks(normalizeIp(address)).map(({ network, share }) => [network, share])
  expect(shares('2001:db8:0:7::1')).toEqual([
    ['2001:db8:0:7', 1],
    ['2001:db8:0/48', 10],
  ])
  expect(shares('203.0.113.7')).toEqual([['203.0.113.7', 1]])
  expect(shares('in-process')).toEqual([['in-process', 1]])
  expect(['203.0.113.7', '2001:db8:0:7', 'in-process'].map(subnetOf)).toEqual([
    '203.0.113.0/24',
    '2001:db8:0/48',
    'in-process',
  ])
})

it('a proxy is named by its address or its network', () => {
  for (const entry of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
    expect([entry, isIpOrCidr(entry)]).toEqual([entry, true])
  for (const entry of ['', 'nginx', '10.0.0.0/33', '0.0.0.0/0', 'fd00::/129', '10.0.0.0/x', '10.0.0'])
    expect([entry, isIpOrCidr(entry)]).toEqual([entry, false])
})

function aWatch(isLive: boolean) {
  const lines: string[] = []
  enableJsonLog('info', { write: (line) => lines.push(line) })
  onTestFinished(() => {
    configureProcess({ trustedProxies: [] })
    Reflect.deleteProperty(globalThis, 'logLines')
  })
  const watch = createProxyWarning({ isLive })
  const ask = (from: string, forwardedFor?: string) => {
    const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }))
    if (forwardedFor) request.headers['x-forwarded-for'] = forwardedFor
    watch(request)
  }
  return { lines, ask }
}

it('a live shop warns once about an unknown proxy', () => {
  configureProcess({ trustedProxies: ['10.0.0.0/8'] })
  const { lines, ask } = aWatch(true)
  ask('203.0.113.7')
  ask('10.0.0.1', '203.0.113.7')
  expect(lines).toEqual([])
  for (let nth = 0; nth < 3; nth++) ask('172.18.0.1', '203.0.113.7')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('set TRUSTED_PROXIES')
})

it('a demo does not warn about it', () => {
  const { lines, ask } = aWatch(false)
  ask('172.18.0.1', '203.0.113.7')
  expect(lines).toEqual([])
})
