import { eq, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/**
 * Locks an account for the transaction and returns `columns` of it. `for no key update` does not block sessions and
 * orders.
 */
export async function lockAccount<T>(tx: Db, userId: string, columns: SQL<T>): Promise<T> {
  const [account] = await tx
    .select({ value: columns.as('answer') })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!account) throw new DomainError('not-signed-in', 'Please sign in again.')
  return account.value
}
