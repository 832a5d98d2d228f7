import type { Db } from '#src/db/database.server.ts'
import {
  customOrderCompletedMail,
  customOrderCompletedSms,
  customOrderConfirmedMail,
  customOrderDeclinedMail,
  type QuoteMessageData,
  quoteAnswerMail,
  quoteDueSoonAdminMail,
  quoteLateMail,
  quoteLateSms,
  quoteMail,
  quoteQuestionAdminMail,
  quoteSms,
} from '#src/features/custom-orders/quotes/quotes.messages.ts'
import { type EmailMessage, queueMessage, type SmsMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import type { CustomOrderEventKind } from './custom-order-options.ts'
import type { CustomOrderRow } from './custom-order-record.server.ts'
import {
  customOrderAdminMail,
  customOrderReceivedMail,
  customOrderReceivedSms,
  requestBacklogAdminMail,
} from './custom-orders.messages.ts'

type Numbered = Pick<CustomOrderRow, 'id' | 'quotations'>

/** The event behind a message: what is written about it once. */
const about = (id: string, what: string) => `custom-order:${id}:${what}`

/** The events behind the two messages of the latest quotation. */
export function quoteMessageKeys({ id, quotations }: Numbered): string[] {
  return [about(id, `quotation-${quotations}:email`), about(id, `quotation-${quotations}:sms`)]
}

const ONCE = [
  'received:email',
  'received:sms',
  'received:maker',
  'hurry',
  'late:email',
  'late:sms',
  'confirmed',
  'made:email',
  'made:sms',
  'declined',
]

type SaidMoment = { id: string; kind: CustomOrderEventKind }

/** Everything that may have been written about a custom order, for the day on which its shopper is forgotten. */
export function allMessageKeys({ id, quotations }: Numbered, said: readonly SaidMoment[]): string[] {
  const rounds = Array.from({ length: quotations }, (_, i) => quoteMessageKeys({ id, quotations: i + 1 }))
  return [
    ...ONCE.map((what) => about(id, what)),
    ...rounds.flat(),
    ...said.map((moment) => about(id, `${moment.kind}-${moment.id}`)),
  ]
}

/** `bySms`: whether the quotation may be promised by SMS too. */
type Receivers = { adminEmail: string; bySms: boolean }

/** A composition came in: to its shopper, and to the maker, whose clock runs. */
export async function notifyReceived(tx: Db, order: CustomOrderRow, { adminEmail, bySms }: Receivers): Promise<void> {
  await mail(tx, order, { what: 'received:email', ...customOrderReceivedMail(order, { bySms }) })
  await text(tx, order, { what: 'received:sms', ...customOrderReceivedSms(order) })
  await mail(tx, order, { what: 'received:maker', to: adminEmail, ...customOrderAdminMail(order, { bySms }) })
}

const DIGEST_MINUTES = 10

/**
 * Too many compositions come in for a mail about each: the admin gets one about all of ten minutes, when these are over.
 * A quotation is promised within half an hour, so it comes early enough.
 */
export async function notifyAdminOfBacklog(tx: Db, receivedAt: Date, adminEmail: string): Promise<void> {
  const windowMs = DIGEST_MINUTES * 60_000
  const endsAt = new Date((Math.floor(receivedAt.getTime() / windowMs) + 1) * windowMs)
  await queueMessage(tx, {
    channel: 'email',
    to: adminEmail,
    ...requestBacklogAdminMail({ minutes: DIGEST_MINUTES, endsAt }),
    notBefore: endsAt,
    dedupeKey: `custom-orders:flood:${endsAt.toISOString()}`,
  })
}

/** The quotation, with the link that nobody else has. */
export async function notifyQuoteReady(
  tx: Db,
  order: CustomOrderRow,
  quotation: QuoteMessageData & { token: string },
): Promise<void> {
  const [round, secrets] = [`quotation-${order.quotations}`, [quotation.token]]
  await mail(tx, order, { what: `${round}:email`, ...quoteMail(order, quotation), secrets })
  await text(tx, order, { what: `${round}:sms`, ...quoteSms(order, quotation), secrets })
}

export async function notifyAdminDueSoon(tx: Db, order: CustomOrderRow, adminEmail: string): Promise<void> {
  await mail(tx, order, { what: 'hurry', to: adminEmail, ...quoteDueSoonAdminMail(order) })
}

/** The promise is broken, and its shopper hears that from us. */
export async function notifyCustomerLate(tx: Db, order: CustomOrderRow): Promise<void> {
  await mail(tx, order, { what: 'late:email', ...quoteLateMail(order) })
  await text(tx, order, { what: 'late:sms', ...quoteLateSms(order) })
}

type Paid = Pick<OrderRow, 'id' | 'userId' | 'customerEmail' | 'customerPhone'>

/**
 * Once it is paid, who paid is written to. That may be somebody to whom the mailed link was passed on: then the events
 * name their order, with which they are forgotten.
 */
function forPayer(order: CustomOrderRow, paid: Paid | undefined) {
  const isOwners = !paid || (paid.userId === order.userId && (paid.userId !== null || order.leftAt !== null))
  if (isOwners) return { to: order, by: '' }
  return { to: { ...order, customerEmail: paid.customerEmail, customerMobile: paid.customerPhone }, by: `:${paid.id}` }
}

export async function notifyConfirmed(tx: Db, order: CustomOrderRow, paid?: Paid): Promise<void> {
  const { to, by } = forPayer(order, paid)
  await mail(tx, to, { what: `confirmed${by}`, ...customOrderConfirmedMail(order) })
}

export async function notifyCompleted(tx: Db, order: CustomOrderRow, paid?: Paid): Promise<void> {
  const { to, by } = forPayer(order, paid)
  await mail(tx, to, { what: `made:email${by}`, ...customOrderCompletedMail(order) })
  await text(tx, to, { what: `made:sms${by}`, ...customOrderCompletedSms(order) })
}

type Declined = { reason: string | undefined; paid?: Paid | undefined }

export async function notifyDeclined(tx: Db, order: CustomOrderRow, { reason, paid }: Declined): Promise<void> {
  const { to, by } = forPayer(order, paid)
  await mail(tx, to, { what: `declined${by}`, ...customOrderDeclinedMail(order, reason) })
}

type Question = { id: string; question: string; adminEmail: string }

export async function notifyAdminOfQuestion(
  tx: Db,
  order: CustomOrderRow,
  { id, question, adminEmail }: Question,
): Promise<void> {
  await mail(tx, order, { what: `question-${id}`, to: adminEmail, ...quoteQuestionAdminMail(order, question) })
}

type Answer = { id: string; answer: string }

export async function notifyAnswered(tx: Db, order: CustomOrderRow, { id, answer }: Answer): Promise<void> {
  await mail(tx, order, { what: `answer-${id}`, ...quoteAnswerMail(order, answer) })
}

type Mail = Omit<EmailMessage, 'channel' | 'to'> & { what: string; to?: string; secrets?: string[] }
type Text = Omit<SmsMessage, 'channel' | 'to'> & { what: string; secrets?: string[] }

/** To its shopper, unless it is for somebody else. Whoever deleted their account has no address any more. */
async function mail(tx: Db, order: CustomOrderRow, { what, to = order.customerEmail, ...words }: Mail): Promise<void> {
  if (to !== '') await queueMessage(tx, { channel: 'email', to, ...words, dedupeKey: about(order.id, what) })
}

async function text(tx: Db, order: CustomOrderRow, { what, ...sms }: Text) {
  const to = order.customerMobile
  if (to !== '') await queueMessage(tx, { channel: 'sms', to, ...sms, dedupeKey: about(order.id, what) })
}
