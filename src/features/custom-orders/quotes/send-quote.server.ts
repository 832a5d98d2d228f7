import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatPrice, type Paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { businessDaysText, MAX_ORDER_TOTAL, MIN_ORDER_TOTAL, UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { refuseShortStock, setBulkPrices } from '#src/features/custom-orders/bulk/price-bulk-lines.server.ts'
import { notifyQuoteReady, quoteMessageKeys } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { isAgreed, QUOTE_VALID_HOURS } from '#src/features/custom-orders/custom-order-options.ts'
import {
  applyStatusChange,
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import type { NewBulkQuote, NewQuote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { QUOTE_SMS_KINDS, type QuoteSmsKind } from '#src/features/notifications/channels/sms-templates.ts'
import { mostPayable } from '#src/features/orders/delivery/delivery-price.ts'
import { findReadyDay } from '#src/features/orders/delivery/ready-day.server.ts'
import { calculateQuotedTotals } from '#src/features/orders/place/place-quoted-order.server.ts'
import { hasPaymentInProgress, voidUnpaidOrder } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toDeliveryRules, usualDeliveryDays } from '#src/features/settings/settings-rules.ts'
import { plannedWork, resolveCraftingTime } from './quote-terms.ts'

type QuoteInput = (NewQuote | NewBulkQuote) & { id: string; by: Actor; publicUrl: string; now: Date }

/** Sends a quotation with a new link that replaces earlier ones; returns the idempotency keys of its messages. */
export async function sendQuote(db: Db, input: QuoteInput): Promise<{ messageKeys: string[] }> {
  return withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const { customOrder: before, order } = await lockCustomOrder(tx, eq(customOrders.id, input.id))
      refuseWrongDay(input)
      const price = await priceRequest(tx, before, input)
      const totals = await calculateQuotedTotals(tx, price)
      const settings = await readSettings(tx)
      refuseUnpayable(totals.total, mostPayable(settings, price), before)
      await withdrawUnpaidAcceptance(tx, { customOrder: before, order }, input.now)
      if ('lines' in input) await refuseShortStock(tx, before.id, input.lines)
      const usual = plannedWork(settings, before)
      const minutes = 'craftingMinutes' in input ? input.craftingMinutes : undefined
      const work = { ...usual, craftingMinutes: minutes ?? usual.craftingMinutes }
      const readyOn = input.readyOn ?? (await findReadyDay(tx, work, input)).readyOn
      const token = randomBytes(16).toString('base64url')
      const quoted = await applyStatusChange(tx, before, {
        to: 'quoted',
        kind: 'quote',
        actor: 'admin',
        amountPaise: price,
        text: input.adminNotes || null,
        set: {
          quotedPaise: price,
          adminNotes: input.adminNotes || null,
          quotedAt: input.now,
          readyOn,
          craftingMinutes: work.craftingMinutes,
          validUntil: addMinutes(input.now, QUOTE_VALID_HOURS * 60),
          quoteTokenHash: hashQuoteToken(token),
          quoteCount: before.quoteCount + 1,
          answeredAt: before.answeredAt ?? input.now,
          openQuestionAt: null,
        },
      })
      const link = `${input.publicUrl}/checkout?quote=${token}`
      const timing = await findTiming(tx, { ...work, readyOn, neededBy: before.neededBy }, input.now)
      await notifyQuoteReady(tx, quoted, {
        ...totals,
        ...timing,
        validUntil: quoted.validUntil ?? input.now,
        token,
        link,
      })
      const change = { by: input.by, entity: 'custom-order', entityId: before.id, action: 'update' } as const
      await recordChange(tx, { ...change, before: auditFields(before), after: auditFields(quoted) })
      return { messageKeys: quoteMessageKeys(quoted) }
    }),
  )
}

