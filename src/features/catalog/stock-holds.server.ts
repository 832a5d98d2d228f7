import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'
import { products, stockReservations } from './catalog.table.server.ts'
import type { Holder } from './stock.server.ts'

const pieces = (of: SQL) => sql`coalesce(sum(quantity) filter (where ${of}), 0)::int`
const money = (of: SQL) => sql`coalesce(sum(quantity::bigint * unit_paise) filter (where ${of}), 0)::float8`

const byNewcomers = sql`not is_known`
const by = ({ accountId }: Holder) => sql`account_id = ${accountId}::uuid`
/** Accounts that are not known, in the holder's network, and in the wider one around it. */
const near = (holder: Holder) => sql`not is_known and near_network = ${holder.near}`
const wide = (holder: Holder) => sql`not is_known and wide_network = ${holder.wide}`

/** What is held now, as a subquery of one row: pieces and paise of the holder, of its networks, and of all newcomers. */
export function allHolds(holder: Holder): SQL {
  return sql`(
    select ${pieces(by(holder))} as own_pieces, ${money(by(holder))} as own_paise, ${pieces(byNewcomers)} as newcomers,
      ${pieces(near(holder))} as near_pieces, ${money(near(holder))} as near_paise,
      ${pieces(wide(holder))} as wide_pieces, ${money(wide(holder))} as wide_paise
    from ${stockReservations}
  )`
}

/** The same of each product that an owner holds, in pieces, as a JSON array. */
export function holdsOfProducts(holder: Holder, ownerId: string): SQL {
  return sql`(
    select coalesce(json_agg(of_product), '[]') from (
      select p.id, p.name, p.stock, p.reserved, ${pieces(by(holder))} as own, ${pieces(byNewcomers)} as newcomers,
        ${pieces(near(holder))} as near, ${pieces(wide(holder))} as wide
      from ${stockReservations} r join ${products} p on p.id = r.product_id
      where r.product_id in (select product_id from ${stockReservations} where owner_id = ${ownerId}) group by p.id
    ) of_product
  )`
}

/** All pieces that are for sale or held. */
export const stockOfShop = sql`(select coalesce(sum(stock), 0) from ${products} where archived_at is null)`

/** A person leaves: what they still hold is held for nobody, until its time is over. */
export async function forgetAccountInHolds(tx: Db, accountId: string): Promise<void> {
  await tx.update(stockReservations).set({ accountId: null }).where(eq(stockReservations.accountId, accountId))
}
