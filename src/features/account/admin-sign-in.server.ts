import { randomUUID } from 'node:crypto'
import { ShopError } from '#src/core/shop-error.ts'
import { queueMessage } from '#src/features/notifications/notifications.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import type { AdminCredentials } from './account.contract.ts'
import { passwordLockMail } from './account.messages.ts'
import { adminByPassword, listAdminEmails } from './admins.server.ts'
import {
  forgetWrongPasswords,
  forgivePasswordTry,
  limitPasswordTrying,
  mayTellOfLock,
  type PasswordTry,
} from './password-limits.server.ts'
import { secondFactorSince } from './second-factor.server.ts'
import { trySecondFactor } from './second-factor-lock.server.ts'

/** Who tries, and `secret`, the shop's. */
type Asking = AdminCredentials & PasswordTry & { secret: string }

/**
 * Whose desk these credentials open. Password and code are counted as one: who has the password has no more tries at the
 * code than who has not. A refusal says `codeNeeded` only to who gave the right password. The admin hears by mail when
 * wrong tries lock an address or a browser.
 */
export async function admitAdmin(db: Db, asking: Asking, now = new Date()): Promise<string> {
  const { email, code, secret } = asking
  const { isLast } = await limitPasswordTrying(db, asking)
  const id = await adminByPassword(db, asking).catch(async (error: unknown) => {
    // Nobody has looked at the password.
    if (error instanceof ShopError) await forgivePasswordTry(db, asking)
    throw error
  })
  if (id && (await secondFactorSince(db, id))) {
    if (code === undefined) {
      await forgivePasswordTry(db, asking)
      throw refusal('Please enter the code that your authenticator app shows.')
    }
    if (!(await trySecondFactor(db, { maker: { id, email }, secret, code, device: asking.device }, now))) {
      // Of those in other browsers the second factor tells by itself.
      if (isLast && asking.device) await tellOfLock(db, asking, now)
      throw refusal('That code is wrong or was used already. Please enter the next one.')
    }
  }
  if (!id) {
    if (isLast) await tellOfLock(db, asking, now)
    throw new ShopError('not-signed-in', 'Invalid email or password. Please try again.')
  }
  await forgetWrongPasswords(db, asking)
  return id
}

/** The owner of the account hears of it once a day, however long somebody goes on. */
async function tellOfLock(db: Db, { email, address, device }: PasswordTry, at: Date): Promise<void> {
  if (!(await listAdminEmails(db)).includes(email) || !(await mayTellOfLock(db, email))) return
  log.warn('Wrong passwords lock the admin sign-in for an address or a browser')
  const mail = passwordLockMail({ address, at, isKnownDevice: device !== undefined })
  await queueMessage(db, { channel: 'email', to: email, ...mail, dedupeKey: `password-lock:${randomUUID()}` })
}

const refusal = (sentence: string) => new ShopError('not-signed-in', sentence, { codeNeeded: true })
