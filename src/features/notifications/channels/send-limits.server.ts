import { randomUUID } from 'node:crypto'
import { parseIndianMobile } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { button, composeMail, type Mail } from '#src/features/notifications/mail/mail.ts'
import { CHANNEL_LABELS } from '#src/features/notifications/notifications.contract.ts'
import {
  ChannelLimitReached,
  type Delivered,
  type TextMessage,
} from '#src/features/notifications/outbox/outbox.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import {
  type RateLimit,
  tryConsumeLimit,
  tryConsumeLimits,
  uncountLimits,
} from '#src/server/overload/rate-limit.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { SmsKind } from './sms-templates.ts'

type TextLimits = { toNumber: RateLimit; inAll: readonly RateLimit[]; whyNumber: string; whyAll: string }

const NUMBER_LIMIT = { max: 3, perSeconds: 3600 }
const DAY_LIMIT = { max: 200, perSeconds: 86_400 }
const SMS_OF_DAY = { name: 'sms-in-all', ...DAY_LIMIT }
const LIMITS: Record<TextMessage['channel'], TextLimits> = {
  sms: {
    toNumber: { name: 'sms-to-number', ...NUMBER_LIMIT },
    inAll: [SMS_OF_DAY],
    whyNumber: 'This number got three SMS within an hour.',
    whyAll: 'The limit of 200 SMS a day is reached.',
  },
  whatsapp: {
    toNumber: { name: 'whatsapp-to-number', ...NUMBER_LIMIT },
    inAll: [{ name: 'whatsapp-in-all', ...DAY_LIMIT }],
    whyNumber: 'This number got three WhatsApp messages within an hour.',
    whyAll: 'The limit of 200 WhatsApp messages a day is reached.',
  },
}

/** Kinds that any visitor can trigger; they may not use up the limit of paying customers. */
const OF_REQUESTS: ReadonlySet<string> = new Set<SmsKind>(['custom-order-received', 'quote-late'])
const REQUESTS_HAD_ENOUGH =
  'SMS about custom chocolate requests are limited to 2 an hour per number and 60 a day in total.'
const REQUEST_LIMITS: TextLimits = {
  toNumber: { name: 'sms-of-requests-to-number', max: 2, perSeconds: 3600 },
  inAll: [SMS_OF_DAY, { name: 'sms-of-requests', max: 60, perSeconds: 86_400 }],
  ...{ whyNumber: REQUESTS_HAD_ENOUGH, whyAll: REQUESTS_HAD_ENOUGH },
}
const ALERT_LIMIT: RateLimit = { name: 'sms-held-told', max: 1, perSeconds: 86_400 }

export type AlertHeldMessages = (alert: { mail: Mail<'messages-held'>; idempotencyKey: string }) => Promise<void>

type Send<Message> = (message: Message) => Promise<Delivered>
export type SendLimiter = <Message extends TextMessage>(send: Send<Message>) => Send<Message>

/** Limits SMS and WhatsApp. Messages over a limit are held, and alerted once a day. Only sent messages count. */
export const createSendLimiter =
  (db: Db, alert: AlertHeldMessages): SendLimiter =>
  (send) =>
  async (message) => {
    const { to, kind, channel } = message
    const { toNumber, inAll, whyNumber, whyAll } = OF_REQUESTS.has(kind) ? REQUEST_LIMITS : LIMITS[channel]
    const ofNumber = [{ limit: toNumber, subject: parseIndianMobile(to) ?? to }]
    const ofAll = inAll.map((limit) => ({ limit, subject: 'everybody' }))
    const hold = (why: string) => alertHeld(db, alert, { channel, why })
    if (!(await tryConsumeLimits(db, ofNumber))) throw await hold(whyNumber)
    if (!(await tryConsumeLimits(db, ofAll))) {
      await uncountLimits(db, ofNumber)
      throw await hold(whyAll)
    }
    try {
      return await send(message)
    } catch (error) {
      await uncountLimits(db, [...ofNumber, ...ofAll])
      throw error
    }
  }

type Held = { channel: TextMessage['channel']; why: string }

async function alertHeld(db: Db, alert: AlertHeldMessages, held: Held): Promise<ChannelLimitReached> {
  const { why } = held
  if (await tryConsumeLimit(db, ALERT_LIMIT, why)) {
    log.error('Messages are held back; admins are notified', { checks: [why] })
    const page = absoluteUrl('/admin?view=messages&status=held')
    await alert({ mail: messagesHeldMail(held, page), idempotencyKey: `messages-held:${randomUUID()}` })
  }
  return new ChannelLimitReached(why)
}

export function messagesHeldMail({ channel, why }: Held, page: string) {
  const name = channel === 'sms' ? 'SMS' : `${CHANNEL_LABELS[channel]} messages`
  return composeMail('messages-held', `${name} are held back`, [
    why,
    'What goes beyond it is not sent. The e-mails about the same news go out as usual.',
    'Please look at the suppressed messages, and resend what still matters. We report each reason at most once a day.',
    button('Open them', page),
  ])
}
