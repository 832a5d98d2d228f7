import { formatDay, formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount, formatPrice, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted, joinNames } from '#src/core/words.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { button, composeMail, facts, link } from '#src/features/notifications/mail/mail.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import {
  composeOrderEmail,
  formatAddressHelp,
  formatCancelLink,
  formatDeliveryAddress,
  formatExpectedDelivery,
  formatHeatChoice,
  formatOrderLines,
  formatOrderTotals,
  formatPickupCode,
  formatTrackingLink,
  recipientOf,
} from '#src/features/orders/messages/order-email-parts.ts'
import type { RefundReason } from '#src/features/payments/payment-state-machine.ts'
import type { RefundSpeed } from '#src/features/payments/refunds/refund-state-machine.ts'
import { BANK_TIME_TEXT, REFUND_TIME_TEXT } from '#src/features/settings/policies/policy-text.ts'

type DocumentLink = { what: string; link: string }
/** One invoice for each parcel. `tax` is their sum, and empty where the shop collects none. */
type PaidInvoices = DocumentLink & { tax: readonly (readonly [string, Paise])[] }

export function orderPaidMail(order: OrderEmailData, invoices: PaidInvoices | undefined) {
  const { reference, customerName, total, isCrafted, shipOn, heat, pickup } = order
  const packed = pickup ? 'when it is ready for pickup' : order.parcels.length > 0 ? 'when they ship' : 'when it ships'
  const recipient = recipientOf(order)
  const what = recipient ? `your ${order.parcels.length > 0 ? 'gifts' : 'gift'} for ${recipient}` : 'it'
  const next = isCrafted ? 'We will write when your chocolate is made' : `We will pack ${what} and write ${packed}`
  return composeOrderEmail(order, {
    kind: 'order-paid',
    subject: `${SHOP_NAME}: we received your payment for order ${reference}`,
    blocks: [
      `Thank you, ${customerName}. We received ${formatAmount(rupees(total))} for order ${reference}. ${next}.`,
      formatOrderLines(order),
      formatOrderTotals(order, invoices?.tax),
      formatDeliveryAddress(order),
      formatAddressHelp(order),
      [
        isCrafted && heat !== 'wait' && `Ready on ${formatDay(shipOn)}.`,
        formatHeatChoice(order),
        formatExpectedDelivery(order),
      ]
        .filter(Boolean)
        .join(' ') || undefined,
      heat === 'wait' && formatCancelLink(order, 'Until we pack it, you can cancel it for a full refund'),
      formatPickupCode(order),
      ...formatTrackingLink(order),
      invoices && link(`Your ${invoices.what} (please sign in)`, invoices.link),
    ],
  })
}

/** To the admins; addresses stay out of mails. */
export function newOrderMail(order: OrderEmailData, page: string) {
  const { reference, total, lines, parcels, isCrafted, heat } = order
  const people = parcels.length > 0 ? `${parcels.length} parcels to ${parcels.length} people` : ''
  const count = [people, counted(lines.length, 'product')].filter(Boolean).join(', ')
  const leaves = formatDeparture(order)
  const work = isCrafted ? 'To be made' : heat === 'wait' ? 'Held for heat' : 'To be packed'
  return composeMail('new-order', `New order ${formatAmount(rupees(total))}, ${count}, ${leaves}: ${reference}`, [
    formatOrderLines(order),
    formatOrderTotals(order),
    `${people || formatPlace(order)}. ${work}${heat === 'cool-pack' ? ' with a cool pack' : ''}, ${leaves}.`,
    button('Open it', page),
  ])
}

function formatPlace({ pickup, gift, shippingAddress: to }: OrderEmailData): string {
  return `${gift ? 'A gift. ' : ''}${pickup ? 'Pickup at the studio' : `To ${to.state}, PIN ${to.pincode}`}`
}

function formatDeparture({ isCrafted, pickup, method, shipOn, parcels }: OrderEmailData): string {
  const days = parcels.map((parcel) => parcel.shipOn).toSorted()
  const [first = shipOn, last = shipOn] = [days[0], days.at(-1)]
  if (first !== last) return `leaves from ${formatDay(first)} to ${formatDay(last)}`
  return `${isCrafted || pickup ? 'ready' : 'leaves'} on ${formatDay(first)}${method === 'same-day' ? ', same day' : ''}`
}

type Undecided = { amount: Paise; why: string; link: string }

export function refundDecisionMail({ reference, amount, why, link }: Undecided & { reference: string }) {
  const sum = formatAmount(rupees(amount))
  return composeMail('refund-decision', `A refund of ${sum} needs your decision: order ${reference}`, [
    `${sum} received for order ${reference} has to be refunded. ${why} Please approve the refund, or say that you made it yourself.`,
    button('Decide here', link),
  ])
}

type Unmatched = Undecided & { upiTxnId: string | null; reportedAt: Date; reference: string | null }

export function unmatchedPaymentMail({ amount, why, link, upiTxnId, reportedAt, reference }: Unmatched) {
  const sum = formatAmount(rupees(amount))
  return composeMail('unmatched-payment', `${sum} needs your decision`, [
    why,
    facts([
      ['Amount', sum],
      ['UPI reference', upiTxnId],
      ['Order', reference],
      ['Reported', formatDayAndTime(reportedAt.toISOString())],
    ]),
    button('Decide here', link),
  ])
}

