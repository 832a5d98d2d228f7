import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { hashPassword, verifyPassword } from '#src/features/auth/admin-sign-in/password-hash.server.ts'
import type { AdminCredentials } from '#src/features/auth/auth.contract.ts'
import { signInCodes, twoFactorSecrets, users } from '#src/features/auth/auth.table.server.ts'
import type { Admin } from '#src/features/auth/security/security.contract.ts'
import { endAllSessions } from '#src/features/auth/sessions/sessions.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { RUN } from '#src/server/config/process-settings.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { adminInvitations, formerAdmins } from './admins.table.server.ts'

type Credentials = AdminCredentials & { /** Of a browser that signed in before. */ device?: string | undefined }

/** Finds an admin by e-mail and password. Every failure takes the same time. */
export async function findAdminByPassword(
  db: Db,
  { email, password, device }: Credentials,
): Promise<string | undefined> {
  const [admin] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.email, email), eq(users.isAdmin, true)))
  return (await verifyPassword(password, admin?.passwordHash, device ? 'knownDevice' : 'unknownDevice'))
    ? admin?.id
    : undefined
}

/** What the start prints: the new admin, and the password if it was generated. */
export type CreatedAdmin = { email: string; generatedPassword?: string }

/** Creates or promotes the admin of the environment. Existing admins stay as they are, removed ones stay removed. */
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
    log.warn(`ADMIN_EMAIL is the address of a removed admin, who is not added again (${RUN} admin -- add does it)`)
    return undefined
  }
  const password = ADMIN_PASSWORD ?? generatePassword()
  const passwordHash = await hashPassword(password)
  const id = await inTransaction(db, (tx) =>
    grantAdminRights(tx, { email, name: known ? undefined : 'Admin', passwordHash }),
  )
  if (!id) return undefined
  return ADMIN_PASSWORD ? { email } : { email, generatedPassword: password }
}

export const generatePassword = () => randomBytes(15).toString('base64url')

type NewAdmin = { email: string; name: string | undefined; passwordHash: string }

/** Inserts or promotes an admin and ends their sessions; undefined when one exists. A second factor stays. */
export async function grantAdminRights(tx: Db, { email, name, passwordHash }: NewAdmin, now = new Date()) {
  const rights = { ...(name !== undefined && { name }), isAdmin: true, adminSince: now, passwordHash }
  const [made] = await tx
    .insert(users)
    .values({ email, ...rights })
    .onConflictDoUpdate({ target: users.email, set: rights, setWhere: eq(users.isAdmin, false) })
    .returning({ id: users.id })
  if (!made) return undefined
  await endAllSessions(tx, made.id)
  await tx.delete(signInCodes).where(eq(signInCodes.email, email))
  await tx.delete(formerAdmins).where(eq(formerAdmins.emailHash, hashedEmail(email)))
  await tx.delete(adminInvitations).where(eq(adminInvitations.email, email))
  return made.id
}

/** Records that the start must not create this admin again. */
export async function recordAdminRemoval(tx: Db, email: string): Promise<void> {
  await tx
    .insert(formerAdmins)
    .values({ emailHash: hashedEmail(email) })
    .onConflictDoNothing()
}

const wasRemoved = async (db: Db, email: string) =>
  (await db.$count(formerAdmins, eq(formerAdmins.emailHash, hashedEmail(email)))) > 0

const hashedEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

export async function listAdminEmails(db: Db): Promise<string[]> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true)).orderBy(users.email)
  return admins.map(({ email }) => email)
}

export async function listAdmins(db: Db): Promise<Omit<Admin, 'isYou'>[]> {
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
    .map(({ adminSince, createdAt, codesSince, lastSeenAt, ...admin }) => ({
      ...admin,
      since: (adminSince ?? createdAt).toISOString(),
      codesSince: codesSince?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    }))
    .sort((one, other) => one.since.localeCompare(other.since))
}
