import { and, eq, gte, sql } from 'drizzle-orm'
import { addMinutes, shopDay, startOfShopDay } from '#src/core/dates.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import type { ReconciliationDay } from '#src/features/payments/admin/admin-payments.contract.ts'
import type { PaymentContext } from '#src/features/payments/initiate-payment.server.ts'
import { paymentCaptures } from '#src/features/payments/ledger/ledger.table.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'

type Entry = { clientTxnId: string; upiTxnId: string; amount: Paise; at: Date; payment?: string }
type Difference = ReconciliationDay['differences'][number]

/** Compares the gateway's captures with ours day by day, by bank reference; none for manual payments. */
export async function reconcileDays(context: PaymentContext, days: number): Promise<ReconciliationDay[]> {
  if (context.gateway.isManual) return []
  const today = startOfShopDay(context.now())
  const from = addMinutes(today, -(days - 1) * MINUTES_A_DAY)
  // One day more than shown: captures around midnight may be recorded a day apart.
  const since = addMinutes(from, -MINUTES_A_DAY)
  const bank = await context.gateway.listCaptures(since, context.now())
  const known = await listRecordedCaptures(context, since)
  const byNumber = new Map(known.map((entry) => [entry.upiTxnId, entry]))
  const atBank = new Set(bank.map(({ upiTxnId }) => upiTxnId))
  const pairs = [
    ...bank.map((entry) => ({ at: entry.at, bank: entry, shop: byNumber.get(entry.upiTxnId) })),
    ...known.filter(({ upiTxnId }) => !atBank.has(upiTxnId)).map((shop) => ({ at: shop.at, bank: undefined, shop })),
  ]
  const perDay = Map.groupBy(pairs, ({ at }) => shopDay(at))
  return Array.from({ length: days }, (_, index) => {
    const day = shopDay(addMinutes(today, -index * MINUTES_A_DAY))
    return toDay(day, perDay.get(day) ?? [])
  })
}

const MINUTES_A_DAY = 24 * 60

type Pair = { bank: Entry | undefined; shop: Entry | undefined }

function toDay(day: string, pairs: Pair[]): ReconciliationDay {
  const sum = (side: keyof Pair) => rupees(paise(pairs.reduce((total, pair) => total + (pair[side]?.amount ?? 0), 0)))
  const differences = pairs.filter(({ bank, shop }) => bank?.amount !== shop?.amount).flatMap(toDifference)
  return { day, bank: sum('bank'), shop: sum('shop'), differences }
}

function toDifference({ bank, shop }: Pair): Difference[] {
  const either = bank ?? shop
  if (!either) return []
  return [
    {
      clientTxnId: either.clientTxnId,
      upiTxnId: either.upiTxnId,
      bank: bank ? rupees(bank.amount) : null,
      shop: shop ? rupees(shop.amount) : null,
      payment: shop?.payment ?? null,
    },
  ]
}

async function listRecordedCaptures({ db, gateway }: PaymentContext, from: Date): Promise<Entry[]> {
  const { upiTxnId, amountPaise, paidAt, paymentId } = paymentCaptures
  // A subquery per row: a join would scan every payment.
  const clientTxnId = sql<string>`(select p.client_txn_id from ${payments} p where p.id = payment_captures.payment_id)`
  const received = await db
    .select({ upiTxnId, amountPaise, at: paidAt, payment: paymentId, clientTxnId })
    .from(paymentCaptures)
    .where(and(eq(paymentCaptures.provider, gateway.name), gte(paidAt, from)))
  return received.map(({ amountPaise, ...money }) => ({ ...money, amount: paise(amountPaise) }))
}
