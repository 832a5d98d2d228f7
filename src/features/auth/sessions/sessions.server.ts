import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, not, or, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { type Db, prepareOnce } from '#src/db/database.server.ts'
import type { User } from '#src/features/auth/auth.contract.ts'
import { type SESSION_KINDS, sessions, users } from '#src/features/auth/auth.table.server.ts'
import { setRequestUser } from '#src/server/http/request-context.server.ts'

export type SessionKind = (typeof SESSION_KINDS)[number]
export type SessionUser = User & { sessionKind: SessionKind }

export const SESSION_LIFE_SECONDS = { customer: 7 * 24 * 3600, admin: 8 * 3600 } as const satisfies Record<
  SessionKind,
  number
>
export const ADMIN_IDLE_MINUTES = 30
/** Accuracy of `lastSeenAt`: writing on each request would cost more than the request. */
const TOUCH_AFTER_MINUTES = 1

/** Starts a session and returns its token; only the hash is stored. */
export async function startSession(
  db: Db,
  { userId, kind, device }: { userId: string; kind: SessionKind; device?: string },
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = addMinutes(now, SESSION_LIFE_SECONDS[kind] / 60)
  await db
    .insert(sessions)
    .values({ tokenHash: hashToken(token), userId, kind, device, createdAt: now, lastSeenAt: now, expiresAt })
  const seen = { signedInAt: now, idleNotifiedAt: null, ...(kind === 'admin' && { adminSeenAt: now }) }
  await db.update(users).set(seen).where(eq(users.id, userId))
  return token
}

/** Finds the user of a token. Expired sessions, idle admin sessions and customer sessions of an admin have none. */
export async function findSessionUser(
  db: Db,
  token: string | undefined,
  now = new Date(),
): Promise<SessionUser | undefined> {
  const session = await openSession(db, token, now)
  if (!session) return undefined
  const user = toSessionUser(session)
  if (session.lastSeenAt < addMinutes(now, -TOUCH_AFTER_MINUTES)) await touchSession(db, session, now)
  return user
}

async function touchSession(db: Db, { id, sessionKind, tokenHash }: OpenSession, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash))
  if (sessionKind === 'admin') await db.update(users).set({ adminSeenAt: now }).where(eq(users.id, id))
}

/** As `findSessionUser`, without counting as activity. */
export async function peekSession(
  db: Db,
  token: string | undefined,
  now = new Date(),
): Promise<SessionUser | undefined> {
  const session = await openSession(db, token, now)
  return session && toSessionUser(session)
}

type OpenSession = NonNullable<Awaited<ReturnType<typeof openSession>>>

function toSessionUser({ lastSeenAt, tokenHash, ...user }: OpenSession): SessionUser {
  setRequestUser(user.id)
  return user
}

/** Whether a session is valid; true when the database cannot tell. */
export async function isValidSession(db: Db, token: string): Promise<boolean> {
  return openSession(db, token, new Date()).then(
    (found) => found !== undefined,
    () => true,
  )
}

async function openSession(db: Db, token: string | undefined, now: Date) {
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const [found] = await lookup(db).execute({ tokenHash, now, idleSince: addMinutes(now, -ADMIN_IDLE_MINUTES) })
  return found && { ...found, tokenHash }
}

export const isOpenAdminSession = (now: Date) =>
  and(
    eq(sessions.kind, 'admin'),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, addMinutes(now, -ADMIN_IDLE_MINUTES)),
  )

export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token) await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

export async function endAllSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

export async function purgeExpiredSessions(db: Db, now = new Date()): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Runs on each personal request. */
const lookup = prepareOnce((db) =>
  db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      isAdmin: users.isAdmin,
      sessionKind: sessions.kind,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        // A code by e-mail never opens an admin account; customers who become admins sign in again.
        or(
          and(eq(sessions.kind, 'customer'), not(users.isAdmin)),
          and(eq(sessions.kind, 'admin'), gt(sessions.lastSeenAt, sql.placeholder('idleSince'))),
        ),
      ),
    )
    .prepare('user_of_session'),
)
