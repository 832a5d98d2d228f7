import { randomUUID } from 'node:crypto'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { findAdminByPassword, listAdminEmails } from '#src/features/auth/admins/admins.server.ts'
import type { AdminCredentials } from '#src/features/auth/auth.contract.ts'
import { passwordLockMail } from '#src/features/auth/auth.messages.ts'
import { findTwoFactorSince } from '#src/features/auth/two-factor/two-factor.server.ts'
import { attemptTwoFactor } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { assertQueueHasRoom } from './password-hash.server.ts'
import {
  limitPasswordAttempts,
  type PasswordAttempt,
  refundLoginAttempt,
  resetPasswordAttempts,
  shouldNotifyLock,
} from './password-limits.server.ts'

type SignInAttempt = AdminCredentials & PasswordAttempt

/** Signs an admin in. `codeNeeded` is revealed only after the right password; the admin is mailed about a lock. */
export async function authenticateAdmin(db: Db, attempt: SignInAttempt, now = new Date()): Promise<string> {
  const { email, code, device } = attempt
  // Before the attempt is counted, which takes the database longer than a refusal.
  assertQueueHasRoom(device ? 'knownDevice' : 'unknownDevice')
  const { isLast } = await limitPasswordAttempts(db, attempt)
  const id = await findAdminByPassword(db, attempt).catch(async (error: unknown) => {
    if (error instanceof DomainError) await refundLoginAttempt(db, attempt)
    throw error
  })
  if (id && (await findTwoFactorSince(db, id))) {
    if (code === undefined) {
      await refundLoginAttempt(db, attempt)
      throw refusal('Please enter the code that your authenticator app shows.')
    }
    if (!(await attemptTwoFactor(db, { admin: { id, email }, code, device }, now))) {
      // Wrong codes in other browsers are reported by the two-factor lock.
      if (isLast && device) await notifyLock(db, attempt, now)
      throw refusal('That code is wrong or was used already. Please enter the next one.')
    }
  }
  if (!id) {
    if (isLast) await notifyLock(db, attempt, now)
    throw new DomainError('not-signed-in', 'Invalid email or password. Please try again.')
  }
  await resetPasswordAttempts(db, attempt)
  return id
}

async function notifyLock(db: Db, { email, address, device }: PasswordAttempt, at: Date): Promise<void> {
  if (!(await listAdminEmails(db)).includes(email) || !(await shouldNotifyLock(db, email))) return
  log.warn('Wrong passwords lock the admin sign-in for an address or a browser')
  const mail = passwordLockMail({
    ...{ address, at, isKnownDevice: device !== undefined },
    securityPage: absoluteUrl('/admin?view=security'),
  })
  await queueMessage(db, { channel: 'email', to: email, ...mail, idempotencyKey: `password-lock:${randomUUID()}` })
}

const refusal = (sentence: string) =>
  new DomainError('not-signed-in', sentence, { code: 'code-needed', codeNeeded: true })
