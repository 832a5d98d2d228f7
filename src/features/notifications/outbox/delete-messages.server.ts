import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

/** Deletes the unsent pushes of removed devices. */
export async function deleteWaitingPushes(tx: Db, devices: readonly string[]): Promise<void> {
  if (devices.length === 0) return
  await tx
    .delete(outboxMessages)
    .where(
      and(
        eq(outboxMessages.channel, 'push'),
        isNull(outboxMessages.sentAt),
        inArray(sql`${outboxMessages.push} ->> 'device'`, [...devices]),
      ),
    )
}

/** Erases alerts to any admin whose idempotency key begins with `prefix` and one of these ids. */
export async function eraseAlertsAbout(db: Db, prefix: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const [first, second] = [1, 2].map((part) => sql`split_part(${outboxMessages.idempotencyKey}, ':', ${part})`)
  await db.delete(outboxMessages).where(sql`${first} = ${prefix} and ${second} = any(${sql.param([...ids])}::text[])`)
}
