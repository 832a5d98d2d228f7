import { sql } from 'drizzle-orm'
import { ShopError } from '#src/core/shop-error.ts'
import { users } from '#src/features/account/account.table.server.ts'
import { products, stockReservations } from '#src/features/catalog/catalog.table.server.ts'
import type { Holder } from '#src/features/catalog/stock.server.ts'
import { orderLines, orders } from '#src/features/orders/orders.table.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import type { Network } from '#src/platform/network.server.ts'
import { limitFactor } from '#src/platform/rate-limit.server.ts'
import { HOLD_LIMITS, type Holds, refusedHold } from './hold-limits.rules.ts'
import { OPEN_PAYMENT_STATUSES } from './payments.rules.ts'
import { payments } from './payments.table.server.ts'

/**
 * Who is about to hold pieces, locked: of two starts of one account the second sees what the first holds. Whoever reserves
 * for an account calls this before it locks an order. Lighter than `for update`, which sessions and orders would wait for.
 */
export async function lockHolder(tx: Db, userId: string, network: Network | undefined): Promise<Holder> {
  const { rows } = await tx.execute<{ isKnown: boolean }>(sql`
    select exists (
      select 1 from ${orders} where ${orders.userId} = ${users.id} and ${orders.paidAt} is not null
        and ${orders.status} <> 'cancelled'
    ) as "isKnown" from ${users} where ${users.id} = ${userId} for no key update of ${users}`)
  const [account] = rows
  if (!account) throw new ShopError('not-signed-in', 'Please sign in again.')
  return { accountId: userId, isKnown: account.isKnown, near: network?.near ?? null, wide: network?.wide ?? null }
}

type Holding = { holder: Holder; orderId: string; now: Date }

/**
 * Refuses an order that has just reserved its pieces, when the account, its network or all newcomers would hold too much
 * by it. The account is locked by `lockHolder` and the products by their reservation; the network is locked here, last.
 */
export async function refuseTooMuch(tx: Db, holding: Holding): Promise<void> {
  const { isKnown, near, wide } = holding.holder
  const network = wide ?? near
  // A statement of its own: the counts have to begin when the lock is there.
  if (!isKnown && network)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds:${network}`}, 0))`)
  const refusal = refusedHold(await measure(tx, holding), { now: holding.now, factor: limitFactor() })
  if (!refusal) return
  const { message, retryAfterSeconds } = refusal
  throw new ShopError('too-many', message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
}

/** Everything that the limits ask, in one statement. */
async function measure(tx: Db, { holder, orderId, now }: Holding): Promise<Holds> {
  const { accountId, isKnown } = holder
  const own = sql`account_id = ${accountId}::uuid`
  const near = sql`not is_known and near_network = ${holder.near}`
  const wide = sql`not is_known and wide_network = ${holder.wide}`
  const pieces = (of = sql`true`) => sql`coalesce(sum(quantity) filter (where ${of}), 0)::int`
  const money = (of = sql`true`) => sql`coalesce(sum(quantity::bigint * unit_paise) filter (where ${of}), 0)::float8`
  const { rows } = await tx.execute<Measured>(sql`
    select
      (select count(*)::int from ${payments} p join ${orders} o on o.id = p.order_id
        where o.user_id = ${accountId} and o.status = 'pending' and o.paid_at is null and p.status in ${OPEN_PAYMENT_STATUSES}
      ) as "openPayments",
      unpaid.orders as "unpaidOrders", unpaid.minutes as "unpaidMinutes", unpaid.last_end as "lastUnpaidEnd",
      json_build_object('pieces', held.own_pieces, 'paise', held.own_paise) as own,
      ${networkFacts('near', holder.near, now)} as near, ${networkFacts('wide', holder.wide, now)} as wide,
      json_build_object('newcomers', held.newcomers, 'stock', case when held.newcomers >= ${FEW_PIECES} then
        (select coalesce(sum(stock), 0) from ${products} where archived_at is null) end) as shop,
      (select coalesce(json_agg(of_product), '[]') from (
        select p.id, p.name, p.stock, p.reserved, ${pieces(own)} as own, ${pieces(sql`not is_known`)} as newcomers,
          ${pieces(near)} as near, ${pieces(wide)} as wide
        from ${stockReservations} r join ${products} p on p.id = r.product_id
        where r.product_id in (select product_id from ${stockReservations} where owner_id = ${orderId})
        group by p.id
      ) of_product) as products
    from (
      select ${pieces(own)} as own_pieces, ${money(own)} as own_paise, ${pieces(sql`not is_known`)} as newcomers,
        ${pieces(near)} as near_pieces, ${money(near)} as near_paise, ${pieces(wide)} as wide_pieces, ${money(wide)} as wide_paise
      from ${stockReservations}
    ) held, (
      select count(*)::int as orders, max(p.expires_at) as last_end, coalesce(sum(
          least(extract(epoch from p.expires_at - p.created_at) / 60, ${HOLD_LIMITS.longestCountedMinutes}::int)
        ), 0)::float8 as minutes
      from ${payments} p join ${orders} o on o.id = p.order_id
      where o.user_id = ${accountId} and ${isUnpaidHold}
        and p.created_at > ${now}::timestamptz - interval '1 day'
        and p.created_at > coalesce((select max(paid_at) from ${orders} where user_id = ${accountId}), '-infinity')
    ) unpaid`)
  const { lastUnpaidEnd, ...measured } = onlyRow(rows)
  return { ...measured, isKnown, lastUnpaidEnd: lastUnpaidEnd === null ? null : new Date(lastUnpaidEnd) }
}

type Measured = Omit<Holds, 'isKnown' | 'lastUnpaidEnd'> & { lastUnpaidEnd: string | Date | null }

/** So few crowd no shop: its stock is not added up for them. */
const FEW_PIECES = 20

/** A payment `p` of an order `o` that ended without money, and held pieces; one that was never offered is our fault. */
const isUnpaidHold = sql`p.status in ('expired', 'cancelled') and p.upi_link is not null
  and exists (select 1 from ${orderLines} l where l.order_id = p.order_id and l.product_id is not null)`

/** How a network's newcomers paid lately, beside what they hold. Null where the order came from no network of this kind. */
function networkFacts(kind: 'near' | 'wide', key: string | null, now: Date) {
  if (key === null) return sql`null::json`
  const column = sql.raw(`p.${kind}_network`)
  const isPaid = sql`p.status in ('success', 'refunded')`
  const isStart = sql`p.created_at > ${now}::timestamptz - interval '1 hour' and not (${isPaid})`
  return sql`(
    select json_build_object('pieces', held.${sql.raw(`${kind}_pieces`)}, 'paise', held.${sql.raw(`${kind}_paise`)},
      'unpaid', count(*) filter (where ${isUnpaidHold} and p.expires_at - p.created_at > interval '5 minutes'),
      'paid', count(*) filter (where ${isPaid}), 'starts', count(*) filter (where ${isStart}))
    from ${payments} p where ${column} = ${key} and p.of_newcomer and p.created_at > ${now}::timestamptz - interval '2 hours'
  )`
}
