import { eq, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/**
 * Locks an account for the rest of the transaction, so that what is counted of it stays so, and gives back what another
 * feature asks of it in the same statement. Lighter than `for update`, for which sessions and orders would have to wait.
 */
export async function lockAccount<T>(tx: Db, userId: string, asked: SQL<T>): Promise<T> {
  const [account] = await tx
    .select({ answer: asked.as('answer') })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!account) throw new DomainError('not-signed-in', 'Please sign in again.')
  return account.answer
}
