import { shopDay } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { alertAdmins } from '#src/features/auth/alerts/alert-admins.server.ts'
import type { AlertMailKind } from '#src/features/auth/alerts/alert-kinds.ts'
import { findFoodNotices } from '#src/features/catalog/food/product-facts.server.ts'
import {
  bulkAdminMail,
  bulkDueSoonAdminMail,
  bulkQuestionAdminMail,
  bulkQuoteMail,
  bulkReceivedMail,
  describeBulkLines,
} from '#src/features/custom-orders/bulk/bulk.messages.ts'
import { loadBulkLines } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
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
import { button, type Mail } from '#src/features/notifications/mail/mail.ts'
import type { MailKind } from '#src/features/notifications/mail/mail-kinds.ts'
import { queueMessage, type SmsMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { describeSupport } from '#src/features/orders/messages/order-email-data.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import type { CustomOrderEventKind } from './custom-order-options.ts'
import { type CustomOrderRow, isComposed } from './custom-order-record.server.ts'
import {
  customOrderAdminMail,
  customOrderReceivedMail,
  customOrderReceivedSms,
  describeChoices,
  requestBacklogAdminMail,
} from './custom-orders.messages.ts'

type QuoteCount = Pick<CustomOrderRow, 'id' | 'quoteCount'>

const messageKey = (id: string, key: string) => `custom-order:${id}:${key}`

/** Returns the idempotency keys of the latest quotation's messages; a bulk request has no SMS. */
export function quoteMessageKeys({ id, quoteCount }: QuoteCount): string[] {
  return [messageKey(id, `quotation-${quoteCount}:email`), messageKey(id, `quotation-${quoteCount}:sms`)]
}

const ONE_TIME_KEYS = [
  'received:email',
  'received:sms',
  // Older versions wrote to the admin so.
  'received:maker',
  'hurry',
  'late:email',
  'late:sms',
  'confirmed',
  'made:email',
  'made:sms',
  'declined',
]

type ConversationEvent = { id: string; kind: CustomOrderEventKind }

/** Returns the idempotency keys of every message about a custom order, for its erasure. */
export function allMessageKeys({ id, quoteCount }: QuoteCount, events: readonly ConversationEvent[]): string[] {
  const rounds = Array.from({ length: quoteCount }, (_, i) => quoteMessageKeys({ id, quoteCount: i + 1 }))
  return [
    ...ONE_TIME_KEYS.map((key) => messageKey(id, key)),
    ...rounds.flat(),
    ...events.map((event) => messageKey(id, `${event.kind}-${event.id}`)),
  ]
}

/** `bySms`: whether the quotation is announced by SMS too. */
type Receivers = { adminEmail: string; bySms: boolean }

export async function notifyReceived(tx: Db, order: CustomOrderRow, { adminEmail, bySms }: Receivers): Promise<void> {
  const [lines, support] = [await loadMailedLines(tx, order), await loadSupport(tx)]
  const [received, forAdmin] = isComposed(order)
    ? [customOrderReceivedMail(order, { bySms, support }), customOrderAdminMail(order, { bySms })]
    : [bulkReceivedMail(order, { lines, support }), bulkAdminMail(order, lines)]
  await mail(tx, order, { key: 'received:email', ...received })
  await text(tx, order, { key: 'received:sms', ...customOrderReceivedSms(order) })
  await alert(tx, order, { key: 'received', mail: forAdmin, adminEmail })
}

const DIGEST_MINUTES = 10

/** Sends the admin one summary for ten minutes of requests instead of one mail each; still early enough for the SLA. */
export async function notifyAdminOfBacklog(tx: Db, receivedAt: Date, adminEmail: string): Promise<void> {
  const windowMs = DIGEST_MINUTES * 60_000
  const endsAt = new Date((Math.floor(receivedAt.getTime() / windowMs) + 1) * windowMs)
  await alertAdmins(tx, {
    mail: requestBacklogAdminMail({ minutes: DIGEST_MINUTES, endsAt, link: absoluteUrl('/admin/custom-orders') }),
    notBefore: endsAt,
    idempotencyKey: `custom-orders:flood:${endsAt.toISOString()}`,
    tag: 'custom-orders:flood',
    fallback: adminEmail,
    now: receivedAt,
  })
}

export async function notifyQuoteReady(
  tx: Db,
  order: CustomOrderRow,
  quotation: Omit<QuoteMessageData, 'support'> & { token: string },
): Promise<void> {
  const [round, secrets] = [`quotation-${order.quoteCount}`, [quotation.token]]
  const data = { ...quotation, support: await loadSupport(tx) }
  const content = isComposed(order)
    ? quoteMail(order, data)
    : bulkQuoteMail(order, { ...data, lines: await loadMailedLines(tx, order) })
  await mail(tx, order, { key: `${round}:email`, ...content, secrets })
  await text(tx, order, { key: `${round}:sms`, ...quoteSms(order, data), secrets })
}

export async function notifyAdminDueSoon(tx: Db, order: CustomOrderRow, adminEmail: string): Promise<void> {
  const content = isComposed(order)
    ? quoteDueSoonAdminMail(order)
    : bulkDueSoonAdminMail(order, await loadMailedLines(tx, order))
  await alert(tx, order, { key: 'hurry', mail: content, adminEmail })
}

export async function notifyCustomerLate(tx: Db, order: CustomOrderRow): Promise<void> {
  await mail(tx, order, { key: 'late:email', ...quoteLateMail(order, { support: await loadSupport(tx) }) })
  await text(tx, order, { key: 'late:sms', ...quoteLateSms(order) })
}

type Paid = Pick<OrderRow, 'id' | 'userId' | 'customerEmail' | 'customerPhone'>

/** The payer may have received a forwarded link, so the keys name the payer's order: erasure finds them with it. */
function forPayer(order: CustomOrderRow, paid: Paid | undefined) {
  const isOwners =
    !paid || (paid.userId === order.userId && (paid.userId !== null || order.erasureRequestedAt !== null))
  if (isOwners) return { to: order, by: '' }
  return { to: { ...order, customerEmail: paid.customerEmail, customerMobile: paid.customerPhone }, by: `:${paid.id}` }
}

export async function notifyConfirmed(tx: Db, order: CustomOrderRow): Promise<void> {
  await mail(tx, order, { key: 'confirmed', ...customOrderConfirmedMail(order, await itemize(tx, order)) })
}

type Made = Paid & Pick<OrderRow, 'deliveryMethod' | 'shipOn'>

export async function notifyCompleted(
  tx: Db,
  order: CustomOrderRow,
  { paid, now }: { paid: Made | undefined; now: Date },
): Promise<void> {
  const isPickup = paid?.deliveryMethod === 'pickup'
  const { to, by } = forPayer(order, paid)
  const content = customOrderCompletedMail(order, {
    ...(await itemize(tx, order)),
    ...{ isPickup, shipOn: paid?.shipOn && paid.shipOn >= shopDay(now) ? paid.shipOn : null },
  })
  await mail(tx, to, { key: `made:email${by}`, ...content })
  // The SMS says that it ships; the one about pickup follows when it is packed.
  if (!isPickup) await text(tx, to, { key: `made:sms${by}`, ...customOrderCompletedSms(order) })
}

type Declined = { reason: string | undefined; paid?: Paid | undefined }

export async function notifyDeclined(tx: Db, order: CustomOrderRow, { reason, paid }: Declined): Promise<void> {
  const { to, by } = forPayer(order, paid)
  const content = customOrderDeclinedMail(order, { reason, support: await loadSupport(tx) })
  await mail(tx, to, { key: `declined${by}`, ...content })
}

type Question = { id: string; question: string; adminEmail: string }

export async function notifyAdminOfQuestion(
  tx: Db,
  order: CustomOrderRow,
  { id, question, adminEmail }: Question,
): Promise<void> {
  const content = isComposed(order)
    ? quoteQuestionAdminMail(order, question)
    : bulkQuestionAdminMail(order, await loadMailedLines(tx, order), question)
  await alert(tx, order, { key: `question-${id}`, mail: content, adminEmail })
}

type AdminAlert = { key: string; mail: Mail<AlertMailKind>; adminEmail: string }

/** Alerts the admins, with a link to their page of the order. */
const alert = (tx: Db, order: CustomOrderRow, { key, mail, adminEmail }: AdminAlert) =>
  alertAdmins(tx, {
    mail: withAdminLink(mail, order),
    idempotencyKey: `${ADMIN_ALERT}:${order.id}:${key}`,
    fallback: adminEmail,
  })
export const ADMIN_ALERT = 'custom-order-alert'

export const withAdminLink = <Kind extends MailKind>(content: Mail<Kind>, { id }: CustomOrderRow): Mail<Kind> => ({
  ...content,
  body: [...content.body, button('Open it', absoluteUrl(`/admin/custom-orders?id=${id}`))],
})

async function loadMailedLines(tx: Db, { id }: CustomOrderRow) {
  const lines = await loadBulkLines(tx, id)
  const notices = await findFoodNotices(
    tx,
    lines.map(({ productId }) => productId),
  )
  return lines.map((line) => ({ ...line, food: notices.get(line.productId) }))
}

const loadSupport = async (tx: Db) => describeSupport(await readSettings(tx))

async function itemize(tx: Db, order: CustomOrderRow) {
  const what = isComposed(order) ? describeChoices(order) : describeBulkLines(await loadMailedLines(tx, order))
  return { what, support: await loadSupport(tx) }
}

type Answer = { id: string; answer: string }

export async function notifyAnswered(tx: Db, order: CustomOrderRow, { id, answer }: Answer): Promise<void> {
  await mail(tx, order, { key: `answer-${id}`, ...quoteAnswerMail(order, { answer, support: await loadSupport(tx) }) })
}

type CustomOrderMail = Mail & { key: string; secrets?: string[] }
type Text = Omit<SmsMessage, 'channel' | 'to'> & { key: string; secrets?: string[] }

/** Deleted accounts have no address. */
async function mail(tx: Db, order: CustomOrderRow, { key, ...content }: CustomOrderMail): Promise<void> {
  const to = order.customerEmail
  if (to !== '') await queueMessage(tx, { channel: 'email', to, ...content, idempotencyKey: messageKey(order.id, key) })
}

/** Only about custom chocolates: no text about bulk requests is registered with the operators. */
async function text(tx: Db, order: CustomOrderRow, { key, ...sms }: Text) {
  const to = order.customerMobile
  if (to !== '' && isComposed(order))
    await queueMessage(tx, { channel: 'sms', to, ...sms, idempotencyKey: messageKey(order.id, key) })
}
