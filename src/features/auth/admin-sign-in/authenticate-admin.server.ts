import { randomUUID } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { findAdminByPassword, listAdminEmails } from '#src/features/auth/admins/admins.server.ts'
import type { AdminCredentials } from '#src/features/auth/auth.contract.ts'
import { passwordLockMail } from '#src/features/auth/auth.messages.ts'
import { findTwoFactorSince } from '#src/features/auth/two-factor/two-factor.server.ts'
import { attemptTwoFactor } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import {
  limitPasswordAttempts,
  type PasswordAttempt,
  refundLoginAttempt,
  resetPasswordAttempts,
  shouldNotifyLock,
} from './password-limits.server.ts'

/** Who tries, and `secret`, the shop's. */
type Asking = AdminCredentials & PasswordAttempt & { secret: string }

/**
 * Whose desk these credentials open. Password and code are counted as one: who has the password has no more tries at the
 * code than who has not. A refusal says `codeNeeded` only to who gave the right password. The admin hears by mail when
 * wrong tries lock an address or a browser.
 */
export async function authenticateAdmin(db: Db, asking: Asking, now = new Date()): Promise<string> {
  const { email, code, secret } = asking
  const { isLast } = await limitPasswordAttempts(db, asking)
  const id = await findAdminByPassword(db, asking).catch(async (error: unknown) => {
    // Nobody has looked at the password.
    if (error instanceof DomainError) await refundLoginAttempt(db, asking)
    throw error
  })
  if (id && (await findTwoFactorSince(db, id))) {
    if (code === undefined) {
      await refundLoginAttempt(db, asking)
      throw refusal('Please enter the code that your authenticator app shows.')
    }
    if (!(await attemptTwoFactor(db, { admin: { id, email }, secret, code, device: asking.device }, now))) {
      // Of those in other browsers the second factor tells by itself.
      if (isLast && asking.device) await tellOfLock(db, asking, now)
      throw refusal('That code is wrong or was used already. Please enter the next one.')
    }
  }
  if (!id) {
    if (isLast) await tellOfLock(db, asking, now)
    throw new DomainError('not-signed-in', 'Invalid email or password. Please try again.')
  }
  await resetPasswordAttempts(db, asking)
  return id
}

/** The owner of the account hears of it once a day, however long somebody goes on. */
async function tellOfLock(db: Db, { email, address, device }: PasswordAttempt, at: Date): Promise<void> {
  if (!(await listAdminEmails(db)).includes(email) || !(await shouldNotifyLock(db, email))) return
  log.warn('Wrong passwords lock the admin sign-in for an address or a browser')
  const mail = passwordLockMail({ address, at, isKnownDevice: device !== undefined })
  await queueMessage(db, { channel: 'email', to: email, ...mail, dedupeKey: `password-lock:${randomUUID()}` })
}

const refusal = (sentence: string) => new DomainError('not-signed-in', sentence, { codeNeeded: true })
