import { joinNames } from '#src/core/words.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'

/** The alert kind of each mail to admins. Mails about signing in have none: they are always sent. */
export const ALERT_OF_MAIL = {
  'new-order': 'new-order',
  'refund-decision': 'money-waits',
  'unmatched-payment': 'money-waits',
  'confirmation-request': 'money-waits',
  'utr-reused': 'money-waits',
  'late-orders': 'promise-in-danger',
  'quote-due-soon': 'promise-in-danger',
  'bulk-due-soon': 'promise-in-danger',
  'delivery-problem': 'delivery-problem',
  'gateway-failing': 'failures',
  'messages-failing': 'failures',
  'messages-held': 'failures',
  'consistency-check': 'failures',
  'backup-failing': 'failures',
  'low-stock': 'low-stock',
  'reserved-products': 'low-stock',
  'reserved-shop': 'low-stock',
  'custom-order-admin': 'requests',
  'bulk-admin': 'requests',
  'request-backlog': 'requests',
  'quote-question': 'requests',
  'bulk-question': 'requests',
  'ticket-admin': 'inbox',
  'problem-admin': 'inbox',
} as const satisfies Partial<Record<MailKind, string>>
export type AlertMailKind = keyof typeof ALERT_OF_MAIL

/** Every kind has a mail, and the compiler asks for its texts. */
export type AlertKind = (typeof ALERT_OF_MAIL)[AlertMailKind]

export const ALERT_CHANNELS = ['email', 'push'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

export const ALERT_TEXTS: Record<AlertKind, { label: string; title: string; what: string }> = {
  'new-order': { label: 'New orders', title: 'New order', what: 'An order is paid.' },
  'money-waits': {
    label: 'Money that waits',
    title: 'Money waits for you',
    what: 'A payment needs your confirmation, or a refund your decision.',
  },
  'promise-in-danger': {
    label: 'Promises in danger',
    title: 'A promise is in danger',
    what: 'A parcel should leave today and is not packed, or a quotation is due in ten minutes.',
  },
  'delivery-problem': {
    label: 'Delivery problems',
    title: 'A delivery problem',
    what: 'A courier could not deliver a parcel, lost it or brings it back, or cancels or does not confirm a booking.',
  },
  failures: {
    label: 'Failures',
    title: 'Something fails',
    what: 'The payment gateway does not answer, messages are not sent, a backup is missing, or the hourly check found a problem.',
  },
  'low-stock': {
    label: 'Stock',
    title: 'Stock',
    what: 'A product falls to its minimum, or unpaid orders reserve more than half of it.',
  },
  requests: {
    label: 'Custom and bulk requests',
    title: 'A request',
    what: 'Somebody asks for a quotation or about one.',
  },
  inbox: { label: 'Messages and problems', title: 'A message', what: 'Somebody writes, or reports a problem.' },
}

export const alertNames = (kinds: readonly AlertKind[]) =>
  joinNames(kinds.map((kind) => ALERT_TEXTS[kind].label.toLowerCase()))

export const ALERT_KINDS = Object.keys(ALERT_TEXTS) as AlertKind[]

/** They must reach an admin, who may allow them in quiet hours. */
export const URGENT_KINDS = ['money-waits', 'failures'] as const satisfies AlertKind[]
export type UrgentKind = (typeof URGENT_KINDS)[number]

/** Their pushes have the urgency `high` (RFC 8030), which wakes a phone. */
export const WAKING_KINDS: readonly AlertKind[] = [...URGENT_KINDS, 'new-order']

export const isUrgent = (kind: AlertKind): kind is UrgentKind => URGENT_KINDS.some((one) => one === kind)

export const reachedBy = (choice: Record<AlertChannel, boolean>, hasDevice: boolean): AlertChannel[] =>
  ALERT_CHANNELS.filter((channel) => choice[channel] && (channel !== 'push' || hasDevice))
