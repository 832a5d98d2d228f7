import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { sessions, users } from './account.table.server.ts'
import type { AdminSession } from './security.contract.ts'
import { ADMIN_IDLE_MINUTES, hashedToken } from './sessions.server.ts'

const isOfTheDesk = (now: Date) =>
  and(
    eq(sessions.kind, 'admin'),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, minutesLater(now, -ADMIN_IDLE_MINUTES)),
  )

/** Who sits at the maker's desk right now, and where. `token` is the one of who asks. */
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
    .where(isOfTheDesk(now))
    .orderBy(desc(sessions.lastSeenAt))
  const own = token && hashedToken(token)
  return found.map(({ tokenHash, startedAt, lastSeenAt, ...session }) => ({
    ...session,
    startedAt: startedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThisOne: tokenHash === own,
  }))
}

/** Ends one session of the desk, from the very next call on. */
export async function endAdminSession(db: Db, id: string, by: Maker): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.kind, 'admin')))
      .returning()
    if (ended.length === 0) throw new ShopError('not-found', 'That session is over already.')
    await recordEnds(tx, by, ended)
  })
}

/** Ends the sessions of an admin, all but the one with the token `keep`. */
export async function endSessionsOf(
  tx: Db,
  { userId, keep = '' }: { userId: string; keep?: string | undefined },
  by: Maker,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), eq(sessions.kind, 'admin'), ne(sessions.tokenHash, hashedToken(keep)))
  await recordEnds(tx, by, await tx.delete(sessions).where(others).returning())
}

async function recordEnds(tx: Db, by: Maker, ended: (typeof sessions.$inferSelect)[]): Promise<void> {
  for (const { id, device, createdAt } of ended)
    await recordChange(tx, {
      by,
      entity: 'admin',
      entityId: id,
      action: 'delete',
      before: { session: device, startedAt: createdAt.toISOString() },
    })
}
