import { inArray } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import type { MESSAGE_CHANNELS } from '#src/features/notifications/message-status.ts'
import { outboxMessages } from './outbox.table.server.ts'

export type DeliveryStatus = {
  dedupeKey: string
  channel: (typeof MESSAGE_CHANNELS)[number]
  /** `stuck`: failed or held; an admin has to act. */
  state: 'sent' | 'waiting' | 'stuck'
}

/** Lists the delivery status of the messages about these events. */
export async function listDeliveryStatus(db: Db, dedupeKeys: readonly string[]): Promise<DeliveryStatus[]> {
  if (dedupeKeys.length === 0) return []
  const { dedupeKey, channel, sentAt, failedAt, heldAt } = outboxMessages
  const rows = await db
    .select({ dedupeKey, channel, sentAt, failedAt, heldAt })
    .from(outboxMessages)
    .where(inArray(dedupeKey, [...dedupeKeys]))
  return rows.map((row) => ({
    dedupeKey: row.dedupeKey,
    channel: row.channel,
    state: row.sentAt ? 'sent' : row.failedAt || row.heldAt ? 'stuck' : 'waiting',
  }))
}

const LOOK_AGAIN_MS = 150

/** Waits up to the given time until the delivery job has sent or failed these messages. */
export async function waitForDelivery(
  db: Db,
  dedupeKeys: readonly string[],
  waitMs: number,
): Promise<DeliveryStatus[]> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const found = await listDeliveryStatus(db, dedupeKeys)
    if (found.every(({ state }) => state !== 'waiting') || Date.now() >= giveUpAt) return found
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}
