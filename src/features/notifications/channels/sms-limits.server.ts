import { randomUUID } from 'node:crypto'
import { parseIndianMobile } from '#src/core/validation/fields.ts'
import type { Db } from '#src/db/database.server.ts'
import { button, composeMail, type Mail } from '#src/features/notifications/mail/mail.ts'
import { ChannelLimitReached, type SmsMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import {
  type RateLimit,
  tryConsumeLimit,
  tryConsumeLimits,
  uncountLimits,
} from '#src/server/overload/rate-limit.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import type { SmsKind } from './sms-templates.ts'

const SMS_NUMBER_LIMIT: RateLimit = { name: 'sms-to-number', max: 3, perSeconds: 3600 }
const SMS_TOTAL_LIMIT: RateLimit = { name: 'sms-in-all', max: 200, perSeconds: 86_400 }
/** Kinds that any visitor can trigger; they may not use up the limit of paying customers. */
const OF_REQUESTS: ReadonlySet<string> = new Set<SmsKind>(['custom-order-received', 'quote-late'])
const REQUEST_SMS_NUMBER_LIMIT: RateLimit = { name: 'sms-of-requests-to-number', max: 2, perSeconds: 3600 }
const REQUEST_SMS_TOTAL_LIMIT: RateLimit = { name: 'sms-of-requests', max: 60, perSeconds: 86_400 }
const SMS_ALERT_LIMIT: RateLimit = { name: 'sms-held-told', max: 1, perSeconds: 86_400 }

/** Tells the admins, in a feature above this one. */
export type AlertHeldSms = (alert: { mail: Mail<'sms-held'>; idempotencyKey: string }) => Promise<void>

type SendSms = (message: SmsMessage) => Promise<void>
export type SmsLimiter = (send: SendSms) => SendSms

/**
 * Limits SMS: three an hour per number and 200 a day in total, less for kinds that visitors trigger. Messages over a
 * limit are held, and admins get one e-mail a day. Only sent SMS count.
 */
export const createSmsLimiter =
  (db: Db, alert: AlertHeldSms): SmsLimiter =>
  (send) =>
  async (message) => {
    const { toNumber, inAll, whyNumber, whyAll } = budgetOf(message)
    if (!(await tryConsumeLimits(db, [toNumber]))) throw await held(db, alert, whyNumber)
    if (!(await tryConsumeLimits(db, inAll))) {
      await uncountLimits(db, [toNumber])
      throw await held(db, alert, whyAll)
    }
    try {
      await send(message)
    } catch (error) {
      await uncountLimits(db, [toNumber, ...inAll])
      throw error
    }
  }

function budgetOf({ to, kind }: SmsMessage) {
  const number = parseIndianMobile(to) ?? to
  const all = { limit: SMS_TOTAL_LIMIT, subject: 'everybody' }
  if (!OF_REQUESTS.has(kind)) {
    const toNumber = { limit: SMS_NUMBER_LIMIT, subject: number }
    return { toNumber, inAll: [all], whyNumber: NUMBER_HAD_ENOUGH, whyAll: DAY_HAD_ENOUGH }
  }
  const toNumber = { limit: REQUEST_SMS_NUMBER_LIMIT, subject: number }
  const inAll = [all, { limit: REQUEST_SMS_TOTAL_LIMIT, subject: 'everybody' }]
  return { toNumber, inAll, whyNumber: REQUESTS_HAD_ENOUGH, whyAll: REQUESTS_HAD_ENOUGH }
}

const REQUESTS_HAD_ENOUGH =
  'SMS about custom chocolate requests are limited to 2 an hour per number and 60 a day in total.'
const NUMBER_HAD_ENOUGH = 'This number got three SMS within an hour.'
const DAY_HAD_ENOUGH = 'The limit of 200 SMS a day is reached.'

async function held(db: Db, alert: AlertHeldSms, why: string): Promise<ChannelLimitReached> {
  if (await tryConsumeLimit(db, SMS_ALERT_LIMIT, why)) {
    log.error('SMS are held back; admins are notified', { checks: [why] })
    const page = absoluteUrl('/admin?view=messages&status=held')
    await alert({ mail: smsHeldMail(why, page), idempotencyKey: `sms-held:${randomUUID()}` })
  }
  return new ChannelLimitReached(why)
}

export function smsHeldMail(why: string, page: string) {
  return composeMail('sms-held', 'SMS are held back', [
    why,
    'Please check the suppressed messages, and resend what still matters. We report each reason at most once a day.',
    button('Open them', page),
  ])
}
