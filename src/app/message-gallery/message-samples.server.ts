import {
  renderSms,
  SMS_KINDS,
  type SmsKind,
  type SmsValues,
  WHATSAPP_KINDS,
} from '#src/features/notifications/channels/sms-templates.ts'
import { type Mail, toPlainText } from '#src/features/notifications/mail/mail.ts'
import { renderMailHtml } from '#src/features/notifications/mail/mail-html.server.tsx'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'
import type { MessageSample } from '#src/features/notifications/notifications.contract.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { createAccountSamples, createAlertSamples, createContactSamples } from './account-samples.server.ts'
import { createCustomOrderSamples } from './custom-order-samples.server.ts'
import { createOrderSamples, createPaymentSamples } from './order-samples.server.ts'

type Samples<Kind extends MailKind = MailKind> = readonly [Mail<Kind>] | Readonly<Record<string, Mail<Kind>>>
type MailSamples = { [Kind in MailKind]: Samples<Kind> }

function createMailSamples(): MailSamples {
  return {
    ...createOrderSamples(),
    ...createCustomOrderSamples(),
    ...createAccountSamples(),
    ...createContactSamples(),
    ...createPaymentSamples(),
    ...createAlertSamples(),
  }
}

const [order, reference, until] = ['ORD_1763750000000_k3v9x2', 'CC-K7M2QX', '24 Nov 2026, 6:20 pm']

function createSmsValues(): { [Kind in SmsKind]: SmsValues<Kind> } {
  const quote = { reference, amount: '1,23,456.50', until, link: absoluteUrl('/checkout?quote=mJ3kZ0a7Qw9x2Lr5Tn8vBc') }
  return {
    'order-paid': { amount: '1,200.50', order },
    'pickup-paid': { amount: '1,050.50', order },
    'pickup-ready': { order, code: '482193' },
    'order-shipped': { order },
    'gift-shipped': { name: 'Ravi Kumar', order },
    'gift-on-its-way': {},
    'gift-from-on-its-way': { name: 'Asha' },
    'custom-order-received': { reference, due: '21 Nov 2026, 6:30 pm' },
    'quote-late': { reference },
    'custom-order-made': { reference },
    'quote-needed-by': { ...quote, needed: '1 Dec 2026', ready: '25 Nov 2026' },
    'quote-ready-on': { ...quote, ready: '25 Nov 2026' },
    'quote-ready': quote,
  }
}

type NamedMail = { variant: string | null; mail: Mail }

const listNamedMails = (): NamedMail[] =>
  Object.values<Samples>(createMailSamples()).flatMap((samples): NamedMail[] =>
    isOnlyOne(samples)
      ? [{ variant: null, mail: samples[0] }]
      : Object.entries(samples).map(([variant, mail]) => ({ variant, mail })),
  )

const isOnlyOne = (samples: Samples): samples is readonly [Mail] => Array.isArray(samples)

export const listMailSamples = (): Mail[] => listNamedMails().map(({ mail }) => mail)

/** Every kind of message with made-up data, e-mails first. */
export function listMessageSamples(): MessageSample[] {
  const mails = listNamedMails().map(({ variant, mail }) => ({
    ...{ kind: mail.kind, variant, channel: 'email' as const, subject: mail.subject },
    ...{ text: toPlainText(mail.body), html: renderMailHtml(mail) },
  }))
  const values = createSmsValues()
  const toSample = (channel: 'sms' | 'whatsapp') => (kind: SmsKind) => ({
    ...{ kind, variant: null, channel, subject: '', html: null },
    text: renderSms(kind, values[kind]).text,
  })
  return [...mails, ...SMS_KINDS.map(toSample('sms')), ...WHATSAPP_KINDS.map(toSample('whatsapp'))]
}
