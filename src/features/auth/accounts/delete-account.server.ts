import { eq } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { recordChange } from '#src/features/audit/record-change.server.ts'
import { adminInvitations } from '#src/features/auth/admins/admins.table.server.ts'
import { signInCodes, users } from '#src/features/auth/auth.table.server.ts'
import { eraseSignInHistory } from '#src/features/auth/sign-in/account-limits.server.ts'
import { eraseMessagesTo } from '#src/features/notifications/outbox/outbox.server.ts'

/** Hook of another feature, run in the same transaction before the account is deleted. */
export type OnAccountDelete = (tx: Db, userId: string, email: string) => Promise<void>

type Deletion = {
  user: { id: string; email: string }
  onDelete: OnAccountDelete
  /** Checked under the lock; false cancels the deletion. */
  onlyIf?: (tx: Db) => Promise<boolean>
}

/** Deletes an account with its sessions, and anonymises its orders. Throws `conflict` for an admin. */
export async function deleteAccount(db: Db, { user, onDelete, onlyIf }: Deletion): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [account] = await tx.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, user.id)).for('update')
    if (account?.isAdmin) throw new DomainError('conflict', ADMINS_STAY)
    if (onlyIf && !(await onlyIf(tx))) return
    await onDelete(tx, user.id, user.email)
    await eraseMessagesTo(tx, user.email)
    await tx.delete(signInCodes).where(eq(signInCodes.email, user.email))
    await tx.delete(adminInvitations).where(eq(adminInvitations.email, user.email))
    await eraseSignInHistory(tx, user.email)
    await tx.delete(users).where(eq(users.id, user.id))
    await recordChange(tx, {
      by: { id: user.id, email: 'customer' },
      entity: 'account',
      entityId: user.id,
      action: 'delete',
      before: { account: 'customer' },
    })
  })
}

const ADMINS_STAY = 'An admin account cannot be deleted. Another admin can remove it first, under Security.'
