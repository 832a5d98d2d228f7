import { formatDay } from '#src/core/dates.ts'
import { formatAmount, type Paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { counted } from '#src/core/words.ts'
import { renderSms } from '#src/features/notifications/channels/sms-templates.ts'
import { button, composeMail, facts, link } from '#src/features/notifications/mail/mail.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import {
  composeOrderEmail,
  formatDeliveryAddress,
  formatExpectedDelivery,
  formatHeatChoice,
  formatOrderLines,
  formatOrderTotals,
  formatPickupCode,
  formatTrackingLink,
  recipientOf,
} from '#src/features/orders/messages/order-email-parts.ts'
import type { RefundSpeed } from '#src/features/payments/refunds/refund-state-machine.ts'

type DocumentLink = { what: string; link: string }
/** One invoice for each parcel. `tax` is their sum, and empty where the shop collects none. */
type PaidInvoices = DocumentLink & { tax: readonly (readonly [string, Paise])[] }

export function orderPaidMail(order: OrderEmailData, invoices: PaidInvoices | undefined) {
  const { reference, customerName, total, isCrafted, shipOn, heat, pickup } = order
  const packed = pickup ? 'when it is ready for pickup' : 'when it ships'
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
      [
        isCrafted && heat !== 'wait' && `Ready on ${formatDay(shipOn)}.`,
        formatHeatChoice(order),
        formatExpectedDelivery(order),
      ]
        .filter(Boolean)
        .join(' ') || undefined,
      formatPickupCode(order),
      formatTrackingLink(order),
      invoices && link(`Your ${invoices.what}`, invoices.link),
    ],
  })
}

/** To the admins; addresses stay out of mails. */
export function newOrderMail(order: OrderEmailData, page: string) {
  const { reference, total, lineCount, parcels, isCrafted, heat } = order
  const people = parcels.length > 0 ? `${parcels.length} parcels to ${parcels.length} people` : ''
  const count = [people, counted(lineCount, 'line')].filter(Boolean).join(', ')
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
    `${sum} received for order ${reference} has to be refunded. ${why}`,
    button('Decide here', link),
  ])
}

export function unmatchedPaymentMail({ amount, why, link }: Undecided) {
  return composeMail('unmatched-payment', `${formatAmount(rupees(amount))} needs your decision`, [
    why,
    button('Decide here', link),
  ])
}

export function orderPaidSms({ reference, total, method }: Pick<OrderEmailData, 'reference' | 'total' | 'method'>) {
  const values = { amount: formatAmount(rupees(total)).replace('₹', ''), order: reference }
  return renderSms(method === 'pickup' ? 'pickup-paid' : 'order-paid', values)
}

export type RefundMethod = RefundSpeed | 'by-hand'

const ARRIVES: Record<RefundMethod, string> = {
  instant: 'It should be in your account within the hour.',
  normal: 'Your bank will show it within 5 to 7 business days.',
  'by-hand':
    'We made this transfer ourselves. If you do not see it by the end of the next working day, please write to us.',
}

type Returned = {
  amount: Paise
  bankReference: string | null
  way: RefundMethod
  creditNote?: DocumentLink | undefined
}

export function refundDoneMail(order: OrderEmailData, { amount, bankReference, way, creditNote }: Returned) {
  const { reference, customerName } = order
  const number = bankReference === null ? '' : `, under the bank's reference ${bankReference}`
  return composeOrderEmail(order, {
    kind: 'refund-done',
    subject: `${SHOP_NAME}: we have refunded your payment`,
    blocks: [
      `Dear ${customerName},`,
      `We have refunded ${formatAmount(rupees(amount))} for order ${reference}${number}. ${ARRIVES[way]}`,
      ...(creditNote
        ? [link(`Your ${creditNote.what}`, creditNote.link), formatOrderLines(order), formatOrderTotals(order)]
        : []),
    ],
  })
}

export function refundDueMail(order: OrderEmailData, { amount, upiTxnId }: { amount: Paise; upiTxnId: string }) {
  const { reference, customerName } = order
  return composeOrderEmail(order, {
    kind: 'refund-due',
    subject: `${SHOP_NAME}: we owe you a refund`,
    blocks: [
      `Dear ${customerName},`,
      `We received ${formatAmount(rupees(amount))} (UPI reference ${upiTxnId}) for order ${reference} that we cannot use. We are sorry. We will refund it in full.`,
    ],
  })
}

type HeldProduct = { name: string; reserved: number; stock: number }
const NAMED = 10

export function reservedProductsMail(held: readonly HeldProduct[]) {
  const named = held.slice(0, NAMED).map(({ name, reserved, stock }) => [name, `${reserved} of ${stock}`] as const)
  const subject = `${SHOP_NAME}: unpaid orders reserve more than half of ${counted(held.length, 'product')}`
  return composeMail('reserved-products', subject, [
    'Orders that are not paid yet reserve:',
    facts(named),
    held.length > NAMED && `and ${held.length - NAMED} more`,
    WHAT_TO_DO,
  ])
}

export function reservedShopMail() {
  return composeMail('reserved-shop', `${SHOP_NAME}: unpaid orders reserve more than half of the stock`, [
    'Orders that are not paid yet reserve more than half of all stock.',
    WHAT_TO_DO,
  ])
}

const WHAT_TO_DO =
  'It may be a busy day, or someone who reserves chocolate without paying. Reservations expire automatically: 15 minutes after an order, two hours after a UTR of a new customer, a day after one of a known customer. The orders are in the admin under Orders, unpaid: cancelling one releases its items at once. We write only once; the dashboard shows the current state.'
