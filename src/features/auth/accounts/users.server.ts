import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
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

/** Whether an account with this e-mail exists. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, eq(users.email, email))) > 0
}
