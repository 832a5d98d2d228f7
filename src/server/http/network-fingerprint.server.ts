import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getClientIp, rateLimitNetworks } from './client-ip.server.ts'

/** Keyed hashes of the client's network: the IPv4 address or IPv6 /64, and the IPv6 /48 (null for IPv4). */
export type NetworkFingerprint = { near: string; wide: string | null }

/** On globalThis because the development server reloads modules on every edit. */
const shared = globalThis as typeof globalThis & { networkSecret?: string }

/** Sets the key of the hashes. All processes of a shop share it; without one, each process generates its own. */
export function setFingerprintSecret(secret: string): void {
  shared.networkSecret = secret
}

/** The fingerprint of a request's network; undefined for calls from within the process. */
export function fingerprintRequest(c: Context): NetworkFingerprint | undefined {
  const address = getClientIp(c)
  return address === 'in-process' ? undefined : fingerprintIp(address)
}

/** The fingerprint of an address as `getClientIp` returns it. */
export function fingerprintIp(address: string): NetworkFingerprint {
  const [near, wide] = rateLimitNetworks(address)
  return { near: hashOf(near?.network ?? address), wide: wide ? hashOf(wide.network) : null }
}

function hashOf(text: string): string {
  shared.networkSecret ??= randomBytes(32).toString('base64url')
  return createHmac('sha256', shared.networkSecret).update(text).digest('base64url').slice(0, 22)
}
