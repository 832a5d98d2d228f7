import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { MessageChannel } from '#src/features/notifications/notifications.contract.ts'
import { outboxMessages } from './outbox.table.server.ts'

export type DeliveryStatus = {
  idempotencyKey: string
  /** Customers get no push. */
  channel: Exclude<MessageChannel, 'push'>
  /** `stuck`: failed or held; an admin has to act. */
  state: 'sent' | 'waiting' | 'stuck'
}

/** Lists whether these messages were sent. */
export async function listDeliveryStatus(db: Db, idempotencyKeys: readonly string[]): Promise<DeliveryStatus[]> {
  if (idempotencyKeys.length === 0) return []
  const { idempotencyKey, channel, sentAt, failedAt, suppressedAt } = outboxMessages
  const rows = await db
    .select({ idempotencyKey, channel, sentAt, failedAt, suppressedAt })
    .from(outboxMessages)
    .where(inArray(idempotencyKey, [...idempotencyKeys]))
  return rows.flatMap(({ channel, ...row }) => {
    if (channel === 'push') return []
    const state = row.sentAt ? 'sent' : row.failedAt || row.suppressedAt ? 'stuck' : 'waiting'
    return [{ idempotencyKey: row.idempotencyKey, channel, state }]
  })
}

const LOOK_AGAIN_MS = 150

/** Waits up to the given time until the delivery job has sent or failed these messages. */
export async function waitForDelivery(
  db: Db,
  idempotencyKeys: readonly string[],
  waitMs: number,
): Promise<DeliveryStatus[]> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const found = await listDeliveryStatus(db, idempotencyKeys)
    if (found.every(({ state }) => state !== 'waiting') || Date.now() >= giveUpAt) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
