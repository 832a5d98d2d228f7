import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import type { Env } from '#src/platform/env.server.ts'
import type { AdminCredentials } from './account.contract.ts'
import { users } from './account.table.server.ts'
import { hashPassword, verifyPassword } from './password.server.ts'

/** The admin with this e-mail and password, if there is one. Every wrong answer takes the same time. */
export async function adminByPassword(db: Db, { email, password }: AdminCredentials): Promise<string | undefined> {
  const [admin] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
  return (await verifyPassword(password, admin?.passwordHash)) ? admin?.id : undefined
}

/** What the start has to tell: the admin it made, and the password if it had to invent one. */
export type MadeAdmin = { email: string; inventedPassword?: string }

/**
 * Makes the first admin at the start of a shop, or makes one of the shopper with that e-mail. Leaves an admin who is
 * there alone, password and all, and then gives back nothing.
 */
export async function ensureAdmin(
  db: Db,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<MadeAdmin | undefined> {
  const email = ADMIN_EMAIL.toLowerCase()
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
  if (admin) return undefined
  const password = ADMIN_PASSWORD ?? randomBytes(15).toString('base64url')
  const passwordHash = await hashPassword(password)
  // Of two processes that start together, one writes.
  const made = await db
    .insert(users)
    .values({ email, name: 'Maker', isAdmin: true, passwordHash })
    .onConflictDoUpdate({
      target: users.email,
      set: { isAdmin: true, passwordHash },
      setWhere: and(eq(users.isAdmin, false), isNull(users.passwordHash)),
    })
    .returning({ id: users.id })
  if (made.length === 0) return undefined
  return ADMIN_PASSWORD ? { email } : { email, inventedPassword: password }
}

/** Everybody who may sit at the desk, by their addresses. */
export async function listAdminEmails(db: Db): Promise<string[]> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true)).orderBy(users.email)
  return admins.map(({ email }) => email)
}
