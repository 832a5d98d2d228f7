import { addMinutes } from '#src/core/dates.ts'
import { CHANNEL_LABELS, type MessageChannel } from '#src/features/notifications/notifications.contract.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { ChannelUnavailable } from './outbox.server.ts'
import type { outboxMessages } from './outbox.table.server.ts'

/** Waits after the first, second, ... failure. After the last one the message has failed. */
export const WAITS_IN_MINUTES = [1, 5, 15, 60, 240, 1440]
const GIVE_UP_MINUTES = WAITS_IN_MINUTES.reduce((sum, minutes) => sum + minutes)
/** Short, so that messages are sent soon after the server or its settings are repaired. */
const MAX_WAIT_MINUTES = 5

export type ChannelOutages = ReturnType<typeof watchChannelOutages>

/** Logs when the server of a channel takes no message, and when it takes one again. */
export function watchChannelOutages() {
  const unavailable = new Set<MessageChannel>()
  return {
    noteFailure(channel: MessageChannel, error: unknown): void {
      if (!(error instanceof ChannelUnavailable) || unavailable.has(channel)) return
      unavailable.add(channel)
      log.warn(`${CHANNEL_LABELS[channel]} cannot be sent; messages wait`, { err: error })
    },
    noteDelivery(channel: MessageChannel): void {
      if (unavailable.delete(channel)) log.info(`${CHANNEL_LABELS[channel]} can be sent again`)
    },
  }
}

type Waiting = Pick<typeof outboxMessages.$inferSelect, 'unavailableSince' | 'attempts'>

/** The next try in an outage, after as many minutes as it has lasted; undefined when any message would be given up. */
export function findTryInOutage({ unavailableSince, attempts }: Waiting, now: Date) {
  const since = unavailableSince ?? now
  const minutes = (now.getTime() - since.getTime()) / 60_000
  if (minutes >= GIVE_UP_MINUTES) return undefined
  const dueAt = addMinutes(now, Math.min(Math.max(minutes, 1), MAX_WAIT_MINUTES))
  // The claim has counted it as an attempt.
  return { dueAt, unavailableSince: since, attempts: attempts - 1 }
}
