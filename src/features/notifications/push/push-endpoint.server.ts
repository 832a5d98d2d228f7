import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const PUBLIC_IPV6 = ['2000::', 3] as const
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const

const privateIPv4 = new BlockList()
for (const [network, bits] of PRIVATE_IPV4) privateIPv4.addSubnet(network, bits, 'ipv4')
const publicIPv6 = new BlockList()
publicIPv6.addSubnet(...PUBLIC_IPV6, 'ipv6')
const specialIPv6 = new BlockList()
for (const [network, bits] of SPECIAL_IPV6) specialIPv6.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateIPv4.check(address, 'ipv4')
  return isIP(address) === 6 && publicIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

/**
 * Whether this may be the address of a push service: https, the default port and a host name. `resolvePublicly` checks
 * the IP address at each call, because it may change.
 */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false
  return PUBLIC_NAME.test(url.hostname) && !PRIVATE_NAME.test(url.hostname)
}

const PUBLIC_NAME = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?=[a-z])[a-z\d-]{2,63}$/
/** Names of local networks (RFC 6761, RFC 6762, RFC 8375, and the usual ones of routers). */
const PRIVATE_NAME = /\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example)$/

/** Resolves a name to public IP addresses only. The connection uses the address that was checked. */
export const resolvePublicly: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '')
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    if (refused) return callback(new Error(`${hostname} leads to ${refused.address}, which is not public`), '')
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
  })
