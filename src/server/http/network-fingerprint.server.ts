import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { processSettings } from '#src/server/config/process-settings.server.ts'
import { getClientIp, rateLimitNetworks } from './client-ip.server.ts'

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
