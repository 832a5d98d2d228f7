import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { minutesLater, shopDay } from '#src/core/dates.ts'
import type { DeliveryRules } from '#src/core/delivery-promise.ts'
import { type Paise, paiseFromRupees } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { businessDaysText, MAX_ORDER_TOTAL, MIN_ORDER_TOTAL } from '#src/core/shop-policy.ts'
import { type Maker, recordChange } from '#src/features/audit/audit.server.ts'
import { quotedTotals } from '#src/features/orders/quoted-order.server.ts'
import { isBeingPaid, withdrawOrder } from '#src/features/payments/withdrawal.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { readSettings } from '#src/features/settings/settings.server.ts'
import { deliveryRulesOf } from '#src/features/settings/studio-hours.rules.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { quotationKeys, tellQuotation } from './custom-order-messages.server.ts'
import {
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  moveCustomOrder,
  untilStill,
} from './custom-order-record.server.ts'
import type { NewQuote } from './custom-orders.contract.ts'
import { isAgreed, QUOTE_VALID_HOURS } from './custom-orders.rules.ts'
import { customOrders } from './custom-orders.table.server.ts'
import { craftingOf, usualReadyDay } from './quote-timeline.rules.ts'

type Quoting = NewQuote & { id: string; by: Maker; publicUrl: string; now: Date }

/**
 * The maker names the price. The shopper is written to with a link of their own, which takes the place of any earlier
 * one. Gives back the events behind the two messages, so that whoever asks can see how they fare.
 */
export async function sendQuote(db: Db, quoting: Quoting): Promise<{ messageKeys: string[] }> {
  return untilStill(() =>
    inTransaction(db, async (tx) => {
      const { customOrder: before, order } = await lockCustomOrder(tx, eq(customOrders.id, quoting.id))
      const price = paiseFromRupees(quoting.quotedPrice)
      const settings = await readSettings(tx)
      const rules = deliveryRulesOf(settings)
      const readyOn = namedDay(quoting, rules)
      const totals = await quotedTotals(tx, price)
      refuseUnpayable(totals.total)
      await makeRoom(tx, { customOrder: before, order }, quoting.now)
      const token = randomBytes(16).toString('base64url')
      const validUntil = minutesLater(quoting.now, QUOTE_VALID_HOURS * 60)
      const quoted = await moveCustomOrder(tx, before, {
        to: 'quoted',
        kind: 'quote',
        actor: 'admin',
        amountPaise: price,
        text: quoting.adminNotes || null,
        set: {
          quotedPaise: price,
          adminNotes: quoting.adminNotes || null,
          quotedAt: quoting.now,
          readyOn,
          validUntil,
          quoteTokenHash: hashOfToken(token),
          quotations: before.quotations + 1,
          answeredAt: before.answeredAt ?? quoting.now,
          askedAt: null,
        },
      })
      await tellQuotation(tx, quoted, {
        ...totals,
        validUntil,
        readyOn,
        craftingDays: craftingOf({ quotedAt: quoting.now, readyOn }, rules).craftingDays,
        delivery: businessDaysText(settings.delivery.elsewhere),
        knowsReadyDay: knowsReadyDay(settings.sms.templates),
        token,
        link: `${quoting.publicUrl}/checkout?quote=${token}`,
      })
      await recordChange(tx, {
        by: quoting.by,
        entity: 'custom-order',
        entityId: before.id,
        action: 'update',
        before: audited(before),
        after: audited(quoted),
      })
      return { messageKeys: quotationKeys(quoted) }
    }),
  )
}

/** The day that the admin named, or the usual one. Refuses one that is over, and one that nobody can promise. */
function namedDay({ readyOn, now }: Quoting, rules: DeliveryRules): string {
  if (readyOn === undefined) return usualReadyDay(now, rules)
  if (readyOn < shopDay(now))
    throw new ShopError('invalid', 'That day is over. Please name the day on which it is ready.')
  if (readyOn > shopDay(minutesLater(now, ONE_YEAR)))
    throw new ShopError('invalid', 'Please name a day within a year on which it is ready.')
  return readyOn
}

const ONE_YEAR = 365 * 24 * 60

/** A shop that has registered only the text without the day with the operators goes on with that one. */
function knowsReadyDay(templates: Settings['sms']['templates']): boolean {
  return !('quote-ready' in templates) || 'quote-ready-on' in templates
}

/** Whoever reads the database must not be able to accept for the shopper. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** What the log of the maker's changes keeps of a custom order. */
export function audited({ status, quotedPaise, readyOn, adminNotes, validUntil }: CustomOrderRow) {
  return { status, quotedPaise, readyOn, adminNotes, validUntil: validUntil?.toISOString() ?? null }
}

function refuseUnpayable(total: Paise): void {
  if (total < MIN_ORDER_TOTAL) throw new ShopError('conflict', 'UPI takes no less than ₹1. Please quote more.')
  if (total > MAX_ORDER_TOTAL)
    throw new ShopError('conflict', 'UPI payments are limited to ₹1,00,000. Please quote parts of it.')
}

/** What was agreed is not priced anew, nobody's price changes while they pay, and an acceptance never paid makes room. */
async function makeRoom(tx: Db, { customOrder, order }: LockedCustomOrder, now: Date): Promise<void> {
  if (isAgreed(customOrder.status))
    throw new ShopError('conflict', 'This chocolate is agreed upon, and its price stays. Cancel it to quote anew.')
  if (order?.paidAt)
    throw new ShopError(
      'conflict',
      'This chocolate was paid and cancelled. Its money goes back; it can only be composed anew.',
    )
  if (!order || order.status === 'cancelled') return
  if (await isBeingPaid(tx, order.id, now))
    throw new ShopError(
      'conflict',
      'The shopper has accepted the quotation and is paying right now. Please try again in a quarter of an hour.',
    )
  await withdrawOrder(tx, order, { actor: 'admin', reason: 'A new quotation took its place' })
}
