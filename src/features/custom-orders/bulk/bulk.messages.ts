import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, paise, rupees, timesPaise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import type { CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import { helpText, type Support } from '#src/features/custom-orders/custom-orders.messages.ts'
import {
  formatQuotedPrice,
  formatQuoteLink,
  type QuoteMessageData,
  studioNote,
  timingText,
} from '#src/features/custom-orders/quotes/quotes.messages.ts'
import { composeMail, facts, lines as goods, type MailBlock, quote } from '#src/features/notifications/mail/mail.ts'
import type { BulkLineRow } from './bulk-lines.server.ts'

/** `food`: diet and allergens, where they are known. */
type MailedLine = BulkLineRow & { food?: string | undefined }
type Lines = readonly MailedLine[]

/** Contains nothing that was typed, because anyone can type any address. */
export function bulkReceivedMail(
  { reference, dueAt, neededBy }: CustomOrderRow,
  { lines, support }: Support & { lines: Lines },
) {
  return composeMail('bulk-received', `${SHOP_NAME}: your request ${reference}`, [
    `Thank you. We have your request and will send you a quotation by e-mail, by ${formatDayAndTime(dueAt.toISOString())}.`,
    lines.map(pieces).join('\n'),
    neededBy !== null && facts([['Needed by', formatDay(neededBy)]]),
    helpText({ reference }, { support }),
    SHOP_NAME,
  ])
}

/** The lines of a request, with prices once it is quoted. */
export const describeBulkLines = (lines: Lines): MailBlock[] =>
  lines.every(({ unitPaise }) => unitPaise !== null) ? [goods(lines.map(priced))] : [lines.map(pieces).join('\n')]

export function bulkAdminMail(order: CustomOrderRow, lines: Lines) {
  const due = formatDayAndTime(order.dueAt.toISOString())
  const subject = `Quotation due by ${due}: ${order.reference}, ${counted(order.quantity, 'piece')}`
  return composeMail('bulk-admin', subject, [
    ...describeBulkRequest(order, lines),
    facts([['Promised to the customer', 'within 30 minutes by e-mail']]),
  ])
}

export function bulkDueSoonAdminMail(order: CustomOrderRow, lines: Lines) {
  const due = formatDayAndTime(order.dueAt.toISOString())
  const subject = `Ten minutes left: quotation ${order.reference} is due by ${due}`
  return composeMail('bulk-due-soon', subject, describeBulkRequest(order, lines))
}

export function bulkQuestionAdminMail(order: CustomOrderRow, lines: Lines, question: string) {
  return composeMail('bulk-question', `Question about quotation ${order.reference}`, [
    quote(question),
    ...describeBulkRequest(order, lines),
  ])
}

function describeBulkRequest(order: CustomOrderRow, lines: Lines): MailBlock[] {
  const { company, gstin, neededBy, message, customerName, customerMobile, customerEmail } = order
  return [
    lines.map(pieces).join('\n'),
    facts([
      ['Company', company],
      ['GSTIN', gstin],
      ['Needed by', neededBy && formatDay(neededBy)],
      ['Message', message],
      ['Customer', [customerName, customerMobile, customerEmail].filter(Boolean).join(', ')],
    ]),
  ]
}

export function bulkQuoteMail(order: CustomOrderRow, quotation: Omit<QuoteMessageData, 'smsKind'> & { lines: Lines }) {
  const { lines, total, validUntil } = quotation
  return composeMail('bulk-quote', `${SHOP_NAME}: your quotation ${order.reference}, ${formatAmount(rupees(total))}`, [
    'We have priced your request.',
    ...describeBulkLines(lines),
    formatQuotedPrice(quotation),
    'Prices include all taxes. The invoice shows them for each product.',
    timingText(order, quotation),
    studioNote(order.adminNotes),
    formatQuoteLink(quotation),
    `It is good until ${formatDayAndTime(validUntil.toISOString())}. We reserve the pieces when you accept it.`,
    helpText(order, quotation),
    SHOP_NAME,
  ])
}

const pieces = ({ quantity, name }: BulkLineRow) => `${quantity.toLocaleString('en-IN')} × ${name}`

function priced(line: MailedLine) {
  const each = paise(line.unitPaise ?? 0)
  const label = `${pieces(line)}, ${formatAmount(rupees(each))} each`
  return [label, formatAmount(rupees(timesPaise(each, line.quantity))), line.food] as const
}
