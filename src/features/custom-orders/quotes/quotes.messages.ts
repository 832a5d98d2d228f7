import { formatDay, formatDayAndTime, formatFullDay } from '#src/core/dates.ts'
import { decimalRupees, formatAmount, formatPrice, type Paise, rupees } from '#src/core/money.ts'
import { businessDaysText, SHOP_NAME } from '#src/core/shop-policy.ts'
import {
  describeChoices,
  describeComposition,
  typicalPriceText,
} from '#src/features/custom-orders/custom-orders.messages.ts'
import type { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'

type CustomOrderRow = typeof customOrders.$inferSelect
type Referred = Pick<CustomOrderRow, 'reference'>

export type QuoteMessageData = {
  subtotal: Paise
  shipping: Paise
  total: Paise
  validUntil: Date
  /** The ready day (2026-11-27), and the working days from payment to it. */
  readyOn: string
  craftingDays: number
  delivery: string
  /** False while the operators have approved only the text without the day. */
  smsNamesReadyDate: boolean
  link: string
}

/** Contains nothing that was typed, because the address may be someone else's. */
export function quoteMail(order: CustomOrderRow, quotation: QuoteMessageData) {
  const { subtotal, shipping, total, validUntil, link, delivery } = quotation
  const parts = [
    'We have priced your chocolate.',
    describeChoices(order),
    `Price: ${formatAmount(rupees(subtotal))}\nShipping: ${shipping === 0 ? 'free' : formatAmount(rupees(shipping))}\nTotal: ${formatAmount(rupees(total))}`,
    `${readyText(quotation)}\nDelivery then takes ${delivery}. The page of the quotation shows the days for your PIN code.`,
    ...(order.adminNotes ? [`A note from our studio:\n${order.adminNotes}`] : []),
    `See the quotation, accept it and pay by UPI, or ask us a question:\n${link}`,
    `It is good until ${formatDayAndTime(validUntil.toISOString())}. Your number for questions: ${order.reference}`,
    SHOP_NAME,
  ]
  return {
    subject: `${SHOP_NAME}: your quotation ${order.reference}, ${formatPrice(rupees(total))}`,
    text: parts.join('\n\n'),
  }
}

export function quoteSms(
  { reference }: Referred,
  { total, validUntil, link, readyOn, smsNamesReadyDate }: QuoteMessageData,
) {
  const until = formatDayAndTime(validUntil.toISOString())
  const values = { reference, amount: decimalRupees(total), until, link }
  if (!smsNamesReadyDate) return renderSms('quote-ready', values)
  return renderSms('quote-ready-on', { ...values, ready: formatFullDay(readyOn) })
}

function readyText({ readyOn, craftingDays }: Pick<QuoteMessageData, 'readyOn' | 'craftingDays'>): string {
  const after = { from: craftingDays, to: craftingDays }
  const later = craftingDays === 0 ? 'on the day of your payment' : `${businessDaysText(after)} after your payment`
  return `Ready on ${formatDay(readyOn)}, or ${later} if that is later.`
}

export function quoteDueSoonAdminMail(order: CustomOrderRow) {
  return {
    subject: `Ten minutes left: quotation ${order.reference} is due by ${formatDayAndTime(order.dueAt.toISOString())}`,
    text: `${describeComposition(order)}\n\n${typicalPriceText(order)}\n\nCustomer: ${order.customerMobile}, ${order.customerEmail}`,
  }
}

export function quoteLateMail({ reference }: Referred) {
  return {
    subject: `${SHOP_NAME}: we are a little late with your quotation ${reference}`,
    text: `We promised your quotation ${reference} by now, and we are a little late. We are sorry. We have your composition and will write to you as soon as it is priced.\n\n${SHOP_NAME}`,
  }
}

export function quoteLateSms({ reference }: Referred) {
  return renderSms('quote-late', { reference })
}

export function customOrderConfirmedMail({ reference }: Referred) {
  return {
    subject: `${SHOP_NAME}: your chocolate ${reference} is confirmed`,
    text: `Your custom chocolate ${reference} is confirmed. We will write to you when it is made.\n\n${SHOP_NAME}`,
  }
}

export function customOrderCompletedMail({ reference }: Referred) {
  return {
    subject: `${SHOP_NAME}: your chocolate ${reference} is made`,
    text: `Your custom chocolate ${reference} is made. We are packing it and will send it to you soon.\n\n${SHOP_NAME}`,
  }
}

export function customOrderCompletedSms({ reference }: Referred) {
  return renderSms('custom-order-made', { reference })
}

export function customOrderDeclinedMail({ reference }: Referred, reason: string | undefined) {
  const explanation = reason ? `\n\nA note from our studio:\n${reason}` : ''
  return {
    subject: `${SHOP_NAME}: we cannot make your chocolate ${reference}`,
    text: `We are sorry: we cannot make your custom chocolate ${reference}.${explanation}\n\nYou are welcome to compose another.\n\n${SHOP_NAME}`,
  }
}

/** Does not repeat the question: it may come from a forwarded link. */
export function quoteAnswerMail({ reference }: Referred, answer: string) {
  return {
    subject: `${SHOP_NAME}: our answer about your quotation ${reference}`,
    text: `${answer}\n\nYou can see the question and the answer on the page of your quotation. The link is in the e-mail with the price.\n\n${SHOP_NAME}`,
  }
}

export function quoteQuestionAdminMail(order: CustomOrderRow, question: string) {
  return {
    subject: `Question about quotation ${order.reference}`,
    text: `${question}\n\nFrom: ${order.customerEmail}, ${order.customerMobile}\n\n${describeComposition(order)}`,
  }
}
