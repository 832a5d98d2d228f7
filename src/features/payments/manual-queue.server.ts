import { asc, eq, inArray, isNull } from 'drizzle-orm'
import { paise, rupees } from '#src/core/money.ts'
import { customersOfOrders } from '#src/features/orders/order-customers.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { confirmationLimit, firstWordId, MakersWord } from './manual-two-makers.server.ts'
import type { Confirmation, ConfirmationQueue } from './manual-upi.contract.ts'
import { looksRecent } from './manual-upi.rules.ts'
import { typedUtrs } from './manual-upi.table.server.ts'
import { keptUntilOf } from './manual-waiting.server.ts'
import { paymentEvents, payments } from './payments.table.server.ts'

const SHOWN_AT_ONCE = 200

/** The payments that the maker has to look for on the statement. Also those whose time is over: money may be there. */
export async function listConfirmations(db: Db): Promise<ConfirmationQueue> {
  const customers = customersOfOrders(db)
  const waiting = await db
    .select({ told: typedUtrs, payment: payments, customer: customers._.selectedFields })
    .from(typedUtrs)
    .innerJoin(payments, eq(payments.id, typedUtrs.paymentId))
    .innerJoin(customers, eq(customers.id, payments.orderId))
    .where(isNull(typedUtrs.settledAt))
    .orderBy(asc(typedUtrs.typedAt))
    .limit(SHOWN_AT_ONCE)
  const { admins, limit, needsTwo } = await confirmationLimit(db)
  const firstWords = await firstWordsOf(
    db,
    waiting.map(({ payment, told }) => firstWordId(payment, told)),
  )
  return {
    waiting: waiting.map((row) => ({
      ...toConfirmation(row),
      needsTwo: needsTwo(row.payment),
      confirmedBy: firstWords.get(firstWordId(row.payment, row.told)) ?? null,
    })),
    twoAbove: rupees(limit),
    makers: admins,
  }
}

type Row = {
  told: typeof typedUtrs.$inferSelect
  payment: typeof payments.$inferSelect
  customer: { reference: string; name: string; phone: string }
}

function toConfirmation({ told, payment, customer }: Row): Omit<Confirmation, 'needsTwo' | 'confirmedBy'> {
  return {
    payment: payment.id,
    orderId: customer.reference,
    customerName: customer.name,
    customerMobile: customer.phone,
    amount: rupees(paise(payment.amountPaise)),
    utr: told.utr,
    looksRecent: looksRecent(told.utr, told.typedAt),
    startedAt: payment.createdAt.toISOString(),
    typedAt: told.typedAt.toISOString(),
    keptUntil: keptUntilOf(payment),
  }
}

/** Who gave the first of two confirmations, by the event that it is. */
async function firstWordsOf(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map()
  const words = await db
    .select({ eventId: paymentEvents.eventId, raw: paymentEvents.raw })
    .from(paymentEvents)
    .where(inArray(paymentEvents.eventId, eventIds))
  return new Map(words.map(({ eventId, raw }) => [eventId, MakersWord.parse(JSON.parse(raw)).by]))
}
