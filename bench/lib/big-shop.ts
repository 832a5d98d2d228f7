import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** Base numbers; everything else scales with them. */
export type ShopSize = { products: number; orders: number }

/**
 * Fills a shop with years of orders, products, stories, reviews and messages. Deterministic, counted back from now;
 * only what lists read is realistic.
 */
export async function fillBigShop(connectionString: string, { products, orders }: ShopSize): Promise<void> {
  const sizes = { products, orders, users: orders * 0.4, writers: orders / 20, givers: orders * 0.03 }
  const script = Object.entries(sizes).reduce(
    (text, [name, size]) => text.replaceAll(new RegExp(`(?<![:\\w]):${name}\\b`, 'g'), `${Math.ceil(size)}`),
    readFileSync(path.join(import.meta.dirname, 'big-shop.sql'), 'utf8'),
  )
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const statement of script.split(/;\n\n+/)) await client.query(statement)
  await client.end()
}
