import type { Db } from '#src/db/database.server.ts'
import { subnetOf } from '#src/server/http/client-ip.server.ts'
import { anonymousLimitHits, consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import {
  consumeLimits,
  isLimitActive,
  type RateLimit,
  type RateLimitHit,
  resetLimits,
  startLimitWindow,
  uncountLimits,
} from '#src/server/overload/rate-limit.server.ts'

/** The client that requests a code: its IP address, and the device id if this e-mail has signed in there before. */
export type CodeRequester = { email: string; address: string; device?: string | undefined }

const HOURS = 3600
const DAYS = 24 * HOURS

/** A known device counts by itself, so strangers can only use up the share of new browsers in new networks. */
const limits = {
  byDevice: { name: 'codes-by-device', max: 5, perSeconds: HOURS },
  byDeviceDaily: { name: 'codes-by-device-daily', max: 15, perSeconds: DAYS },
  fromAddress: { name: 'codes-from-address', max: 25, perSeconds: HOURS },
  fromSharedAddress: { name: 'codes-from-address', max: 50, perSeconds: HOURS },
  fromNetwork: { name: 'codes-from-network', max: 3, perSeconds: HOURS },
  fromNetworkDaily: { name: 'codes-from-network-daily', max: 6, perSeconds: DAYS },
  fromStrangeNetworks: { name: 'codes-from-strange-networks', max: 20, perSeconds: DAYS },
  knownNetwork: { name: 'known-network', max: 1, perSeconds: 30 * DAYS },
} as const satisfies Record<string, RateLimit>

/** The limits that `unlock` resets. Known networks stay known. */
export const CODE_LIMITS: readonly RateLimit[] = [
  limits.byDevice,
  limits.byDeviceDaily,
  limits.fromNetwork,
  limits.fromNetworkDaily,
  limits.fromStrangeNetworks,
]

export const KNOWN_NETWORKS: readonly RateLimit[] = [limits.knownNetwork]

/** Counts a code in the transaction that sends it, so a failure counts nothing. Throws `too-many`. */
export async function limitCodeSending(tx: Db, requester: CodeRequester): Promise<void> {
  const tries = await hitsOf(tx, requester)
  if (requester.device) await consumeLimits(tx, tries)
  else await consumeAnonymousLimit(tx, limitOf(requester), { address: requester.address, also: tries })
}

/** Resets the limits after a right code: its owner reads that mailbox. */
export async function resetCodeLimits(db: Db, requester: CodeRequester): Promise<void> {
  const tries = await hitsOf(db, requester)
  // Requests from other places keep counting.
  const isShared = ({ limit }: RateLimitHit) => limit === limits.fromStrangeNetworks
  await resetLimits(
    db,
    tries.filter((one) => !isShared(one)),
  )
  const shared = [...tries.filter(isShared), ...sharedHitsOf(requester)]
  if (shared.length > 0) await uncountLimits(db, shared)
  await startLimitWindow(db, limits.knownNetwork, networkOf(requester))
}

async function hitsOf(db: Db, requester: CodeRequester): Promise<RateLimitHit[]> {
  const { email, device } = requester
  if (device) return [limits.byDevice, limits.byDeviceDaily].map((limit) => ({ limit, subject: [email, device] }))
  const fromNetwork = [limits.fromNetwork, limits.fromNetworkDaily].map((limit) => ({
    limit,
    subject: networkOf(requester),
  }))
  if (await isLimitActive(db, limits.knownNetwork, networkOf(requester))) return fromNetwork
  return [...fromNetwork, { limit: limits.fromStrangeNetworks, subject: email }]
}

/** A carrier's IPv4 address is shared, so its limit is as high as the one for new accounts. */
const limitOf = ({ address }: Pick<CodeRequester, 'address'>) =>
  address.includes(':') ? limits.fromAddress : limits.fromSharedAddress

const sharedHitsOf = ({ device, address }: CodeRequester) =>
  device ? [] : anonymousLimitHits(limitOf({ address }), address)

const networkOf = ({ email, address }: CodeRequester) => [email, subnetOf(address)]
