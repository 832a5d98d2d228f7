import { randomUUID } from 'node:crypto'
import { parseIndianMobile } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { button, composeMail, type Mail } from '#src/features/notifications/mail/mail.ts'
import {
  ChannelLimitReached,
  type SmsMessage,
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

const SMS_TOTAL_LIMIT: RateLimit = { name: 'sms-in-all', max: 200, perSeconds: 86_400 }

const USUAL_LIMITS: TextLimits = {
  toNumber: { name: 'sms-to-number', max: 3, perSeconds: 3600 },
  inAll: [SMS_TOTAL_LIMIT],
  whyNumber: 'This number got three SMS within an hour.',
  whyAll: 'The limit of 200 SMS a day is reached.',
}

/** Kinds that any visitor can trigger; they may not use up the limit of paying customers. */
const OF_REQUESTS: ReadonlySet<string> = new Set<SmsKind>(['custom-order-received', 'quote-late'])
const REQUESTS_HAD_ENOUGH =
  'SMS about custom chocolate requests are limited to 2 an hour per number and 60 a day in total.'
const REQUEST_LIMITS: TextLimits = {
  toNumber: { name: 'sms-of-requests-to-number', max: 2, perSeconds: 3600 },
  inAll: [SMS_TOTAL_LIMIT, { name: 'sms-of-requests', max: 60, perSeconds: 86_400 }],
  ...{ whyNumber: REQUESTS_HAD_ENOUGH, whyAll: REQUESTS_HAD_ENOUGH },
}

const SMS_ALERT_LIMIT: RateLimit = { name: 'sms-held-told', max: 1, perSeconds: 86_400 }

/** Tells the admins, in a feature above this one. */
export type AlertHeldSms = (alert: { mail: Mail<'sms-held'>; idempotencyKey: string }) => Promise<void>

export type SmsLimiter = TextLimiter<SmsMessage>

/**
 * Limits SMS: three an hour per number and 200 a day in total, less for kinds that visitors trigger. Messages over a
 * limit are held, and admins get one e-mail a day.
 */
export const createSmsLimiter = (db: Db, alert: AlertHeldSms): SmsLimiter =>
  limitTexts(db, {
    limitsOf: ({ kind }) => (OF_REQUESTS.has(kind) ? REQUEST_LIMITS : USUAL_LIMITS),
    onHeld: (why) => alertHeld(db, alert, why),
  })

export type TextLimits = {
  toNumber: RateLimit
  inAll: readonly RateLimit[]
  whyNumber: string
  whyAll: string
}
type SendText<Message> = (message: Message) => Promise<void>
export type TextLimiter<Message> = (send: SendText<Message>) => SendText<Message>

type Limiting<Message> = { limitsOf: (message: Message) => TextLimits; onHeld?: (why: string) => Promise<void> }

/** Limits texts per number and in total. Only sent ones count. */
export const limitTexts =
  <Message extends TextMessage>(db: Db, { limitsOf, onHeld }: Limiting<Message>): TextLimiter<Message> =>
  (send) =>
  async (message) => {
    const { toNumber, inAll, whyNumber, whyAll } = limitsOf(message)
    const ofNumber = [{ limit: toNumber, subject: parseIndianMobile(message.to) ?? message.to }]
    const ofAll = inAll.map((limit) => ({ limit, subject: 'everybody' }))
    const hold = async (why: string) => {
      await onHeld?.(why)
      throw new ChannelLimitReached(why)
    }
    if (!(await tryConsumeLimits(db, ofNumber))) await hold(whyNumber)
    if (!(await tryConsumeLimits(db, ofAll))) {
      await uncountLimits(db, ofNumber)
      await hold(whyAll)
    }
    try {
      await send(message)
    } catch (error) {
      await uncountLimits(db, [...ofNumber, ...ofAll])
      throw error
    }
  }

async function alertHeld(db: Db, alert: AlertHeldSms, why: string): Promise<void> {
  if (!(await tryConsumeLimit(db, SMS_ALERT_LIMIT, why))) return
  log.error('SMS are held back; admins are notified', { checks: [why] })
  const page = absoluteUrl('/admin?view=messages&status=held')
  await alert({ mail: smsHeldMail(why, page), idempotencyKey: `sms-held:${randomUUID()}` })
}

export function smsHeldMail(why: string, page: string) {
  return composeMail('sms-held', 'SMS are held back', [
    why,
    'Please check the suppressed messages, and resend what still matters. We report each reason at most once a day.',
    button('Open them', page),
  ])
}
