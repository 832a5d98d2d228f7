import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { hashPassword, verifyPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import type { AdminCredentials } from '#src/features/auth/auth.contract.ts'
import { sessions, signInCodes, twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { adminInvitations, formerAdmins } from './admins.table.server.ts'

type Credentials = AdminCredentials & { /** Of a browser that signed in before. */ device?: string | undefined }

/** The admin with this e-mail and password, if there is one. Every wrong answer takes the same time. */
export async function findAdminByPassword(
  db: Db,
  { email, password, device }: Credentials,
): Promise<string | undefined> {
  const [admin] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
  return (await verifyPassword(password, admin?.passwordHash, device ? 'known' : 'stranger')) ? admin?.id : undefined
}

/** What the start has to tell: the admin it made, and the password if it had to invent one. */
export type CreatedAdmin = { email: string; inventedPassword?: string }

/**
 * Makes the admin of the environment at the start of a shop, or makes one of the customer with that e-mail. Gives back
 * nothing where there is none to make: an admin who is there is left alone, password and all, and one whom another admin
 * has removed stays removed.
 */
export async function ensureAdmin(
  db: Db,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Env, 'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>,
): Promise<CreatedAdmin | undefined> {
  const email = ADMIN_EMAIL.toLowerCase()
  const [known] = await db
    .select({ isAdmin: users.isAdmin, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  if (known?.isAdmin || known?.passwordHash) return undefined
  if (await wasRemoved(db, email)) {
    log.warn('ADMIN_EMAIL names an admin who was removed, and is not made one again (npm run admin -- add)')
    return undefined
  }
  const password = ADMIN_PASSWORD ?? generatePassword()
  const passwordHash = await hashPassword(password)
  const id = await inTransaction(db, (tx) =>
    grantAdminRights(tx, { email, name: known ? undefined : 'Maker', passwordHash }),
  )
  if (!id) return undefined
  return ADMIN_PASSWORD ? { email } : { email, inventedPassword: password }
}

/** Twenty letters and digits that nobody has thought of before. */
export const generatePassword = () => randomBytes(15).toString('base64url')

type NewAdmin = { email: string; name: string | undefined; passwordHash: string }

/**
 * Inserts an admin, or makes one of the customer with that e-mail, whose sessions end; undefined when there is one with it
 * already: of two who do it at once, one does. A second factor from before stays in force.
 */
export async function grantAdminRights(tx: Db, { email, name, passwordHash }: NewAdmin, now = new Date()) {
  const rights = { ...(name !== undefined && { name }), isAdmin: true, adminSince: now, passwordHash }
  const [made] = await tx
    .insert(users)
    .values({ email, ...rights })
    .onConflictDoUpdate({ target: users.email, set: rights, setWhere: eq(users.isAdmin, false) })
    .returning({ id: users.id })
  if (!made) return undefined
  await tx.delete(sessions).where(eq(sessions.userId, made.id))
  await tx.delete(signInCodes).where(eq(signInCodes.email, email))
  await tx.delete(formerAdmins).where(eq(formerAdmins.emailHash, hashedEmail(email)))
  await tx.delete(adminInvitations).where(eq(adminInvitations.email, email))
  return made.id
}

/** From now on the start makes no admin of this address. */
export async function recordAdminRemoval(tx: Db, email: string): Promise<void> {
  await tx
    .insert(formerAdmins)
    .values({ emailHash: hashedEmail(email) })
    .onConflictDoNothing()
}

const wasRemoved = async (db: Db, email: string) =>
  (await db.$count(formerAdmins, eq(formerAdmins.emailHash, hashedEmail(email)))) > 0

const hashedEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

/** Everybody who may sit at the desk, by their addresses. */
export async function listAdminEmails(db: Db): Promise<string[]> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true)).orderBy(users.email)
  return admins.map(({ email }) => email)
}

/** An admin, as the other admins and the operator see them. */
export type AdminAccount = {
  id: string
  email: string
  name: string
  since: Date
  /** Null while signing in asks for no codes. */
  codesSince: Date | null
  /** Null for one who has never signed in. */
  lastSeenAt: Date | null
}

/** Every admin, the oldest first. */
export async function listAdmins(db: Db): Promise<AdminAccount[]> {
  const found = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      adminSince: users.adminSince,
      createdAt: users.createdAt,
      codesSince: twoFactorSecrets.confirmedAt,
      lastSeenAt: users.adminSeenAt,
    })
    .from(users)
    .leftJoin(twoFactorSecrets, eq(twoFactorSecrets.userId, users.id))
    .where(eq(users.isAdmin, true))
  return found
    .map(({ adminSince, createdAt, ...admin }) => ({ ...admin, since: adminSince ?? createdAt }))
    .sort((one, other) => one.since.getTime() - other.since.getTime())
}
