import type { SmsKind } from '#src/features/notifications/channels/sms-templates.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'

export type MessageKind = MailKind | SmsKind

/** Lower leaves first. The numbers are stored with each message. */
export const PRIORITY = { signIn: 0, payment: 1, order: 2, admin: 3, offer: 4 } as const
export type MessagePriority = (typeof PRIORITY)[keyof typeof PRIORITY]

const { signIn, payment, order, admin, offer } = PRIORITY

/** Which messages are sent first when many are due. The types ask for every kind. */
export const MESSAGE_PRIORITY: Record<MessageKind, MessagePriority> = {
  'sign-in-code': signIn,
  invitation: signIn,

  'order-paid': payment,
  'pickup-paid': payment,
  'order-cancelled': payment,
  'refund-due': payment,
  'refund-done': payment,
  'payment-rejected': payment,

  'order-shipped': order,
  'parcels-shipped': order,
  'order-tracking': order,
  'order-delivered': order,
  'pickup-ready': order,
  'ship-day-moved': order,
  'order-held': order,
  'gift-shipped': order,
  'gift-on-its-way': order,
  'gift-from-on-its-way': order,
  'custom-order-received': order,
  'bulk-received': order,
  quote: order,
  'bulk-quote': order,
  'quote-late': order,
  'quote-answer': order,
  'quote-needed-by': order,
  'quote-ready-on': order,
  'quote-ready': order,
  'custom-order-confirmed': order,
  'custom-order-completed': order,
  'custom-order-made': order,
  'custom-order-declined': order,
  'ticket-received': order,
  'ticket-reply': order,
  'problem-received': order,

  'admin-sign-in': admin,
  'idle-account': admin,
  'password-lock': admin,
  'wrong-codes': admin,
  'admin-change': admin,
  'test-email': admin,
  'new-order': admin,
  'refund-decision': admin,
  'unmatched-payment': admin,
  'confirmation-request': admin,
  'utr-reused': admin,
  'reserved-products': admin,
  'reserved-shop': admin,
  'low-stock': admin,
  'custom-order-admin': admin,
  'bulk-admin': admin,
  'request-backlog': admin,
  'quote-due-soon': admin,
  'bulk-due-soon': admin,
  'quote-question': admin,
  'bulk-question': admin,
  'ticket-admin': admin,
  'problem-admin': admin,
  'messages-held': admin,
  'consistency-check': admin,
  'backup-failing': admin,
  'late-orders': admin,
  'delivery-problem': admin,
  'gateway-failing': admin,
  'messages-failing': admin,
  digest: admin,

  'review-published': offer,
  'story-published': offer,
  'back-in-stock': offer,
  'price-drop': offer,
}
