/**
 * Every SMS that the shop sends, word for word as the maker registers it with the operators (DLT): what stands in braces
 * is a variable there. One variable has one type and never a sentence, and nothing that a visitor typed: an SMS must not
 * carry strangers' words to a number that they chose. Only letters of the old SMS alphabet: one ₹ would make it three.
 */
export const SMS_TEMPLATES = {
  'order-paid':
    'Golconda Cacao: payment of Rs {amount} received for order {order}. We begin to pack it and write when it leaves.',
  'order-shipped':
    'Golconda Cacao: your order {order} is on its way. Chocolate minds the heat, please let somebody be home.',
  'custom-order-received':
    'Golconda Cacao: we have your custom chocolate request {reference}. Quotation by SMS and e-mail by {due}.',
  'quote-late': 'Golconda Cacao: we are a little late with your quotation {reference}. We are sorry, it comes soon.',
  'custom-order-made':
    'Golconda Cacao: your custom chocolate {reference} is made. We pack it and write when it leaves.',
  'quote-ready-on':
    'Golconda Cacao: your quotation {reference}: Rs {amount}, ready on {ready}, good until {until}. See it and pay: {link}',
  /** The same from before quotations named a day, for shops that have registered only this one. */
  'quote-ready':
    'Golconda Cacao: your quotation {reference} is ready: Rs {amount}, good until {until}. See it and pay: {link}',
} as const

export type SmsKind = keyof typeof SMS_TEMPLATES

/**
 * How an SMS leaves this shop: a demo keeps all in its mailbox, with a key of MSG91 those leave whose template is
 * registered, and without one (`none`) all are held.
 */
export type SmsMode = 'mailbox' | 'registered' | 'none'

/** Whether a quotation reaches its customer by SMS too: either text of it will do. What is held is not promised. */
export function sendsQuotesBySms(way: SmsMode, templates: Partial<Record<SmsKind, string>>): boolean {
  if (way !== 'registered') return way === 'mailbox'
  return Boolean(templates['quote-ready-on'] || templates['quote-ready'])
}

export const SMS_KINDS = Object.keys(SMS_TEMPLATES) as SmsKind[]

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
export type SmsValues<Kind extends SmsKind> = Record<NamesIn<(typeof SMS_TEMPLATES)[Kind]>, string>

/** What a queued SMS keeps of its template: the operator puts the values into the registered words again. */
export type RenderedSms = { kind: SmsKind; values: Record<string, string>; text: string }

/** An SMS, with the values in their places. The text is for our own eyes: the operator sends the registered one. */
export function renderSms<Kind extends SmsKind>(kind: Kind, values: SmsValues<Kind>): RenderedSms {
  const given = Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, plainSpaces(value)]))
  const text = SMS_TEMPLATES[kind].replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '')
  return { kind, values: given, text }
}

/** Times and amounts are written with spaces that do not break, which the SMS alphabet does not have. */
function plainSpaces(value: string): string {
  return value.replace(/\s/g, ' ')
}
