import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/** Finds the e-mail addresses of users by id; deleted accounts are missing. */
export async function findUserEmails(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, email }) => [id, email]))
}

export async function findUserId(db: Db, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0
}

/** Locks an account and returns `columns` of it; `for no key update` does not block sessions and orders. */
export async function lockAccount<T>(tx: Db, userId: string, columns: SQL<T>): Promise<T> {
  return answerOf(await lockingSelect(tx, userId, columns))
}

/** Like `lockAccount`, prepared under a name; `columns` knows the account by a placeholder. */
export function prepareAccountLock<T>(name: string, columns: (accountId: Placeholder) => SQL<T>) {
  const accountId = sql.placeholder('accountId')
  const select = prepareOnce((db) => lockingSelect(db, accountId, columns(accountId)).prepare(name))
  return async (tx: Db, userId: string): Promise<T> => answerOf(await select(tx).execute({ accountId: userId }))
}

const lockingSelect = <T>(db: Db, userId: string | Placeholder, columns: SQL<T>) =>
  db
    .select({ value: columns.as('answer') })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')

function answerOf<T>([account]: { value: T }[]): T {
  if (!account) throw new DomainError('not-signed-in', 'Please sign in again.')
  return account.value
}

/** `email` was confirmed by a code at sign-in. */
export type AccountOwner = { id: string; email: string }

/** The columns that identify a sender: the account, if any, and the typed address. */
type Sender = { userId: PgColumn; email: PgColumn }

/** What the owner sent while signed in, whatever address they typed. */
export const isSentByAccount = ({ userId }: Sender, { id }: AccountOwner): SQL => eq(userId, id)

/** What a visitor sent with the owner's address: possibly a stranger. */
export const isSentWithEmail = ({ userId, email }: Sender, person: AccountOwner): SQL | undefined =>
  and(isNull(userId), eq(email, person.email))
