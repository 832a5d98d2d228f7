import { formatDay, formatDayAndTime, formatFullDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, paise, rupees } from '#src/core/money.ts'
import { businessDaysText, SHOP_NAME } from '#src/core/shop-policy.ts'
import type { ComposedRow, CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import {
  describeChoices,
  describeComposition,
  helpText,
  type Support,
  typicalPriceText,
} from '#src/features/custom-orders/custom-orders.messages.ts'
import { neededByText } from '#src/features/custom-orders/needed-by/needed-by.ts'
import type { ReadyDay } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { type QuoteSmsKind, renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { button, composeMail, facts, type MailBlock, quote, sums } from '#src/features/notifications/mail/mail.ts'

type Referred = Pick<CustomOrderRow, 'reference' | 'kind'>

export type QuoteMessageData = {
  subtotal: Paise
  shipping: Paise
  total: Paise
  validUntil: Date
  ready: ReadyDay
  /** Working days from payment to the ready day. */
  craftingDays: number
  delivery: string
  smsKind: QuoteSmsKind
  link: string
} & Support

/** Contains nothing that was typed, because the address may be someone else's. */
export function quoteMail(order: ComposedRow, quotation: QuoteMessageData) {
  const { total, validUntil } = quotation
  return composeMail('quote', `${SHOP_NAME}: your quotation ${order.reference}, ${formatAmount(rupees(total))}`, [
    'We have priced your chocolate.',
    ...describeChoices(order),
    formatQuotedPrice(quotation),
    'The price includes all taxes.',
    timingText(order, quotation),
    studioNote(order.adminNotes),
    formatQuoteLink(quotation),
    `It is good until ${formatDayAndTime(validUntil.toISOString())}.`,
    helpText(order, quotation),
    SHOP_NAME,
  ])
}

type Quoted = Pick<QuoteMessageData, 'subtotal' | 'shipping' | 'total'>

export const formatQuotedPrice = ({ subtotal, shipping, total }: Quoted): MailBlock =>
  sums([
    ['Price', formatAmount(rupees(subtotal))],
    ['Shipping', shipping === 0 ? 'free' : formatAmount(rupees(shipping))],
    ['Total', formatAmount(rupees(total))],
  ])

export const formatQuoteLink = ({ link }: Pick<QuoteMessageData, 'link'>): MailBlock =>
  button('See the quotation', link, 'See the quotation, accept it and pay by UPI, or ask us a question')

export const studioNote = (note: string | null | undefined): MailBlock | undefined =>
  note ? quote(note, 'A note from our studio') : undefined

type Timed = Pick<QuoteMessageData, 'ready' | 'craftingDays' | 'delivery'>

/** When it is ready and with the customer, and whether that is in time. */
export function timingText({ neededBy }: Pick<CustomOrderRow, 'neededBy'>, { ready, craftingDays, delivery }: Timed) {
  const arrival = `The courier then takes ${delivery}: the page of the quotation shows the days for your PIN code.`
  return [
    `${readyText({ ready, craftingDays })} ${arrival}`,
    ...(neededBy ? [neededByText(neededBy, ready)] : []),
  ].join('\n')
}

export function quoteSms(order: Pick<CustomOrderRow, 'reference' | 'neededBy'>, quotation: QuoteMessageData) {
  const { total, validUntil, link, ready, smsKind } = quotation
  const until = formatDayAndTime(validUntil.toISOString())
  const values = { reference: order.reference, amount: formatAmount(rupees(total)).replace('₹', ''), until, link }
  if (smsKind === 'quote-ready') return renderSms(smsKind, values)
  const timed = { ...values, ready: formatFullDay(ready.readyOn) }
  if (smsKind === 'quote-ready-on' || order.neededBy === null) return renderSms('quote-ready-on', timed)
  return renderSms(smsKind, { ...timed, needed: formatFullDay(order.neededBy) })
}

function readyText({ ready, craftingDays }: Pick<QuoteMessageData, 'ready' | 'craftingDays'>): string {
  const after = { from: craftingDays, to: craftingDays }
  const later = craftingDays === 0 ? 'on the day on which you pay' : `${businessDaysText(after)} after you pay`
  return `We finish it on ${formatDay(ready.readyOn)}, or ${later} if that is later.`
}

export function quoteDueSoonAdminMail(order: ComposedRow) {
  const due = formatDayAndTime(order.dueAt.toISOString())
  return composeMail('quote-due-soon', `Ten minutes left: quotation ${order.reference} is due by ${due}`, [
    ...describeComposition(order),
    typicalPriceText(order),
    facts([['Customer', `${order.customerMobile}, ${order.customerEmail}`]]),
  ])
}

/** Names of the request and of the goods in texts. */
const WORDS = {
  composed: { sent: 'composition', thing: 'chocolate', whole: 'custom chocolate' },
  bulk: { sent: 'request', thing: 'order', whole: 'order' },
} as const

export function quoteLateMail({ reference, kind }: Referred, support: Support) {
  return composeMail('quote-late', `${SHOP_NAME}: we are a little late with your quotation ${reference}`, [
    `We promised your quotation ${reference} by now, and we are a little late. We are sorry. We have your ${WORDS[kind].sent} and will write to you as soon as it is priced.`,
    helpText({ reference }, support),
    SHOP_NAME,
  ])
}

export function quoteLateSms({ reference }: Pick<Referred, 'reference'>) {
  return renderSms('quote-late', { reference })
}

/** `what` lists what was ordered. */
type Itemized = Support & { what: readonly MailBlock[] }
type Confirmed = Pick<CustomOrderRow, 'reference' | 'kind' | 'quotedPaise' | 'readyOn'>

export function customOrderConfirmedMail(order: Confirmed, { what, support }: Itemized) {
  const { reference, kind, quotedPaise, readyOn } = order
  const { thing, whole } = WORDS[kind]
  return composeMail('custom-order-confirmed', `${SHOP_NAME}: your ${thing} ${reference} is confirmed`, [
    `Your ${whole} ${reference} is confirmed. We will write to you when it is ready.`,
    ...what,
    facts([
      ['Price', quotedPaise !== null && formatAmount(rupees(paise(quotedPaise)))],
      ['We plan to finish it on', readyOn !== null && formatDay(readyOn)],
    ]),
    helpText({ reference }, { support }),
    SHOP_NAME,
  ])
}

type Completed = Itemized & { isPickup: boolean; shipOn: string | null }

export function customOrderCompletedMail({ reference, kind }: Referred, completed: Completed) {
  const { isPickup, shipOn, what, support } = completed
  const { thing, whole } = WORDS[kind]
  const day = shipOn === null ? 'and will write when we send it' : `and plan to send it on ${formatDay(shipOn)}`
  const next = isPickup ? 'and will write when you can pick it up' : day
  return composeMail('custom-order-completed', `${SHOP_NAME}: your ${thing} ${reference} is ready`, [
    `Your ${whole} ${reference} is ready. We are packing it ${next}.`,
    ...what,
    helpText({ reference }, { support }),
    SHOP_NAME,
  ])
}

export function customOrderCompletedSms({ reference }: Pick<Referred, 'reference'>) {
  return renderSms('custom-order-made', { reference })
}

export function customOrderDeclinedMail(
  { reference, kind }: Referred,
  { reason, support }: Support & { reason: string | undefined },
) {
  const end =
    kind === 'bulk'
      ? { what: `supply your order ${reference}`, next: 'ask us for another' }
      : { what: `make your custom chocolate ${reference}`, next: 'compose another' }
  const cannot = kind === 'bulk' ? 'supply your order' : 'make your chocolate'
  return composeMail('custom-order-declined', `${SHOP_NAME}: we cannot ${cannot} ${reference}`, [
    `We are sorry: we cannot ${end.what}.`,
    studioNote(reason),
    `You are welcome to ${end.next}.`,
    helpText({ reference }, { support }),
    SHOP_NAME,
  ])
}

/** Does not repeat the question: it may come from a forwarded link. */
export function quoteAnswerMail(
  { reference }: Pick<Referred, 'reference'>,
  { answer, support }: Support & { answer: string },
) {
  return composeMail('quote-answer', `${SHOP_NAME}: our answer about your quotation ${reference}`, [
    answer,
    'Your question and our answer are on the page of your quotation. To open it, use the link in our e-mail with the price.',
    helpText({ reference }, { support }),
    SHOP_NAME,
  ])
}

export function quoteQuestionAdminMail(order: ComposedRow, question: string) {
  return composeMail('quote-question', `Question about quotation ${order.reference}`, [
    quote(question),
    facts([['From', `${order.customerEmail}, ${order.customerMobile}`]]),
    ...describeComposition(order),
  ])
}
