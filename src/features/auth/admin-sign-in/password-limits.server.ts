import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { subnetOf } from '#src/server/http/client-ip.server.ts'
import {
  consumeLimits,
  ipLimitHits,
  type RateLimit,
  type RateLimitHit,
  resetLimits,
  tryConsumeLimit,
  uncountLimits,
} from '#src/server/overload/rate-limit.server.ts'

/** The client that tries a password: its IP address, and the device id if this e-mail has signed in there before. */
export type PasswordAttempt = { email: string; address: string; device?: string | undefined }

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
  lockNotified: { name: 'password-lock-told', max: 1, perSeconds: DAYS },
} as const satisfies Record<string, RateLimit>

export const PASSWORD_LIMITS: readonly RateLimit[] = [
  limits.byDevice,
  limits.byDevices,
  limits.atEmailFromAddress,
  limits.atEmailFromNetwork,
  limits.atEmail,
  limits.lockNotified,
]

/** Counts an attempt before hashing, because attempts run in parallel, and returns whether it was the last. */
export async function limitPasswordAttempts(db: Db, subject: PasswordAttempt): Promise<{ isLast: boolean }> {
  const ofEmail = triesAtEmail(subject)
  try {
    const taken = await consumeLimits(db, [...ofEmail, ...triesOfAddress(subject)])
    return { isLast: taken.slice(0, ofEmail.length).some(({ left }) => left === 0) }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too-many' && !subject.device)
      throw new DomainError(error.code, `${error.message} ${OTHERS_UNAFFECTED}`, error.details)
    throw error
  }
}

const OTHERS_UNAFFECTED = 'A browser that you have signed in with before is not affected.'

/** Resets the attempts from here after a successful sign-in. */
export async function resetPasswordAttempts(db: Db, subject: PasswordAttempt): Promise<void> {
  const ofEmail = triesAtEmail(subject)
  const isOfAll = ({ limit }: RateLimitHit) => limit === limits.atEmail || limit === limits.byDevices
  await resetLimits(
    db,
    ofEmail.filter((one) => !isOfAll(one)),
  )
  await uncountLimits(db, [...ofEmail.filter(isOfAll), ...triesOfAddress(subject)])
}

export async function refundLoginAttempt(db: Db, subject: PasswordAttempt): Promise<void> {
  await uncountLimits(db, [...triesAtEmail(subject), ...triesOfAddress(subject)])
}

/** Whether to notify the owner of a lock: at most once a day. */
export const shouldNotifyLock = (db: Db, email: string) => tryConsumeLimit(db, limits.lockNotified, email)

function triesAtEmail({ email, address, device }: PasswordAttempt): RateLimitHit[] {
  if (device)
    return [
      { limit: limits.byDevice, subject: [email, device] },
      { limit: limits.byDevices, subject: email },
    ]
  return [
    ...ipLimitHits(limits.atEmailFromAddress, address).map(({ limit, subject }) => ({
      limit,
      subject: [email, ...[subject].flat()],
    })),
    { limit: limits.atEmailFromNetwork, subject: [email, subnetOf(address)] },
    { limit: limits.atEmail, subject: email },
  ]
}

const triesOfAddress = ({ address, device }: PasswordAttempt) =>
  device ? [] : ipLimitHits(limits.fromAddress, address)
