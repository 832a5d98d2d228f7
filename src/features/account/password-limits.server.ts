import { ShopError } from '#src/core/shop-error.ts'
import { wideNetworkOf } from '#src/platform/client-address.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import {
  forgetLimits,
  giveBackToLimits,
  isWithinLimit,
  type Limit,
  type Try,
  takeFromLimits,
  triesFrom,
} from '#src/platform/rate-limit.server.ts'

/** Who tries a password: the client's address, and the browser's number if this e-mail has signed in with it before. */
export type PasswordTry = { email: string; address: string; device?: string | undefined }

const MINUTES = 60
const HOURS = 3600
const DAYS = 24 * HOURS

const limits = {
  byDevice: { name: 'passwords-by-device', max: 5, perSeconds: 15 * MINUTES, locks: true },
  byDevices: { name: 'passwords-by-devices', max: 100, perSeconds: DAYS },
  fromAddress: { name: 'passwords-from-address', max: 20, perSeconds: HOURS },
  atEmailFromAddress: { name: 'passwords-at-email', max: 5, perSeconds: 15 * MINUTES, locks: true },
  atEmailFromNetwork: { name: 'passwords-at-email-network', max: 20, perSeconds: DAYS },
  atEmail: { name: 'passwords-at-email-in-all', max: 200, perSeconds: DAYS },
  lockTold: { name: 'password-lock-told', max: 1, perSeconds: DAYS },
} as const satisfies Record<string, Limit>

/** What `unlock` begins to count anew. */
export const PASSWORD_LIMITS: readonly Limit[] = [
  limits.byDevice,
  limits.byDevices,
  limits.atEmailFromAddress,
  limits.atEmailFromNetwork,
  limits.atEmail,
  limits.lockTold,
]

/**
 * Counts a try before the password is hashed, because the hash is what costs and because tries come side by side; says
 * whether it was the last for a while. Five wrong ones lock a browser that has signed in before, or else an address, for
 * a quarter of an hour from the fifth on, also against the right password. Nobody else is locked by that.
 */
export async function limitPasswordTrying(db: Db, who: PasswordTry): Promise<{ isLast: boolean }> {
  const ofEmail = triesAtEmail(who)
  try {
    const taken = await takeFromLimits(db, [...ofEmail, ...triesOfAddress(who)])
    return { isLast: taken.slice(0, ofEmail.length).some(({ left }) => left === 0) }
  } catch (error) {
    if (error instanceof ShopError && error.code === 'too-many' && !who.device)
      throw new ShopError(error.code, `${error.message} ${OTHERS_GO_ON}`, error.details)
    throw error
  }
}

const OTHERS_GO_ON = 'A browser that you have signed in with before is not affected.'

/** After the right password (and the right code, where one is asked for) the wrong ones from here are forgotten. */
export async function forgetWrongPasswords(db: Db, who: PasswordTry): Promise<void> {
  const ofEmail = triesAtEmail(who)
  const isOfAll = ({ limit }: Try) => limit === limits.atEmail || limit === limits.byDevices
  await forgetLimits(
    db,
    ofEmail.filter((one) => !isOfAll(one)),
  )
  await giveBackToLimits(db, [...ofEmail.filter(isOfAll), ...triesOfAddress(who)])
}

/** The password was right and only the code is still to come: that try was no wrong one. */
export async function forgivePasswordTry(db: Db, who: PasswordTry): Promise<void> {
  await giveBackToLimits(db, [...triesAtEmail(who), ...triesOfAddress(who)])
}

/** Whether the owner of this account is to hear of a lock: once a day, however long somebody goes on. */
export const mayTellOfLock = (db: Db, email: string) => isWithinLimit(db, limits.lockTold, email)

function triesAtEmail({ email, address, device }: PasswordTry): Try[] {
  if (device)
    return [
      { limit: limits.byDevice, who: [email, device] },
      { limit: limits.byDevices, who: email },
    ]
  return [
    ...triesFrom(limits.atEmailFromAddress, address).map(({ limit, who }) => ({
      limit,
      who: [email, ...[who].flat()],
    })),
    { limit: limits.atEmailFromNetwork, who: [email, wideNetworkOf(address)] },
    { limit: limits.atEmail, who: email },
  ]
}

const triesOfAddress = ({ address, device }: PasswordTry) => (device ? [] : triesFrom(limits.fromAddress, address))
