import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getClientIp, rateLimitNetworks } from './client-ip.server.ts'

/**
 * Where a call came from, as two keys that can be compared and not read: an IPv4 address, or the /64 of an IPv6 one, and
 * for IPv6 the /48 around it. Null where there is none.
 */
export type NetworkFingerprint = { near: string; wide: string | null }

/** On globalThis because the development server loads modules anew on every edit, and the shop opens only once. */
const shared = globalThis as typeof globalThis & { networkSecret?: string }

/** The key of the hashes. All processes of one shop share it; without one, a process makes its own. */
export function setFingerprintSecret(secret: string): void {
  shared.networkSecret = secret
}

/** The network of a call; undefined when the call came from within the process. */
export function fingerprintRequest(c: Context): NetworkFingerprint | undefined {
  const address = getClientIp(c)
  return address === 'in-process' ? undefined : fingerprintIp(address)
}

/** The same for an address as `clientAddress` names it. */
export function fingerprintIp(address: string): NetworkFingerprint {
  const [near, wide] = rateLimitNetworks(address)
  return { near: hashOf(near?.network ?? address), wide: wide ? hashOf(wide.network) : null }
}

function hashOf(text: string): string {
  shared.networkSecret ??= randomBytes(32).toString('base64url')
  return createHmac('sha256', shared.networkSecret).update(text).digest('base64url').slice(0, 22)
}
