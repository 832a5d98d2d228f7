import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { hashPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { hashToken } from '#src/features/auth/sessions/sessions.server.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { invitationMail } from './admins.messages.ts'
import { grantAdminRights } from './admins.server.ts'
import { adminInvitations } from './admins.table.server.ts'
import { notifyAdminChange } from './manage-admins.server.ts'

const INVITATION_HOURS = 48

type InviteAdminInput = { email: string; by: Actor; publicUrl: string }

/** Invites an admin by a one-time link, which replaces an earlier one. Throws `conflict` for an admin's address. */
export async function inviteAdmin(db: Db, { email, by, publicUrl }: InviteAdminInput, now = new Date()): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const fresh = {
    tokenHash: hashToken(token),
    invitedBy: by.id,
    createdAt: now,
    expiresAt: addMinutes(now, INVITATION_HOURS * 60),
  }
  await inTransaction(db, async (tx) => {
    if ((await tx.$count(users, and(eq(users.email, email), eq(users.isAdmin, true)))) > 0)
      throw new DomainError('conflict', 'This address already belongs to an admin.')
    await tx
      .insert(adminInvitations)
      .values({ email, ...fresh })
      .onConflictDoUpdate({ target: adminInvitations.email, set: fresh })
    const link = `${publicUrl}/api/invitation?token=${token}`
    await queueMessage(tx, {
      channel: 'email',
      to: email,
      ...invitationMail({ link, by: by.email, hours: INVITATION_HOURS }),
      isSensitive: true,
      idempotencyKey: `invitation:${fresh.tokenHash}`,
    })
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'create', after: { invitation: 'sent' } })
    await notifyAdminChange(tx, { event: 'invited', email, by })
  })
}

export async function cancelInvitation(db: Db, id: string, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [cancelled] = await tx.delete(adminInvitations).where(eq(adminInvitations.id, id)).returning()
    if (!cancelled) throw new DomainError('not-found', 'That invitation is no longer open.')
    const { email } = cancelled
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'delete', before: { invitation: 'sent' } })
    await notifyAdminChange(tx, { event: 'uninvited', email, by })
  })
}

export async function listInvitations(db: Db, now = new Date()) {
  return db
    .select({
      id: adminInvitations.id,
      email: adminInvitations.email,
      by: users.email,
      expiresAt: adminInvitations.expiresAt,
    })
    .from(adminInvitations)
    .innerJoin(users, eq(users.id, adminInvitations.invitedBy))
    .where(gt(adminInvitations.expiresAt, now))
    .orderBy(adminInvitations.createdAt)
}

const isOpen = (token: string, now: Date) =>
  and(eq(adminInvitations.tokenHash, hashToken(token)), gt(adminInvitations.expiresAt, now))

/** Finds the address a token was sent to; undefined when it is invalid or expired. */
export async function findInvitedEmail(db: Db, token: string, now = new Date()): Promise<string | undefined> {
  const [open] = await db.select({ email: adminInvitations.email }).from(adminInvitations).where(isOpen(token, now))
  return open?.email
}

type AcceptInvitationInput = { token: string; name: string; password: string }

/** Accepts an invitation once; false when the link is no longer valid. */
export async function acceptInvitation(
  db: Db,
  { token, name, password }: AcceptInvitationInput,
  now = new Date(),
): Promise<boolean> {
  // Hashing is expensive, so an invalid link stops here.
  if (!(await findInvitedEmail(db, token, now))) return false
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    // Of two concurrent requests one finds the row.
    const [invitation] = await tx.delete(adminInvitations).where(isOpen(token, now)).returning()
    if (!invitation) return false
    const { email } = invitation
    const id = await grantAdminRights(tx, { email, name, passwordHash }, now)
    if (!id) return false
    const by = { id, email }
    await recordChange(tx, { by, entity: 'admin', entityId: email, action: 'create', after: { admin: true } })
    await notifyAdminChange(tx, { event: 'joined', email, by })
    return true
  })
}

export async function purgeExpiredInvitations(db: Db, now = new Date()): Promise<void> {
  await db.delete(adminInvitations).where(lt(adminInvitations.expiresAt, now))
}
