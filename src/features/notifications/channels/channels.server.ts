import { type DeliverMessage, Undeliverable } from '#src/features/notifications/outbox/outbox.server.ts'
import type { createPushSender } from '#src/features/notifications/push/push-sender.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { isLoopback } from '#src/server/config/production-checks.server.ts'
import { createMsg91Sender, type SmsTemplateIds } from './msg91.server.ts'
import type { SmsLimiter } from './sms-limits.server.ts'
import type { SmsMode } from './sms-templates.ts'
import { createSmtpSender } from './smtp.server.ts'

/** The demo's mailbox reads the outbox. Addresses under `.invalid` fail as they would in reality (RFC 2606). */
const keepInMailbox: DeliverMessage = async ({ to }) => {
  if (to.endsWith('.invalid')) throw new Undeliverable('This mailbox does not exist.')
  return 'stored'
}

export function getSmsMode(env: Pick<Env, 'SHOP_MODE' | 'MSG91_AUTH_KEY'>): SmsMode {
  if (env.SHOP_MODE === 'demo') return 'mailbox'
  return env.MSG91_AUTH_KEY === undefined ? 'none' : 'registered'
}

type SendPush = ReturnType<typeof createPushSender>
type Channels = { smsTemplateIds: SmsTemplateIds; smsBudget: SmsLimiter; sendPush: SendPush }

export function createDelivery(
  env: Pick<Env, 'SHOP_MODE' | 'SMTP_URL' | 'MAIL_FROM' | 'MSG91_AUTH_KEY'>,
  { smsTemplateIds, smsBudget, sendPush }: Channels,
): DeliverMessage {
  // A push needs no account anywhere, so a demo sends it, too.
  if (env.SHOP_MODE === 'demo')
    return (message) => (message.channel === 'push' ? sendPush(message) : keepInMailbox(message))
  if (!env.SMTP_URL || !env.MAIL_FROM) throw new Error('readEnv lets no live shop start without a mail server.')
  // TLS is required unless the mail server is on this machine.
  const isEncrypted = !isLoopback(new URL(env.SMTP_URL).hostname)
  const sendEmail = createSmtpSender({ url: env.SMTP_URL, from: env.MAIL_FROM, isEncrypted })
  const sendSms = smsBudget(createMsg91Sender({ authKey: env.MSG91_AUTH_KEY, templateIds: smsTemplateIds }))
  return (message) => {
    if (message.channel === 'push') return sendPush(message)
    return message.channel === 'email' ? sendEmail(message) : sendSms(message)
  }
}
