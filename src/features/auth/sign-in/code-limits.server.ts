import type { Db } from '#src/db/database.server.ts'
import { subnetOf } from '#src/server/http/client-ip.server.ts'
import { anonymousLimitHits, consumeAnonymousLimit } from '#src/server/overload/anonymous-rate-limit.server.ts'
import {
  consumeLimits,
  isLimitActive,
  type RateLimit,
  type RateLimitHit,
  refundLimits,
  resetLimits,
  startLimitWindow,
} from '#src/server/overload/rate-limit.server.ts'

/** Who asks for a code: the client's address, and the browser's number if this e-mail has signed in with it before. */
export type CodeRequester = { email: string; address: string; device?: string | undefined }

const HOURS = 3600
const DAYS = 24 * HOURS

/**
 * A browser that the e-mail has signed in with counts by itself alone. Any other counts by its address, by its network
 * for this e-mail, and, where nobody has signed in from that network for a month, by the e-mail alone: a stranger needs
 * four networks to use that up, and what they use up then is only the share of new browsers in new networks.
 */
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

/** What `unlock` begins to count anew. The networks somebody signs in from stay known. */
export const CODE_LIMITS: readonly RateLimit[] = [
  limits.byDevice,
  limits.byDeviceDaily,
  limits.fromNetwork,
  limits.fromNetworkDaily,
  limits.fromStrangeNetworks,
]

/** The networks from which somebody has signed in, for the day on which they are forgotten. */
export const KNOWN_NETWORKS: readonly RateLimit[] = [limits.knownNetwork]

/**
 * Counts a code that is about to be sent, in the transaction that sends it: where none goes out, because of a limit or of
 * a fault, none is counted. Throws a `too-many` refusal.
 */
export async function limitCodeSending(tx: Db, asker: CodeRequester): Promise<void> {
  const tries = await triesOf(tx, asker)
  if (asker.device) await consumeLimits(tx, tries)
  else await consumeAnonymousLimit(tx, limitOf(asker), { address: asker.address, also: tries })
}

/** Whoever brought the right code reads that mailbox: codes to it were not sent to annoy somebody, nor was this one. */
export async function resetCodeLimits(db: Db, asker: CodeRequester): Promise<void> {
  const tries = await triesOf(db, asker)
  // What others asked for in other places goes on counting.
  const isOfAll = ({ limit }: RateLimitHit) => limit === limits.fromStrangeNetworks
  await resetLimits(
    db,
    tries.filter((one) => !isOfAll(one)),
  )
  const shared = [...tries.filter(isOfAll), ...sharedTriesOf(asker)]
  if (shared.length > 0) await refundLimits(db, shared)
  await startLimitWindow(db, limits.knownNetwork, networkOf(asker))
}

/** What a code counts as for its e-mail. */
async function triesOf(db: Db, asker: CodeRequester): Promise<RateLimitHit[]> {
  const { email, device } = asker
  if (device) return [limits.byDevice, limits.byDeviceDaily].map((limit) => ({ limit, subject: [email, device] }))
  const fromNetwork = [limits.fromNetwork, limits.fromNetworkDaily].map((limit) => ({
    limit,
    subject: networkOf(asker),
  }))
  if (await isLimitActive(db, limits.knownNetwork, networkOf(asker))) return fromNetwork
  return [...fromNetwork, { limit: limits.fromStrangeNetworks, subject: email }]
}

/** An IPv4 address may be a carrier's, where as many may wait for their code as may open an account in an hour. */
const limitOf = ({ address }: Pick<CodeRequester, 'address'>) =>
  address.includes(':') ? limits.fromAddress : limits.fromSharedAddress

/** What it counts as for everybody. */
const sharedTriesOf = ({ device, address }: CodeRequester) =>
  device ? [] : anonymousLimitHits(limitOf({ address }), address)

const networkOf = ({ email, address }: CodeRequester) => [email, subnetOf(address)]
