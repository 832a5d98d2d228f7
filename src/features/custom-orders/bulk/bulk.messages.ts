import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, formatPrice, type Paise, paise, rupees, timesPaise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import type { CustomOrderRow } from '#src/features/custom-orders/custom-order-record.server.ts'
import { timingText } from '#src/features/custom-orders/quotes/quotes.messages.ts'
import type { BulkLineRow } from './bulk-lines.server.ts'

type Lines = readonly BulkLineRow[]

/** Contains nothing that was typed, because anyone can type any address. */
export function bulkReceivedMail({ reference, dueAt, neededBy }: CustomOrderRow, lines: Lines) {
  const parts = [
    `Thank you. We have your request and will send you a quotation by e-mail, by ${formatDayAndTime(dueAt.toISOString())}.`,
    [...lines.map(pieces), ...(neededBy ? [`Needed by: ${formatDay(neededBy)}`] : [])].join('\n'),
    `Your number for questions: ${reference}`,
    SHOP_NAME,
  ]
  return { subject: `${SHOP_NAME}: your request ${reference}`, text: parts.join('\n\n') }
}

export function bulkAdminMail(order: CustomOrderRow, lines: Lines) {
  const due = formatDayAndTime(order.dueAt.toISOString())
  return {
    subject: `Quotation due by ${due}: ${order.reference}, ${counted(order.quantity, 'piece')}`,
    text: `${describeBulkRequest(order, lines)}\n\nPromised to the customer: within 30 minutes by e-mail`,
  }
}

export function bulkDueSoonAdminMail(order: CustomOrderRow, lines: Lines) {
  return {
    subject: `Ten minutes left: quotation ${order.reference} is due by ${formatDayAndTime(order.dueAt.toISOString())}`,
    text: describeBulkRequest(order, lines),
  }
}

export function bulkQuestionAdminMail(order: CustomOrderRow, lines: Lines, question: string) {
  return {
    subject: `Question about quotation ${order.reference}`,
    text: `${question}\n\n${describeBulkRequest(order, lines)}`,
  }
}

/** For the admin. */
function describeBulkRequest(order: CustomOrderRow, lines: Lines): string {
  const { company, gstin, neededBy, message, customerName, customerMobile, customerEmail } = order
  const facts = [
    ['Company', company],
    ['GSTIN', gstin],
    ['Needed by', neededBy && formatDay(neededBy)],
    ['Message', message],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  const contact = [customerName, customerMobile, customerEmail].filter(Boolean).join(', ')
  return [lines.map(pieces).join('\n'), facts.join('\n'), `Customer: ${contact}`].filter(Boolean).join('\n\n')
}

type BulkQuotation = Parameters<typeof timingText>[1] & {
  lines: Lines
  subtotal: Paise
  shipping: Paise
  total: Paise
  validUntil: Date
  link: string
}

export function bulkQuoteMail(order: CustomOrderRow, quotation: BulkQuotation) {
  const { lines, subtotal, shipping, total, validUntil, link } = quotation
  const parts = [
    'We have priced your request.',
    lines.map(priced).join('\n'),
    `Price: ${formatAmount(rupees(subtotal))}\nShipping: ${shipping === 0 ? 'free' : formatAmount(rupees(shipping))}\nTotal: ${formatAmount(rupees(total))}\nPrices include all taxes. The invoice shows them for each product.`,
    timingText(order, quotation),
    ...(order.adminNotes ? [`A note from our studio:\n${order.adminNotes}`] : []),
    `See the quotation, accept it and pay by UPI, or ask us a question:\n${link}`,
    `It is good until ${formatDayAndTime(validUntil.toISOString())}. We reserve the pieces when you accept it. Your number for questions: ${order.reference}`,
    SHOP_NAME,
  ]
  return {
    subject: `${SHOP_NAME}: your quotation ${order.reference}, ${formatPrice(rupees(total))}`,
    text: parts.join('\n\n'),
  }
}

const pieces = ({ quantity, name }: BulkLineRow) => `${quantity.toLocaleString('en-IN')} × ${name}`

function priced(line: BulkLineRow): string {
  const each = paise(line.unitPaise ?? 0)
  return `${pieces(line)}, ${formatAmount(rupees(each))} each: ${formatAmount(rupees(timesPaise(each, line.quantity)))}`
}
