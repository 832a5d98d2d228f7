import { and, eq, gt, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { CHANNEL_LABELS, type MessageChannel } from '#src/features/notifications/notifications.contract.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { ChannelUnavailable, isClaimable, isUnfinished } from './outbox.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

/** A shorter outage is left to the usual waits, or a message that ends each connection would be retried after each other. */
const OUTAGE_MINUTES = 1

export type ChannelOutages = {
  noteFailure: (channel: MessageChannel, error: unknown) => void
  noteDelivery: (channel: MessageChannel) => Promise<void>
}

/** Logs when the server of a channel takes no messages, and retries what waited for it once it takes one again. */
export function watchChannelOutages(db: Db, now: () => Date): ChannelOutages {
  const since = new Map<MessageChannel, Date>()
  return {
    noteFailure(channel, error) {
      if (!(error instanceof ChannelUnavailable) || since.has(channel)) return
      since.set(channel, now())
      log.warn(`${CHANNEL_LABELS[channel]} cannot be sent; messages wait`, { err: error })
    },
    async noteDelivery(channel) {
      const began = since.get(channel)
      if (!began) return
      since.delete(channel)
      log.info(`${CHANNEL_LABELS[channel]} can be sent again`)
      if (addMinutes(began, OUTAGE_MINUTES) <= now()) await retryWaiting(db, now(), { channel })
    },
  }
}

/** At a start, whose settings may be corrected. The last attempts do not count, or restarts would use them up. */
export const retryAfterStart = (db: Db, now: Date): Promise<void> => retryWaiting(db, now, { uncounted: 1 })

async function retryWaiting(
  db: Db,
  now: Date,
  { channel, uncounted = 0 }: { channel?: MessageChannel; uncounted?: 0 | 1 },
) {
  const { attempts, dueAt } = outboxMessages
  const isOfChannel = channel && eq(outboxMessages.channel, channel)
  await db
    .update(outboxMessages)
    .set({ dueAt: now, attempts: sql`${attempts} - ${uncounted}` })
    .where(and(isUnfinished, isClaimable, gt(attempts, 0), gt(dueAt, now), isOfChannel))
}
