import type { createDelivery } from '#src/features/notifications/channels/channels.server.ts'

type Delivery = Parameters<typeof createDelivery>

/** A live shop with a mail server alone. */
export const mailOnlyEnv = (mailUrl: string | undefined): Delivery[0] => ({
  SHOP_MODE: 'live',
  SMTP_URL: mailUrl,
  MAIL_FROM: 'Golconda Cacao <shop@golconda.example>',
  MSG91_AUTH_KEY: undefined,
  WHATSAPP_TOKEN: undefined,
  WHATSAPP_PHONE_NUMBER_ID: undefined,
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
})

/** No templates and no limits. */
export const UNLIMITED_CHANNELS: Delivery[1] = {
  smsTemplateIds: async () => ({}),
  whatsAppTemplates: async () => ({ language: 'en', names: {} }),
  limitTexts: (send) => send,
  sendPush: async () => {},
}
