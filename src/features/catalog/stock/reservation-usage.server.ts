import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { products, stockReservations } from '#src/features/catalog/products/products.table.server.ts'

/** The fields of a `StockHolder` in a prepared statement. */
type HolderPlaceholders = Record<'accountId' | 'near' | 'wide', Placeholder>

const pieces = (of: SQL) => sql`coalesce(sum(quantity) filter (where ${of}), 0)::int`
const money = (of: SQL) => sql`coalesce(sum(quantity::bigint * unit_paise) filter (where ${of}), 0)::float8`

const byFirstTime = sql`not is_known`
const by = ({ accountId }: HolderPlaceholders) => sql`account_id = ${accountId}::uuid`
const near = (holder: HolderPlaceholders) => sql`not is_known and near_network = ${holder.near}`
const wide = (holder: HolderPlaceholders) => sql`not is_known and wide_network = ${holder.wide}`

const total = (column: string) => sql.raw(`coalesce(sum(${column}), 0)`)

/** Sums reservations in one scan: of the holder, its networks and new customers, and per product as JSON. */
export function sumReservations(holder: HolderPlaceholders, ownerId: Placeholder): SQL {
  return sql`(
    select ${total('own')}::int as own_pieces, ${total('own_paise')} as own_paise, ${total('first_time')}::int as first_time,
      ${total('near')}::int as near_pieces, ${total('near_paise')} as near_paise,
      ${total('wide')}::int as wide_pieces, ${total('wide_paise')} as wide_paise,
      coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'stock', p.stock, 'reserved', p.reserved,
        'own', own, 'firstTime', first_time, 'near', near, 'wide', wide)) filter (where is_wanted), '[]') as products
    from (
      select product_id, bool_or(owner_id = ${ownerId}) as is_wanted, ${pieces(byFirstTime)} as first_time,
        ${pieces(by(holder))} as own, ${money(by(holder))} as own_paise,
        ${pieces(near(holder))} as near, ${money(near(holder))} as near_paise,
        ${pieces(wide(holder))} as wide, ${money(wide(holder))} as wide_paise
      from ${stockReservations} group by product_id
    ) r join ${products} p on p.id = r.product_id
  )`
}

export const countReserved = (ownerId: string): SQL =>
  sql`(select count(*) from ${stockReservations} where owner_id = ${ownerId}::uuid)`

export const totalStockOnSale = sql`(select coalesce(sum(stock), 0) from ${products} where archived_at is null)`

/** Detaches reservations from a deleted account; they expire as usual. */
export async function detachAccountReservations(tx: Db, accountId: string): Promise<void> {
  await tx.update(stockReservations).set({ accountId: null }).where(eq(stockReservations.accountId, accountId))
}
