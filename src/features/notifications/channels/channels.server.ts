import { type DeliverMessage, NoSuchAddress } from '#src/features/notifications/outbox/outbox.server.ts'
import type { createPushSender } from '#src/features/notifications/push/push-sender.server.ts'
import type { Env } from '#src/server/config/env.server.ts'
import { isLoopback } from '#src/server/config/production-checks.server.ts'
import { createMsg91Sender, type SmsTemplateIds } from './msg91.server.ts'
import type { SendLimiter } from './send-limits.server.ts'
import type { SmsMode } from './sms-templates.ts'
import { createSmtpSender } from './smtp.server.ts'
import { createWhatsAppSender, type WhatsAppTemplates } from './whatsapp.server.ts'

/** The demo's mailbox reads the outbox. Addresses under `.invalid` fail as they would in reality (RFC 2606). */
const keepInMailbox: DeliverMessage = async ({ to }) => {
  if (to.endsWith('.invalid')) throw new NoSuchAddress('This mailbox does not exist.')
  return 'stored'
}

export function getSmsMode(env: Pick<Env, 'SHOP_MODE' | 'MSG91_AUTH_KEY'>): SmsMode {
  if (env.SHOP_MODE === 'demo') return 'mailbox'
  return env.MSG91_AUTH_KEY === undefined ? 'none' : 'registered'
}

type SendPush = ReturnType<typeof createPushSender>

export function getWhatsAppMode(env: Pick<Env, 'SHOP_MODE' | 'WHATSAPP_TOKEN' | 'WHATSAPP_PHONE_NUMBER_ID'>): SmsMode {
  if (env.SHOP_MODE === 'demo') return 'mailbox'
  return env.WHATSAPP_TOKEN && env.WHATSAPP_PHONE_NUMBER_ID ? 'registered' : 'none'
}

type Channels = {
  smsTemplateIds: SmsTemplateIds
  whatsAppTemplates: WhatsAppTemplates
  limitTexts: SendLimiter
  sendPush: SendPush
}

type ChannelEnv = Pick<
  Env,
  | 'SHOP_MODE'
  | 'SMTP_URL'
  | 'MAIL_FROM'
  | 'MSG91_AUTH_KEY'
  | 'WHATSAPP_TOKEN'
  | 'WHATSAPP_PHONE_NUMBER_ID'
  | 'WHATSAPP_API_URL'
>

export function createDelivery(
  env: ChannelEnv,
  { smsTemplateIds, whatsAppTemplates, limitTexts, sendPush }: Channels,
): DeliverMessage {
  // A push needs no account anywhere, so a demo sends it, too.
  if (env.SHOP_MODE === 'demo')
    return async (message) => (message.channel === 'push' ? void (await sendPush(message)) : keepInMailbox(message))
  if (!env.SMTP_URL || !env.MAIL_FROM) throw new Error('readEnv lets no live shop start without a mail server.')
  // TLS is required unless the mail server is on this machine.
  const isEncrypted = !isLoopback(new URL(env.SMTP_URL).hostname)
  const sendEmail = createSmtpSender({ url: env.SMTP_URL, from: env.MAIL_FROM, isEncrypted })
  const sendSms = limitTexts(createMsg91Sender({ authKey: env.MSG91_AUTH_KEY, templateIds: smsTemplateIds }))
  const sendWhatsApp = limitTexts(
    createWhatsAppSender({
      token: env.WHATSAPP_TOKEN,
      phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
      templates: whatsAppTemplates,
      url: env.WHATSAPP_API_URL,
    }),
  )
  return async (message) => {
    switch (message.channel) {
      case 'email':
        return void (await sendEmail(message))
      case 'sms':
        return sendSms(message)
      case 'whatsapp':
        return sendWhatsApp(message)
      case 'push':
        return void (await sendPush(message))
    }
  }
}
