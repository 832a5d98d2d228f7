import { and, desc, eq, ne } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { removeDevicesOfSession } from '#src/features/auth/alerts/push-subscriptions.server.ts'
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
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, hashToken(token)))
      .returning()
    for (const session of ended) await removeDevicesOfSession(tx, session, new Date())
  })
}

export async function endAdminSession(db: Db, id: string, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.kind, 'admin')))
      .returning()
    if (ended.length === 0) throw new DomainError('not-found', 'That session has already ended.')
    await recordEnds(tx, by, ended)
  })
}

/** Ends the sessions of an admin except the one with the token `keep`. */
export async function endOtherAdminSessions(
  tx: Db,
  { userId, keep = '' }: { userId: string; keep?: string | undefined },
  by: Actor,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), eq(sessions.kind, 'admin'), ne(sessions.tokenHash, hashToken(keep)))
  await recordEnds(tx, by, await tx.delete(sessions).where(others).returning())
}

async function recordEnds(tx: Db, by: Actor, ended: (typeof sessions.$inferSelect)[]): Promise<void> {
  for (const session of ended) {
    await removeDevicesOfSession(tx, session, new Date())
    const { id, device, createdAt } = session
    const before = { session: device, startedAt: createdAt.toISOString() }
    await recordChange(tx, { by, entity: 'admin', entityId: id, action: 'delete', before })
  }
}
