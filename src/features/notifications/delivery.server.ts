import type { Env } from '#src/platform/env.server.ts'
import { isLoopback } from '#src/platform/live-protections.server.ts'
import { Undeliverable } from './delivery-failures.server.ts'
import { type SmsTemplateIds, smsDelivery } from './msg91.server.ts'
import type { Deliver } from './notifications.server.ts'
import type { SmsWay } from './sms.rules.ts'
import type { SmsBudget } from './sms-budget.server.ts'
import { smtpDelivery } from './smtp.server.ts'

/**
 * In demo a message has arrived once it is written: the mailbox shows the rows of the outbox. Only addresses under
 * `.invalid` do not exist in the demo either, as they exist nowhere (RFC 2606).
 */
const keepInMailbox: Deliver = async ({ to }) => {
  if (to.endsWith('.invalid')) throw new Undeliverable('There is no such mailbox.')
  return 'kept'
}

/** Whether this shop can send an SMS at all. */
export function smsWayOf(env: Pick<Env, 'SHOP_MODE' | 'MSG91_AUTH_KEY'>): SmsWay {
  if (env.SHOP_MODE === 'demo') return 'mailbox'
  return env.MSG91_AUTH_KEY === undefined ? 'none' : 'registered'
}

type Channels = { smsTemplateIds: SmsTemplateIds; smsBudget: SmsBudget }

/** How this shop's messages leave it. */
export function deliveryFor(
  env: Pick<Env, 'SHOP_MODE' | 'SMTP_URL' | 'MAIL_FROM' | 'MSG91_AUTH_KEY'>,
  { smsTemplateIds, smsBudget }: Channels,
): Deliver {
  if (env.SHOP_MODE === 'demo') return keepInMailbox
  if (!env.SMTP_URL || !env.MAIL_FROM) throw new Error('readEnv lets no live shop start without a mail server.')
  // Sign-in codes and addresses of customers do not travel in the clear, whatever a machine on the way answers.
  const isEncrypted = !isLoopback(new URL(env.SMTP_URL).hostname)
  const sendEmail = smtpDelivery({ url: env.SMTP_URL, from: env.MAIL_FROM, isEncrypted })
  const sendSms = smsBudget(smsDelivery({ authKey: env.MSG91_AUTH_KEY, templateIds: smsTemplateIds }))
  return (message) => (message.channel === 'email' ? sendEmail(message) : sendSms(message))
}
