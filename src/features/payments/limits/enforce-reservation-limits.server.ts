import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Db, onlyRow, prepareOnce, runTogether } from '#src/db/database.server.ts'
import { prepareAccountLock } from '#src/features/auth/accounts/users.server.ts'
import {
  countReserved,
  sumReservations,
  totalStockOnSale,
} from '#src/features/catalog/stock/reservation-usage.server.ts'
import type { StockHolder } from '#src/features/catalog/stock/stock-reservations.server.ts'
import {
  hasFulfilledOrder,
  hasStockLines,
  selectAccountOrders,
} from '#src/features/orders/place/reservation-eligibility.server.ts'
import { OPEN_PAYMENT_STATUSES } from '#src/features/payments/payment-status.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import type { NetworkFingerprint } from '#src/server/http/client-ip.server.ts'
import { limitMultiplier } from '#src/server/overload/rate-limit.server.ts'
import { rateLimits } from '#src/server/overload/rate-limit.table.server.ts'
import { checkReservationLimits, type ReservationUsage } from './reservation-limits.ts'

const lockOwner = prepareAccountLock('reservation_owner', hasFulfilledOrder)

/** Locks the customer before the order, so that parallel starts see each other's reservations. */
export async function lockReservationOwner(
  tx: Db,
  userId: string,
  network: NetworkFingerprint | undefined,
): Promise<StockHolder> {
  const isKnown = await lockOwner(tx, userId)
  return { accountId: userId, isKnown, near: network?.near ?? null, wide: network?.wide ?? null }
}

/** `isQuoted`: an admin has promised the pieces, so that only the payments are limited. */
type ReservationCheckInput = {
  holder: StockHolder
  orderId: string
  isQuoted?: boolean
  /** How many products the order needs, if it may not get all of them. */
  products?: number | undefined
  now: Date
}

/** Rejects a reservation above the limits of account, network or all new customers. Locks the network after the products. */
export async function enforceReservationLimits(tx: Db, holding: ReservationCheckInput): Promise<void> {
  const { isKnown, near, wide } = holding.holder
  const network = wide ?? near
  // Sent at once, in this order: the counts are read after the lock is taken.
  const locking = !isKnown && network ? lockNetwork(tx, network, holding) : undefined
  const [, usage] = await runTogether(locking, measure(tx, holding))
  const limited = holding.isQuoted ? { ...usage, products: [] } : usage
  const refusal = checkReservationLimits(limited, { now: holding.now, factor: limitMultiplier() })
  if (!refusal) return
  const { message, retryAfterSeconds } = refusal
  // Where waiting does not help, the error is not a rate limit.
  if (retryAfterSeconds === undefined) throw new DomainError('conflict', message)
  throw new DomainError('too-many', message, { retryAfterSeconds })
}

/** An order that is sold out, and is about to be refused, does not wait for the others of its network. */
function lockNetwork(tx: Db, network: string, { products, orderId }: ReservationCheckInput) {
  const hasAll = products === undefined ? sql`true` : sql`${countReserved(orderId)} = ${products}`
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${network}`}, 0)) where ${hasAll}`
  return tx.execute(lock).execute()
}

async function measure(tx: Db, { holder, orderId, now }: ReservationCheckInput): Promise<ReservationUsage> {
  const { isKnown, ...given } = holder
  const { lastPaidAt, ...measured } = onlyRow(await selectUsage(tx).execute({ ...given, orderId, now }))
  return { ...measured, isKnown, lastPaidAt: lastPaidAt === null ? null : new Date(lastPaidAt).getTime() }
}

const GIVEN = {
  accountId: sql.placeholder('accountId'),
  near: sql.placeholder('near'),
  wide: sql.placeholder('wide'),
}
const ORDER_ID = sql.placeholder('orderId')
const NOW = sql.placeholder('now')

/** One statement for all figures, because other starts wait for it. */
const selectUsage = prepareOnce((db) => {
  const accountOrders = selectAccountOrders(GIVEN.accountId)
  const ownPayments = sql`${payments} p join ${accountOrders} o on o.id = p.order_id`
  return db
    .select({
      openPayments: sql<number>`(select count(*)::int from ${ownPayments} where o.is_unpaid and p.status in ${OPEN_PAYMENT_STATUSES})`,
      lastPaidAt: sql<string | null>`(select max(paid_at) from ${accountOrders} paid)`,
      unpaid: sql<ReservationUsage['unpaid']>`${unpaidReservations(accountOrders)}`,
      own: sql<ReservationUsage['own']>`json_build_object('pieces', held.own_pieces, 'paise', held.own_paise)`,
      near: sql<ReservationUsage['near']>`${networkFacts('near')}`,
      wide: sql<ReservationUsage['wide']>`${networkFacts('wide')}`,
      shop: sql<ReservationUsage['shop']>`json_build_object(
        'firstTime', held.first_time, 'stock', case when held.first_time >= ${FEW_PIECES} then ${totalStockOnSale} end)`,
      products: sql<ReservationUsage['products']>`held.products`,
    })
    .from(sql`${sumReservations(GIVEN, ORDER_ID)} held`)
    .prepare('reservation_usage')
})

function unpaidReservations(accountOrders: SQL): SQL {
  const milliseconds = (time: SQL) => sql`round(extract(epoch from ${time}) * 1000)::float8`
  return sql`(
    select coalesce(json_agg(json_build_object('from', ${milliseconds(sql`p.created_at`)}, 'to', ${milliseconds(sql`p.expires_at`)},
      'whole', p.status = 'expired') order by p.created_at, p.id), '[]')
    from ${payments} p join ${accountOrders} o on o.id = p.order_id
    where ${isUnpaidReservation} and p.created_at > ${NOW}::timestamptz - interval '1 day'
  )`
}

const FEW_PIECES = 20

/** An offered payment that ended unpaid; one never offered is our own fault. */
const isUnpaidReservation = sql`p.status in ('expired', 'cancelled') and p.upi_link is not null and ${hasStockLines(sql`p.order_id`)}`
export const isLongUnpaidReservation = sql`${isUnpaidReservation} and p.expires_at - p.created_at > interval '5 minutes'`

/** Null where the order has no network of this kind. */
function networkFacts(kind: 'near' | 'wide') {
  const key = GIVEN[kind]
  const isPaid = sql`p.status in ('success', 'refunded')`
  const isStart = sql`p.created_at > ${NOW}::timestamptz - interval '1 hour' and not (${isPaid})`
  return sql`case when ${key}::text is not null then (
    select json_build_object('pieces', held.${sql.raw(`${kind}_pieces`)}, 'paise', held.${sql.raw(`${kind}_paise`)},
      'unpaid', count(*) filter (where ${isLongUnpaidReservation}) + ${erasedReservations(key)},
      'paid', count(*) filter (where ${isPaid}), 'starts', count(*) filter (where ${isStart}))
    from ${payments} p
    where ${sql.raw(`p.${kind}_network`)} = ${key} and p.by_first_time_customer and p.created_at > ${NOW}::timestamptz - interval '2 hours'
  ) end`
}

export const erasedKey = (network: string | SQL) => sql`'unpaid-holds:' || ${network}`

const erasedReservations = (network: Placeholder) => sql`coalesce((
  select count from ${rateLimits} where key = ${erasedKey(sql`${network}::text`)} and window_ends > now()), 0)`
