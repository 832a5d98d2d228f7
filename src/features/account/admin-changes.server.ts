import { and, eq } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { recoveryCodes, secondFactors, sessions, users } from './account.table.server.ts'
import { unlock } from './account-limits.server.ts'
import { endSessionsOf } from './admin-sessions.server.ts'
import { tellAdmins } from './admin-telling.server.ts'
import { makeAdmin, rememberRemoval } from './admins.server.ts'
import { adminInvitations } from './admins.table.server.ts'
import { hashPassword } from './password.server.ts'
import { dropSecondFactor } from './second-factor.server.ts'
import { forgetWrongCodes } from './second-factor-lock.server.ts'

type WithPassword = { email: string; password: string }

/** Adds an admin, or makes one of the customer with that address. Throws `conflict` when there is one with it. */
export async function addAdmin(db: Db, { email, password }: WithPassword, by: Maker): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if (!(await makeAdmin(tx, { email, name: undefined, passwordHash })))
      throw new ShopError('conflict', `${email} is an admin already.`)
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'create', after: { admin: true } })
    await tellAdmins(tx, { event: 'added', email, by })
  })
}

/** Sets the password of an admin and ends their sessions, all but the one with the token `keep`. */
export async function setAdminPassword(
  db: Db,
  { email, password, keep }: WithPassword & { keep?: string | undefined },
  by: Maker,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const { id } = await lockedAdmin(tx, email)
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
    await endSessionsOf(tx, { userId: id, keep }, by)
    // Those who knew the one before have no more tries at the codes.
    await forgetWrongCodes(tx, id)
    const change = { before: { password: 'as it was' }, after: { password: 'a new one' } }
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'update', ...change })
    await tellAdmins(tx, { event: 'password', email, by })
  })
}

/** For an admin whose phone and recovery codes are lost: switches their codes off and ends their sessions. */
export async function resetSecondFactor(db: Db, email: string, by: Maker): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id } = await lockedAdmin(tx, email)
    if (!(await dropSecondFactor(tx, { id, email }, by)))
      throw new ShopError('conflict', `${email} has no sign-in codes switched on.`)
    await endSessionsOf(tx, { userId: id }, by)
    await tellAdmins(tx, { event: 'codes-off', email, by })
  })
}

/** Lets an admin, or any customer, try again at once: what wrong passwords and codes have locked is open. */
export async function unlockAccount(db: Db, email: string, by: Maker): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const counts = await unlock(tx, email)
    const [account] = await tx
      .select({ id: users.id, isAdmin: users.isAdmin })
      .from(users)
      .where(eq(users.email, email))
    const wrongCodes = account ? await forgetWrongCodes(tx, account.id) : 0
    if (!account && counts === 0) throw new ShopError('not-found', `Nobody signs in as ${email}.`)
    if (counts + wrongCodes === 0) return false
    // Of a customer the log has nothing by which to know them.
    const [entity, entityId] = account?.isAdmin
      ? (['admin', email] as const)
      : (['account', account?.id ?? '-'] as const)
    const change = { before: { lock: 'wrong tries' }, after: { lock: 'none' } }
    await recordChange(tx, { by, entity, entityId, action: 'update', ...change })
    if (account?.isAdmin) await tellAdmins(tx, { event: 'unlocked', email, by })
    return true
  })
}

/**
 * Takes an admin's rights away: they are a customer from the next call on. Never the last one, and only by somebody who is
 * an admin at that moment: all admins are locked, so that of two who remove each other one is refused.
 */
export async function removeAdmin(db: Db, id: string, by: Maker): Promise<void> {
  await inTransaction(db, async (tx) => {
    const admins = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(users.id)
      .for('update')
    if (!admins.some((admin) => admin.id === by.id))
      throw new ShopError('not-allowed', 'You are not an admin any more.')
    const removed = admins.find((admin) => admin.id === id)
    if (!removed) throw new ShopError('not-found', 'There is no such admin.')
    if (admins.length === 1) throw new ShopError('conflict', 'This is the last admin. Invite another one first.')
    const { email } = removed
    await tx.delete(sessions).where(eq(sessions.userId, id))
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    await tx.delete(secondFactors).where(eq(secondFactors.userId, id))
    await tx.delete(adminInvitations).where(eq(adminInvitations.invitedBy, id))
    await tx
      .update(users)
      .set({ isAdmin: false, passwordHash: null, adminSince: null, adminSeenAt: null })
      .where(eq(users.id, id))
    await rememberRemoval(tx, email)
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'delete', before: { admin: true } })
    await tellAdmins(tx, { event: 'removed', email, by, alsoTo: [email] })
  })
}

/** The admin with this address, who stays one until the transaction ends. */
async function lockedAdmin(tx: Db, email: string): Promise<{ id: string }> {
  const [admin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
    .for('update')
  if (!admin) throw new ShopError('not-found', `There is no admin ${email}.`)
  return admin
}
