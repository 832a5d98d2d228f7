import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { removeAllDevices, removeDevicesOfSession } from '#src/features/auth/alerts/push-subscriptions.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { hashToken, isOpenAdminSession } from '#src/features/auth/sessions/sessions.server.ts'
import type { AdminSession } from './security.contract.ts'

/** Lists the open admin sessions; `token` marks the caller's own. */
export async function listAdminSessions(db: Db, token: string | undefined, now = new Date()): Promise<AdminSession[]> {
  const found = await db
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      email: users.email,
      device: sessions.device,
      startedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isOpenAdminSession(now))
    .orderBy(desc(sessions.lastSeenAt))
  const own = token && hashToken(token)
  return found.map(({ tokenHash, startedAt, lastSeenAt, ...session }) => ({
    ...session,
    startedAt: startedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThisOne: tokenHash === own,
  }))
}

export async function signOutAdmin(db: Db, token: string | undefined): Promise<void> {
  if (!token) return
  await inTransaction(db, (tx) => endSessions(tx, eq(sessions.tokenHash, hashToken(token))))
}

export async function endAdminSession(db: Db, id: string, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await endSessions(tx, and(eq(sessions.id, id), eq(sessions.kind, 'admin')))
    if (ended.length === 0) throw new DomainError('not-found', 'That session has already ended.')
    await recordEnds(tx, by, ended)
  })
}

/** Ends the sessions and the notifications of an admin, except those of the session with the token `keep`. */
export async function endOtherAdminSessions(
  tx: Db,
  { userId, keep }: { userId: string; keep?: string | undefined },
  by: Actor,
): Promise<void> {
  const isOther = ne(sessions.tokenHash, hashToken(keep ?? ''))
  const isEnded = and(eq(sessions.userId, userId), eq(sessions.kind, 'admin'), isOther)
  const ended = await tx.delete(sessions).where(isEnded).returning()
  await removeAllDevices(tx, userId, keep)
  await recordEnds(tx, by, ended)
}

type SessionRow = typeof sessions.$inferSelect

async function endSessions(tx: Db, which: SQL | undefined): Promise<SessionRow[]> {
  const ended = await tx.delete(sessions).where(which).returning()
  for (const session of ended) await removeDevicesOfSession(tx, session, new Date())
  return ended
}

async function recordEnds(tx: Db, by: Actor, ended: readonly SessionRow[]): Promise<void> {
  for (const { id, device, createdAt } of ended) {
    const before = { session: device, startedAt: createdAt.toISOString() }
    await recordChange(tx, { by, entity: 'admin', entityId: id, action: 'delete', before })
  }
}
