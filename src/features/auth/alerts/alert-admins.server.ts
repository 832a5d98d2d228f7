import { inArray } from 'drizzle-orm'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Mail } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import {
  ALERT_OF_MAIL,
  ALERT_TEXTS,
  type AlertChannel,
  type AlertMailKind,
  isUrgent,
  WAKING_KINDS,
} from './alert-kinds.ts'
import { type AlertRecipient, findQuietEnd, listAlertRecipients } from './alert-settings.server.ts'
import { pushSubscriptions } from './alerts.table.server.ts'

export type Alert = {
  mail: Mail<AlertMailKind>
  /** Names the event and contains the ids that erasure looks for. Each admin gets one message per channel about it. */
  idempotencyKey: string
  /** Names no person, because lock screens show it. By default the subject of the mail. */
  pushText?: string
  /** A later push with the same tag replaces this one and counts it. By default the kind of the alert. */
  tag?: string
  /** False for alerts about failing mail. */
  byEmail?: boolean
  notBefore?: Date
  /** Gets the mail while the shop has no admin yet. */
  fallback?: string
  now?: Date
}

/** Alerts every admin in the transaction of the event, by the channels that each has chosen for its kind. */
export async function alertAdmins(tx: Db, alert: Alert): Promise<void> {
  const { mail, idempotencyKey, fallback, byEmail = true, now = new Date() } = alert
  const recipients = await listAlertRecipients(tx)
  const email = (to: string, notBefore = alert.notBefore) =>
    queueMessage(tx, { channel: 'email', to, ...mail, idempotencyKey: `${idempotencyKey}:${to}`, notBefore })
  if (recipients.length === 0 && fallback && byEmail) return email(fallback)
  const [emailed, pushed] = [takersOf(recipients, alert, 'email'), takersOf(recipients, alert, 'push')]
  if (byEmail) for (const recipient of emailed) await email(recipient.email, dueAt(recipient, alert, now))
  if (pushed.length > 0) await pushTo(tx, pushed, { ...alert, now })
}

const kindOf = ({ mail }: Alert) => ALERT_OF_MAIL[mail.kind]

const takersOf = (recipients: readonly AlertRecipient[], alert: Alert, channel: AlertChannel) =>
  recipients.filter(({ settings }) => settings.channels[kindOf(alert)][channel])

/** Waits for the end of quiet hours, unless the alert is urgent and the admin lets urgent ones pass. */
function dueAt({ settings }: AlertRecipient, alert: Alert, now: Date): Date | undefined {
  if (settings.urgentPasses && isUrgent(kindOf(alert))) return alert.notBefore
  return findQuietEnd(settings.quietHours, alert.notBefore ?? now) ?? alert.notBefore
}

const TTL_SECONDS = 12 * 3600

async function pushTo(tx: Db, takers: readonly AlertRecipient[], alert: Alert & { now: Date }): Promise<void> {
  const kind = kindOf(alert)
  const { mail, idempotencyKey, tag = kind, pushText = withoutShopName(mail.subject) } = alert
  const { id, userId } = pushSubscriptions
  const ids = takers.map((taker) => taker.id)
  const devices = await tx.select({ id, userId }).from(pushSubscriptions).where(inArray(userId, ids)).orderBy(id)
  for (const device of devices) {
    const taker = takers.find((one) => one.id === device.userId)
    if (!taker) continue
    await queueMessage(tx, {
      channel: 'push',
      to: taker.email,
      title: ALERT_TEXTS[kind].title,
      text: pushText,
      push: {
        device: device.id,
        path: pageOf(mail),
        tag,
        ttlSeconds: TTL_SECONDS,
        isUrgent: WAKING_KINDS.includes(kind),
      },
      notBefore: dueAt(taker, alert, alert.now),
      idempotencyKey: `${idempotencyKey}:push:${device.id}`,
    })
  }
}

const withoutShopName = (subject: string) => {
  const text = subject.replace(`${SHOP_NAME}: `, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function pageOf({ body }: Mail): string {
  const button = body.findLast((block) => typeof block !== 'string' && block.kind === 'button')
  const url = typeof button === 'object' && 'url' in button ? URL.parse(button.url) : null
  return url ? `${url.pathname}${url.search}` : '/admin'
}
