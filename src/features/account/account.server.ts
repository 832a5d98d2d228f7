import { eq } from 'drizzle-orm'
import { forgetMessagesTo } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { signInCodes, users } from './account.table.server.ts'

/** What another feature does with its own rows, in the same transaction, before the person is gone. */
export type OnDelete = (tx: Db, userId: string, email: string) => Promise<void>

/** Forgets a person: all their sessions end at once, and their orders remain without them. */
export async function deleteAccount(
  db: Db,
  { user, onDelete }: { user: { id: string; email: string }; onDelete: OnDelete },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await onDelete(tx, user.id, user.email)
    await forgetMessagesTo(tx, user.email)
    await tx.delete(signInCodes).where(eq(signInCodes.email, user.email))
    await tx.delete(users).where(eq(users.id, user.id))
  })
}
