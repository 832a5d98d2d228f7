/**
 * SMS texts exactly as registered with the operators (DLT). Variables are in braces, hold one short value and never
 * text that a visitor typed, but for names that `isSmsName` allows. GSM alphabet only: a ₹ would triple the length.
 */
export const SMS_TEMPLATES = {
  'order-paid': 'Golconda Cacao: payment of Rs {amount} received for order {order}. We will write when it ships.',
  'pickup-paid':
    'Golconda Cacao: payment of Rs {amount} received for order {order}. We will write when it is ready for pickup.',
  'pickup-ready':
    'Golconda Cacao: your order {order} is ready for pickup at our studio. Your code is {code}. Please show it.',
  'order-shipped':
    'Golconda Cacao: your order {order} is on its way. Chocolate melts, so please have someone at home. A problem? See My Orders.',
  'gift-shipped': 'Golconda Cacao: we have sent your gift to {name}. Order {order}.',
  /** To the recipient, only where the buyer chose it. */
  'gift-on-its-way': 'A gift from Golconda Cacao is on its way to you. Please have someone at home: chocolate melts.',
  'gift-from-on-its-way':
    'A gift from {name}, made by Golconda Cacao, is on its way to you. Please have someone at home: chocolate melts.',
  'custom-order-received':
    'Golconda Cacao: we have your custom chocolate request {reference}. Quotation by SMS and e-mail by {due}.',
  'quote-late':
    'Golconda Cacao: we are a little late with your quotation {reference}. We are sorry, it will come soon.',
  'custom-order-made':
    'Golconda Cacao: your custom chocolate {reference} is ready. We are packing it and will write when it ships.',
  /** For a customer who needs it by a day. */
  'quote-needed-by':
    'Golconda Cacao: your quotation {reference}: Rs {amount}, needed by {needed}, ready on {ready}, good until {until}. See it and pay: {link}',
  'quote-ready-on':
    'Golconda Cacao: your quotation {reference}: Rs {amount}, ready on {ready}, good until {until}. See it and pay: {link}',
  /** The version without a day, for shops that registered only this one. */
  'quote-ready':
    'Golconda Cacao: your quotation {reference} is ready: Rs {amount}, good until {until}. See it and pay: {link}',
} as const

export type SmsKind = keyof typeof SMS_TEMPLATES

/** `mailbox`: the demo shows them. `registered`: MSG91 sends kinds with a registered template. `none`: all are held. */
export type SmsMode = 'mailbox' | 'registered' | 'none'

/** The texts of a quotation; the first one says most. */
export const QUOTE_SMS_KINDS = ['quote-needed-by', 'quote-ready-on', 'quote-ready'] as const satisfies SmsKind[]
export type QuoteSmsKind = (typeof QUOTE_SMS_KINDS)[number]

/** Whether quotes are announced by SMS; any template that fits each quotation will do. */
export function sendsQuotesBySms(way: SmsMode, templates: Partial<Record<SmsKind, string>>): boolean {
  if (way !== 'registered') return way === 'mailbox'
  return Boolean(templates['quote-ready-on'] || templates['quote-ready'])
}

export const WHATSAPP_KINDS = [
  'order-paid',
  'pickup-paid',
  'pickup-ready',
  'order-shipped',
  'gift-shipped',
] as const satisfies SmsKind[]
export type WhatsAppKind = (typeof WHATSAPP_KINDS)[number]

/** Whether customers can choose WhatsApp; each text needs its template. */
export function sendsByWhatsApp(way: SmsMode, templates: Partial<Record<string, string>>): boolean {
  if (way !== 'registered') return way === 'mailbox'
  return WHATSAPP_KINDS.every((kind) => templates[kind])
}

const GIFT_SMS_KINDS = ['gift-on-its-way', 'gift-from-on-its-way'] as const satisfies SmsKind[]

/** Whether a recipient can be told that a gift is on its way. */
export function sendsGiftSms(way: SmsMode, templates: Partial<Record<SmsKind, string>>): boolean {
  if (way !== 'registered') return way === 'mailbox'
  return GIFT_SMS_KINDS.every((kind) => templates[kind])
}

export const SMS_KINDS = Object.keys(SMS_TEMPLATES) as SmsKind[]

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
export type SmsValues<Kind extends SmsKind> = Record<NamesIn<(typeof SMS_TEMPLATES)[Kind]>, string>

export type RenderedSms = { kind: SmsKind; values: Record<string, string>; text: string }

/** Renders the text for our own screens: the operator sends the registered template. */
export function renderSms<Kind extends SmsKind>(kind: Kind, values: SmsValues<Kind>): RenderedSms {
  const given = Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, plainSpaces(value)]))
  const text = SMS_TEMPLATES[kind].replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
  return { kind, values: given, text }
}

/** Times and amounts contain no-break spaces, which the GSM alphabet lacks. */
function plainSpaces(value: string): string {
  return value.replace(/\s/g, ' ')
}
