import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { hashPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { eraseAlertSettings, removeAllDevices } from '#src/features/auth/alerts/push-subscriptions.server.ts'
import { recoveryCodes, twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import { endOtherAdminSessions } from '#src/features/auth/security/admin-sessions.server.ts'
import { endAllSessions } from '#src/features/auth/sessions/sessions.server.ts'
import { clearSignInLimits } from '#src/features/auth/sign-in/account-limits.server.ts'
import { disableTwoFactor } from '#src/features/auth/two-factor/two-factor.server.ts'
import { resetFailedCodes } from '#src/features/auth/two-factor/two-factor-lock.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { type AdminEvent, adminChangeMail } from './admins.messages.ts'
import { grantAdminRights, listAdminEmails, recordAdminRemoval } from './admins.server.ts'
import { adminInvitations } from './admins.table.server.ts'

type WithPassword = { email: string; password: string }

/** Adds an admin, or promotes the customer with that address. Throws `conflict` when one exists. */
export async function addAdmin(db: Db, { email, password }: WithPassword, by: Actor): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if (!(await grantAdminRights(tx, { email, name: undefined, passwordHash })))
      throw new DomainError('conflict', `${email} is already an admin.`)
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'create', after: { admin: true } })
    await notifyAdminChange(tx, { event: 'added', email, by })
  })
}

export async function setAdminPassword(
  db: Db,
  { email, password, keep }: WithPassword & { keep?: string | undefined },
  by: Actor,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const { id } = await lockedAdmin(tx, email)
    await tx.update(users).set({ passwordHash }).where(eq(users.id, id))
    await endOtherAdminSessions(tx, { userId: id, keep }, by)
    // Also those of the browser that stays signed in.
    await removeAllDevices(tx, id)
    // The code attempts of someone who knew the old password end too.
    await resetFailedCodes(tx, id)
    const change = { before: { password: 'as it was' }, after: { password: 'a new one' } }
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'update', ...change })
    await notifyAdminChange(tx, { event: 'password', email, by })
  })
}

export async function resetTwoFactor(db: Db, email: string, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { id } = await lockedAdmin(tx, email)
    if (!(await disableTwoFactor(tx, { id, email }, by)))
      throw new DomainError('conflict', `${email} has no authenticator app switched on.`)
    await endOtherAdminSessions(tx, { userId: id }, by)
    await notifyAdminChange(tx, { event: 'codes-off', email, by })
  })
}

/** Unlocks an account: all sign-in limits of its address are reset. */
export async function unlockAccount(db: Db, email: string, by: Actor): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const counts = await clearSignInLimits(tx, email)
    const [account] = await tx
      .select({ id: users.id, isAdmin: users.isAdmin })
      .from(users)
      .where(eq(users.email, email))
    const wrongCodes = account ? await resetFailedCodes(tx, account.id) : 0
    if (!account && counts === 0) throw new DomainError('not-found', `There is no account for ${email}.`)
    if (counts + wrongCodes === 0) return false
    // The audit log must not identify a customer.
    const [entity, entityId] = account?.isAdmin
      ? (['admin', email] as const)
      : (['account', account?.id ?? '-'] as const)
    const change = { before: { lock: 'wrong tries' }, after: { lock: 'none' } }
    await recordChange(tx, { by, entity, entityId, action: 'update', ...change })
    if (account?.isAdmin) await notifyAdminChange(tx, { event: 'unlocked', email, by })
    return true
  })
}

/** Turns an admin into a customer. All admins are locked, so of two who remove each other one is refused. */
export async function removeAdmin(db: Db, id: string, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const admins = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(users.id)
      .for('update')
    if (!admins.some((admin) => admin.id === by.id)) throw new DomainError('not-allowed', 'You are no longer an admin.')
    const removed = admins.find((admin) => admin.id === id)
    if (!removed) throw new DomainError('not-found', 'Admin not found.')
    if (admins.length === 1) throw new DomainError('conflict', 'This is the last admin. Invite another one first.')
    const { email } = removed
    await endAllSessions(tx, id)
    await eraseAlertSettings(tx, id)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
    await tx.delete(twoFactorSecrets).where(eq(twoFactorSecrets.userId, id))
    await tx.delete(adminInvitations).where(eq(adminInvitations.invitedBy, id))
    await tx
      .update(users)
      .set({ isAdmin: false, passwordHash: null, adminSince: null, adminSeenAt: null })
      .where(eq(users.id, id))
    await recordAdminRemoval(tx, email)
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'delete', before: { admin: true } })
    await notifyAdminChange(tx, { event: 'removed', email, by, alsoTo: [email] })
  })
}

async function lockedAdmin(tx: Db, email: string): Promise<{ id: string }> {
  const [admin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
    .for('update')
  if (!admin) throw new DomainError('not-found', `There is no admin ${email}.`)
  return admin
}

/** Notifies every admin of the change, its author (a thief would not tell) and its subject too. */
export async function notifyAdminChange(
  tx: Db,
  { event, email, by, alsoTo = [] }: { event: AdminEvent; email: string; by: Actor; alsoTo?: readonly string[] },
): Promise<void> {
  const mail = adminChangeMail({ event, email, by: by.email })
  for (const to of new Set([...(await listAdminEmails(tx)), ...alsoTo]))
    await queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey: `admins:${randomUUID()}` })
}
