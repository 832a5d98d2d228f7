import { and, eq, gte, sql } from 'drizzle-orm'
import { minutesLater, shopDay, startOfShopDay } from '#src/core/dates.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { moneyReceived } from './ledger.table.server.ts'
import type { BankDay } from './maker-payments.contract.ts'
import type { Till } from './payments.server.ts'
import { payments } from './payments.table.server.ts'

type Entry = { clientTxnId: string; upiTxnId: string; amount: Paise; at: Date; payment?: string }
type Difference = BankDay['differences'][number]

/**
 * The last days as the bank's books have them beside our own, newest first. Every piece of money is compared by the
 * bank's number, so that two mistakes of one amount do not cancel each other out. None where the maker is the one who
 * reads the statement.
 */
export async function bankDays(till: Till, days: number): Promise<BankDay[]> {
  if (till.provider.isByHand) return []
  const today = startOfShopDay(till.now())
  const from = minutesLater(today, -(days - 1) * MINUTES_A_DAY)
  // A day earlier than shown: money of a minute before midnight may have reached us a minute after it.
  const since = minutesLater(from, -MINUTES_A_DAY)
  const bank = await till.provider.books(since, till.now())
  const known = await knownMoney(till, since)
  const byNumber = new Map(known.map((entry) => [entry.upiTxnId, entry]))
  const atBank = new Set(bank.map(({ upiTxnId }) => upiTxnId))
  const pairs = [
    ...bank.map((entry) => ({ at: entry.at, bank: entry, shop: byNumber.get(entry.upiTxnId) })),
    ...known.filter(({ upiTxnId }) => !atBank.has(upiTxnId)).map((shop) => ({ at: shop.at, bank: undefined, shop })),
  ]
  const perDay = Map.groupBy(pairs, ({ at }) => shopDay(at))
  return Array.from({ length: days }, (_, index) => {
    const day = shopDay(minutesLater(today, -index * MINUTES_A_DAY))
    return toDay(day, perDay.get(day) ?? [])
  })
}

const MINUTES_A_DAY = 24 * 60

type Pair = { bank: Entry | undefined; shop: Entry | undefined }

function toDay(day: string, pairs: Pair[]): BankDay {
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

/** Money that we wrote down since then: what paid an order, and what came besides. */
async function knownMoney({ db, provider }: Till, from: Date): Promise<Entry[]> {
  const { upiTxnId, amountPaise, paidAt, paymentId } = moneyReceived
  // A look-up for each: for some thousand of them a join would read all payments there ever were.
  const clientTxnId = sql<string>`(select p.client_txn_id from ${payments} p where p.id = money_received.payment_id)`
  const received = await db
    .select({ upiTxnId, amountPaise, at: paidAt, payment: paymentId, clientTxnId })
    .from(moneyReceived)
    .where(and(eq(moneyReceived.provider, provider.name), gte(paidAt, from)))
  return received.map(({ amountPaise, ...money }) => ({ ...money, amount: paise(amountPaise) }))
}
