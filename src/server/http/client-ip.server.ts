import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { processSettings } from '#src/server/config/process-settings.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'

let proxies: { entries: readonly string[]; list: BlockList } = { entries: [], list: new BlockList() }

function trustedProxies(): BlockList {
  const { trustedProxies: entries } = processSettings()
  if (proxies.entries === entries) return proxies.list
  const list = new BlockList()
  for (const { address, prefix } of entries.map(networkOf))
    list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4')
  proxies = { entries, list }
  return list
}

/** Whether an entry of TRUSTED_PROXIES is an address or a network, such as 10.0.0.0/8. */
export function isIpOrCidr(entry: string): boolean {
  const { address, prefix } = networkOf(entry)
  return isIP(address) !== 0 && Number.isInteger(prefix) && prefix >= 1 && prefix <= (isIPv6(address) ? 128 : 32)
}

function networkOf(entry: string): { address: string; prefix: number } {
  const [address = '', prefix] = entry.split('/')
  return { address, prefix: prefix === undefined ? (isIPv6(address) ? 128 : 32) : Number(prefix) }
}

/** The client as a key for rate limits; an IPv6 address is cut to its /64, which one household owns. */
export function getClientIp(c: Context): string {
  const socket = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  return clientIpKey(socket, c.req.header('x-forwarded-for'))
}

export function clientIpKey(socket: string | undefined, forwardedFor: string | undefined): string {
  return socket === undefined ? 'in-process' : normalizeIp(resolveClientIp(socket, forwardedFor))
}

/** Finds the client's address. Only our proxies' X-Forwarded-For counts, from its end: callers can forge the rest. */
export function resolveClientIp(socket: string, forwardedFor: string | undefined): string {
  let sender = stripMapping(socket)
  if (!forwardedFor) return sender
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!isProxy(sender)) return sender
    const before = stripMapping(withoutPort(hop.trim()))
    if (isIP(before) === 0) return sender
    sender = before
  }
  return sender
}

/** Some proxies add the port: 203.0.113.7:5678, [2001:db8::1]:5678. */
const withoutPort = (hop: string) => hop.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

export const isFromTrustedProxy = (socket: string | undefined) => socket !== undefined && isProxy(stripMapping(socket))

const isProxy = (address: string) => trustedProxies().check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const stripMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/** The first four groups of an IPv6 address, in one spelling. */
export function normalizeIp(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':')
}

export type Network = { network: string; share: number; suffix: string }

/** The networks that count a client, with multipliers. A /48 holds 65,536 /64s and is free at any tunnel. */
export function rateLimitNetworks(address: string): [Network, ...Network[]] {
  const own = { network: address, share: 1, suffix: '' }
  if (!address.includes(':')) return [own]
  return [own, { network: subnetOf(address), share: 10, suffix: '-48' }]
}

/** The network that one party usually holds: a /24 of IPv4, a /48 of IPv6. */
export function subnetOf(address: string): string {
  if (address.includes(':')) return `${address.split(':').slice(0, 3).join(':')}/48`
  return isIP(address) === 4 ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address
}

const UNTRUSTED_PROXY =
  'Requests come through an unknown proxy: set TRUSTED_PROXIES, or all its clients share one rate limit'

export function createProxyWarning({ isLive }: { isLive: boolean }): (request: IncomingMessage) => void {
  let isDone = !isLive
  return ({ headers, socket }) => {
    if (isDone || headers['x-forwarded-for'] === undefined || isFromTrustedProxy(socket.remoteAddress)) return
    isDone = true
    log.warn(UNTRUSTED_PROXY)
  }
}

const OWN_SECRET = randomBytes(32)

/** Keyed hashes of the client's network: the IPv4 address or IPv6 /64, and the IPv6 /48 (null for IPv4). */
export type NetworkFingerprint = { near: string; wide: string | null }

export function fingerprintRequest(c: Context): NetworkFingerprint | undefined {
  const address = getClientIp(c)
  return address === 'in-process' ? undefined : fingerprintIp(address)
}

export function fingerprintIp(address: string): NetworkFingerprint {
  const [near, wide] = rateLimitNetworks(address)
  return { near: hashOf(near?.network ?? address), wide: wide ? hashOf(wide.network) : null }
}

function hashOf(text: string): string {
  return createHmac('sha256', processSettings().networkSecret ?? OWN_SECRET)
    .update(text)
    .digest('base64url')
    .slice(0, 22)
}