/** The price without shipping: what the admin typed, or the sum of the lines. */
async function priceRequest(tx: Db, { id, kind }: CustomOrderRow, input: NewQuote | NewBulkQuote): Promise<Paise> {
  const isOfLines = 'lines' in input
  if (isOfLines !== (kind === 'bulk'))
    throw new DomainError('conflict', 'This request needs another kind of quotation.')
  return isOfLines ? setBulkPrices(tx, id, input.lines) : paiseFromRupees(input.quotedPrice)
}

type Timed = { readyOn: string; craftingMinutes: number; neededBy: string | null }

/** The dates in the messages. The hours planned already can make them later than the day that the admin named. */
async function findTiming(tx: Db, { readyOn, craftingMinutes, neededBy }: Timed, now: Date) {
  const settings = await readSettings(tx)
  const { craftingDays } = resolveCraftingTime({ quotedAt: now, readyOn }, toDeliveryRules(settings))
  return {
    ready: await findReadyDay(tx, { craftingDays, craftingMinutes, readyOn }, { now }),
    craftingDays,
    delivery: businessDaysText(usualDeliveryDays(settings)),
    smsKind: chooseQuoteSms(settings.sms.templates, neededBy),
  }
}

/** Refuses a day in the past and one more than a year ahead. */
function refuseWrongDay({ readyOn, now }: QuoteInput): void {
  if (readyOn === undefined) return
  if (readyOn < shopDay(now))
    throw new DomainError('invalid', 'That day is in the past. Please choose the day when it is ready.')
  if (readyOn > shopDay(addMinutes(now, ONE_YEAR)))
    throw new DomainError('invalid', 'Please choose a day within the next year.')
}

const ONE_YEAR = 365 * 24 * 60

/** The text that says most among the registered ones; a shop that has registered none sees that one. */
function chooseQuoteSms(templates: Settings['sms']['templates'], neededBy: string | null): QuoteSmsKind {
  const kinds = neededBy === null ? QUOTE_SMS_KINDS.filter((kind) => kind !== 'quote-needed-by') : QUOTE_SMS_KINDS
  return kinds.find((kind) => templates[kind]) ?? kinds[0] ?? 'quote-ready-on'
}

/** Hashes the secret of a link, so that database access does not allow accepting. */
export function hashQuoteToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function auditFields(row: CustomOrderRow) {
  const { status, quotedPaise, readyOn, craftingMinutes, adminNotes, validUntil } = row
  return { status, quotedPaise, readyOn, craftingMinutes, adminNotes, validUntil: validUntil?.toISOString() ?? null }
}

function refuseUnpayable(total: Paise, most: Paise, { kind }: CustomOrderRow): void {
  if (total < MIN_ORDER_TOTAL) throw new DomainError('conflict', 'UPI takes no less than ₹1. Please quote more.')
  if (most <= MAX_ORDER_TOTAL) return
  const extra =
    most > total ? ` Delivery, wrapping and a cool pack can bring this one to ${formatPrice(rupees(most))}.` : ''
  const wayOn = kind === 'bulk' ? 'split the request' : 'quote parts of it'
  throw new DomainError('conflict', `${UPI_LIMIT_TEXT}${extra} Please ${wayOn}.`)
}

/** Refuses an agreed or currently paid custom order; withdraws an acceptance that was never paid. */
async function withdrawUnpaidAcceptance(tx: Db, { customOrder, order }: LockedCustomOrder, now: Date): Promise<void> {
  if (isAgreed(customOrder.status))
    throw new DomainError('conflict', 'The price is agreed. Cancel it to send a new quotation.')
  if (order?.paidAt)
    throw new DomainError(
      'conflict',
      'This request was paid for and cancelled, and it is being refunded. A new request is needed.',
    )
  if (!order || order.status === 'cancelled') return
  if (await hasPaymentInProgress(tx, order.id, now))
    throw new DomainError(
      'conflict',
      'The customer has accepted the quotation and is paying right now. Please try again in 15 minutes.',
    )
  await voidUnpaidOrder(tx, order, { actor: 'admin', reason: 'Replaced by a new quotation' })
}
