import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { addMinutes, shopDay } from '#src/core/dates.ts'
import type { DeliveryRules } from '#src/core/delivery-promise.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paiseFromRupees } from '#src/core/money.ts'
import { businessDaysText, MAX_ORDER_TOTAL, MIN_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { notifyQuoteReady, quoteMessageKeys } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { isAgreed, QUOTE_VALID_HOURS } from '#src/features/custom-orders/custom-order-options.ts'
import {
  applyStatusChange,
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import type { NewQuote } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { calculateQuotedTotals } from '#src/features/orders/place/place-quoted-order.server.ts'
import { hasPaymentInProgress, voidUnpaidOrder } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { defaultReadyDate, resolveCraftingTime } from './quote-terms.ts'

type QuoteInput = NewQuote & { id: string; by: Actor; publicUrl: string; now: Date }

/** Sends a quotation with a new link that replaces earlier ones; returns the idempotency keys of its two messages. */
export async function sendQuote(db: Db, input: QuoteInput): Promise<{ messageKeys: string[] }> {
  return withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const { customOrder: before, order } = await lockCustomOrder(tx, eq(customOrders.id, input.id))
      const price = paiseFromRupees(input.quotedPrice)
      const settings = await readSettings(tx)
      const rules = toDeliveryRules(settings)
      const readyOn = resolveReadyDate(input, rules)
      const totals = await calculateQuotedTotals(tx, price)
      refuseUnpayable(totals.total)
      await withdrawUnpaidAcceptance(tx, { customOrder: before, order }, input.now)
      const token = randomBytes(16).toString('base64url')
      const validUntil = addMinutes(input.now, QUOTE_VALID_HOURS * 60)
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
          validUntil,
          quoteTokenHash: hashQuoteToken(token),
          quoteCount: before.quoteCount + 1,
          answeredAt: before.answeredAt ?? input.now,
          openQuestionAt: null,
        },
      })
      await notifyQuoteReady(tx, quoted, {
        ...totals,
        validUntil,
        readyOn,
        craftingDays: resolveCraftingTime({ quotedAt: input.now, readyOn }, rules).craftingDays,
        delivery: businessDaysText(settings.delivery.elsewhere),
        smsNamesReadyDate: hasReadyDateTemplate(settings.sms.templates),
        token,
        link: `${input.publicUrl}/checkout?quote=${token}`,
      })
      await recordChange(tx, {
        by: input.by,
        entity: 'custom-order',
        entityId: before.id,
        action: 'update',
        before: auditFields(before),
        after: auditFields(quoted),
      })
      return { messageKeys: quoteMessageKeys(quoted) }
    }),
  )
}

/** Refuses a day in the past and one more than a year ahead. */
function resolveReadyDate({ readyOn, now }: QuoteInput, rules: DeliveryRules): string {
  if (readyOn === undefined) return defaultReadyDate(now, rules)
  if (readyOn < shopDay(now))
    throw new DomainError('invalid', 'That day is in the past. Please choose the day when it is ready.')
  if (readyOn > shopDay(addMinutes(now, ONE_YEAR)))
    throw new DomainError('invalid', 'Please choose a day within the next year.')
  return readyOn
}

const ONE_YEAR = 365 * 24 * 60

/** Some shops have registered only the text without the day. */
function hasReadyDateTemplate(templates: Settings['sms']['templates']): boolean {
  return !('quote-ready' in templates) || 'quote-ready-on' in templates
}

/** Hashes the secret of a link, so that database access does not allow accepting. */
export function hashQuoteToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export function auditFields({ status, quotedPaise, readyOn, adminNotes, validUntil }: CustomOrderRow) {
  return { status, quotedPaise, readyOn, adminNotes, validUntil: validUntil?.toISOString() ?? null }
}

function refuseUnpayable(total: Paise): void {
  if (total < MIN_ORDER_TOTAL) throw new DomainError('conflict', 'UPI takes no less than ₹1. Please quote more.')
  if (total > MAX_ORDER_TOTAL)
    throw new DomainError('conflict', 'UPI payments are limited to ₹1,00,000. Please quote parts of it.')
}

/** Refuses an agreed or currently paid custom order; withdraws an acceptance that was never paid. */
async function withdrawUnpaidAcceptance(tx: Db, { customOrder, order }: LockedCustomOrder, now: Date): Promise<void> {
  if (isAgreed(customOrder.status))
    throw new DomainError('conflict', 'The price of this chocolate is agreed. Cancel it to send a new quotation.')
  if (order?.paidAt)
    throw new DomainError(
      'conflict',
      'This chocolate was paid for and cancelled, and it is being refunded. A new request is needed to make it.',
    )
  if (!order || order.status === 'cancelled') return
  if (await hasPaymentInProgress(tx, order.id, now))
    throw new DomainError(
      'conflict',
      'The customer has accepted the quotation and is paying right now. Please try again in 15 minutes.',
    )
  await voidUnpaidOrder(tx, order, { actor: 'admin', reason: 'Replaced by a new quotation' })
}
