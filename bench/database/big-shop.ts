import pg from 'pg'
import { createBigShopSql, type ShopSize } from './big-shop-rows.ts'

/**
 * Fills a shop with years of orders, products, stories, reviews and messages. Deterministic, counted back from now;
 * only what lists read is realistic.
 */
export async function fillBigShop(pool: pg.Pool, size: ShopSize): Promise<void> {
  // A separate connection: the shop's pool times out on long statements.
  const client = new pg.Client({ connectionString: pool.options.connectionString })
  await client.connect()
  try {
    // Without triggers, references and indexes, which would run for every row.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set jit = off;
      set work_mem = '128MB'; set maintenance_work_mem = '512MB'`)
    const indexes = await withoutConstraint(client)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of createBigShopSql(size)) await client.query(statement)
    for (const { made } of indexes) await client.query(made)
    await client.query('select rebuild_revenue_entries(), rebuild_first_orders()')
    // A shop that grew over years was vacuumed on the way.
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Indexes that no constraint needs, with the statements that recreate them and the statistics that some lack. */
async function withoutConstraint(client: pg.Client): Promise<{ name: string; made: string }[]> {
  const { rows } = await client.query(`
    select i.indexrelid::regclass::text as name, concat_ws('; ', pg_get_indexdef(i.indexrelid), (
      select string_agg(format('alter index %s alter column %s set statistics %s', attrelid::regclass, attnum, attstattarget), '; ')
      from pg_attribute where attrelid = i.indexrelid and attstattarget >= 0)) as made
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    where not i.indisunique and c.relname <> 'rate_limits'`)
  return rows
}