export function orderPaidSms({ reference, total, method }: Pick<OrderEmailData, 'reference' | 'total' | 'method'>) {
  const values = { amount: formatAmount(rupees(total)).replace('₹', ''), order: reference }
  return renderSms(method === 'pickup' ? 'pickup-paid' : 'order-paid', values)
}

export type RefundMethod = RefundSpeed | 'by-hand'

const ARRIVES: Record<RefundMethod, string> = {
  instant: 'It should be in the account that you paid from within the hour.',
  normal: `${BANK_TIME_TEXT} We sent it to the account that you paid from.`,
  'by-hand':
    'We sent it by bank transfer. If you do not see it by the end of the next working day, please write to us.',
}

/** Why money comes back, for the customer. What an admin refunds may have an account of its own. */
export const REASON_TEXTS: Readonly<Record<string, string>> = {
  'duplicate-payment': 'The order was already paid.',
  'wrong-amount': 'It was not the total of the order.',
  'sold-out': 'It came late, and the chocolate was sold meanwhile.',
  'promo-gone': 'It came late, and the promo code was used up meanwhile.',
  'order-cancelled': 'The order is cancelled.',
  overpayment: 'It was more than the total of the order.',
} satisfies Record<Exclude<RefundReason, 'admin'>, string>

type Returned = {
  amount: Paise
  /** The refunded pieces and their report, in words: "2 × Rose Truffle (SC-1006)". */
  pieces?: string | undefined
  reason: string
  paid?: { amount: Paise; refundedInAll: Paise } | undefined
  bankReference: string | null
  way: RefundMethod
  creditNote?: DocumentLink | undefined
}

export function refundDoneMail(order: OrderEmailData, refund: Returned) {
  const { amount, bankReference, way, creditNote } = refund
  return composeOrderEmail(order, {
    kind: 'refund-done',
    subject: `${SHOP_NAME}: we have refunded ${formatPrice(rupees(amount))}`,
    blocks: [
      `Dear ${order.customerName},`,
      [describeRefund(order, refund), REASON_TEXTS[refund.reason]].filter(Boolean).join(' '),
      [ARRIVES[way], bankReference !== null && `The bank's reference is ${bankReference}.`].filter(Boolean).join(' '),
      creditNote && link(`Your ${creditNote.what} (please sign in)`, creditNote.link),
    ],
  })
}

function describeRefund({ reference }: OrderEmailData, { amount, pieces, paid }: Returned): string {
  const sum = formatAmount(rupees(amount))
  const what = pieces ? `, for ${pieces}` : ''
  if (!paid) return `We have refunded ${sum} that we received for order ${reference}${what}.`
  const total = formatAmount(rupees(paid.amount))
  if (amount >= paid.amount) return `We have refunded the ${total} that you paid for order ${reference}, in full.`
  const before =
    paid.refundedInAll > amount ? ` In all, we have refunded ${formatAmount(rupees(paid.refundedInAll))}.` : ''
  return `We have refunded ${sum} of the ${total} that you paid for order ${reference}${what}.${before}`
}

type Owed = { amount: Paise; upiTxnId: string; reason: string }

export function refundDueMail(order: OrderEmailData, { amount, upiTxnId, reason }: Owed) {
  const { reference, customerName } = order
  const sum = formatAmount(rupees(amount))
  return composeOrderEmail(order, {
    kind: 'refund-due',
    subject: `${SHOP_NAME}: we owe you a refund of ${formatPrice(rupees(amount))}`,
    blocks: [
      `Dear ${customerName},`,
      [`You paid ${sum} (UPI reference ${upiTxnId}) for order ${reference}.`, REASON_TEXTS[reason]]
        .filter(Boolean)
        .join(' '),
      `We are sorry, and refund the ${sum} in full. ${REFUND_TIME_TEXT}`,
    ],
  })
}

type HeldProduct = { name: string; reserved: number; stock: number }
const NAMED = 10

export function reservedProductsMail(held: readonly HeldProduct[], page: string) {
  const named = held.slice(0, NAMED).map(({ name, reserved, stock }) => [name, `${reserved} of ${stock}`] as const)
  const names = held.length > 3 ? counted(held.length, 'product') : joinNames(held.map(({ name }) => name))
  const subject = `${SHOP_NAME}: unpaid orders reserve more than half of ${names}`
  return composeMail('reserved-products', subject, [
    'Orders that are not paid yet reserve:',
    facts(named),
    held.length > NAMED && `and ${held.length - NAMED} more`,
    WHAT_TO_DO,
    button('Unpaid orders', page),
  ])
}

export function reservedShopMail(page: string) {
  return composeMail('reserved-shop', `${SHOP_NAME}: unpaid orders reserve more than half of the stock`, [
    'Orders that are not paid yet reserve more than half of all stock.',
    WHAT_TO_DO,
    button('Unpaid orders', page),
  ])
}

const WHAT_TO_DO =
  'It may be a busy day, or someone who reserves chocolate without paying. Reservations expire automatically: 15 minutes after an order, 2 hours (new customers) or a day (known ones) after they sent a UTR. Cancelling an unpaid order releases its items at once. We write only once; the dashboard shows the current state.'
