import { ShopError } from '#src/core/shop-error.ts'
import type { Db } from '#src/platform/database.server.ts'
import type { AdminCredentials } from './account.contract.ts'
import { forgetWrongPasswords, forgivePasswordTry, limitPasswordTrying } from './account-limits.server.ts'
import { adminByPassword } from './admins.server.ts'
import { secondFactorSince } from './second-factor.server.ts'
import { trySecondFactor } from './second-factor-lock.server.ts'

/** `address` is the client's, `secret` the shop's. */
type Asking = AdminCredentials & { address: string; secret: string }

/**
 * Whose desk these credentials open. Password and code are counted as one: who has the password has no more tries at the
 * code than who has not. A refusal says `codeNeeded` only to who gave the right password.
 */
export async function admitAdmin(
  db: Db,
  { address, secret, ...credentials }: Asking,
  now = new Date(),
): Promise<string> {
  const { email, code } = credentials
  await limitPasswordTrying(db, { email, address })
  const id = await adminByPassword(db, credentials)
  if (!id) throw new ShopError('not-signed-in', 'Invalid email or password. Please try again.')
  if (await secondFactorSince(db, id)) {
    if (code === undefined) {
      await forgivePasswordTry(db, email)
      throw refusal('Please enter the code that your authenticator app shows.')
    }
    if (!(await trySecondFactor(db, { maker: { id, email }, secret, code, device: undefined }, now)))
      throw refusal('That code is wrong or was used already. Please enter the next one.')
  }
  await forgetWrongPasswords(db, email)
  return id
}

const refusal = (sentence: string) => new ShopError('not-signed-in', sentence, { codeNeeded: true })
