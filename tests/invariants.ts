import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database.server.ts'

/** What must hold at every moment, each as a query for the rows that break it (india.md 7.4, reliability.md 3.1). */
const INVARIANTS: Record<string, string> = {
  'an order costs its lines and shipping, free from Rs 2,000': `
    select o.id from orders o
    where o.subtotal_paise <> (select coalesce(sum(l.unit_paise * l.quantity), 0) from order_lines l where l.order_id = o.id)
      or o.shipping_paise <> case when o.subtotal_paise >= 200000 then 0 else 15000 end
      or o.total_paise <> o.subtotal_paise + o.shipping_paise`,
  'every payment is for the whole of its order': `
    select p.id from payments p join orders o on o.id = p.order_id where p.amount_paise <> o.total_paise`,
  'the stock of a product is the sum of its ledger': `
    select p.id from products p
    where p.stock <> (select coalesce(sum(l.change), 0) from stock_ledger l where l.product_id = p.id)`,
  'what is reserved is the sum of the reservations, within the stock': `
    select p.id from products p
    where p.reserved <> (select coalesce(sum(r.quantity), 0) from stock_reservations r where r.product_id = p.id)
      or p.reserved < 0 or p.reserved > p.stock`,
  'a paid order has exactly one successful payment, and only a paid order has one': `
    select o.id from orders o
    where (select count(*) from payments p where p.order_id = o.id and p.status in ('success', 'refunded'))
      <> case when o.paid_at is null then 0 else 1 end`,
  'an order has at most one open payment': `
    select order_id from payments where status in ('created', 'pending', 'awaiting_confirmation', 'failure')
    group by order_id having count(*) > 1`,
  'success rests on evidence from the provider': `
    select p.id from payments p
    where p.status = 'success' and (p.upi_txn_id is null or p.paid_at is null or not exists
      (select 1 from payment_events e where e.payment_id = p.id and e.result = 'applied'))`,
  'pieces are held only for an unpaid order with an open payment': `
    select r.id from stock_reservations r
    where not exists (
      select 1 from orders o join payments p on p.order_id = o.id
      where o.id = r.owner_id and o.status = 'pending' and o.paid_at is null
        and p.status in ('created', 'pending', 'awaiting_confirmation', 'failure'))`,
  'an open payment holds the pieces of its order': `
    select l.id from payments p join order_lines l on l.order_id = p.order_id
    where p.status in ('created', 'pending', 'awaiting_confirmation', 'failure')
      and not exists (select 1 from stock_reservations r
        where r.owner_id = l.order_id and r.product_id = l.product_id and r.quantity = l.quantity)`,
  'the pieces of a paid order are sold, once': `
    select l.id from order_lines l join orders o on o.id = l.order_id
    where (select coalesce(sum(s.change), 0) from stock_ledger s where s.owner_id = o.id and s.product_id = l.product_id)
      <> case when o.paid_at is null then 0 else -l.quantity end`,
  'one piece of bank money pays one payment or is owed back once': `
    select provider, upi_txn_id from (
      select provider, upi_txn_id from payments where upi_txn_id is not null
      union all
      select provider, upi_txn_id from refunds_due where reason <> 'order-cancelled') money
    group by provider, upi_txn_id having count(*) > 1`,
  'the last line of the history is the status of the order': `
    select o.id from orders o
    join lateral (select c."to" from order_status_changes c where c.order_id = o.id order by c.created_at desc limit 1) last on true
    where last."to" <> o.status`,
  'an order leaves pending only by a payment or by being cancelled': `
    select id from orders where status not in ('pending', 'cancelled') and paid_at is null`,
  'every order has lines': `
    select o.id from orders o where not exists (select 1 from order_lines l where l.order_id = o.id)`,
  'no message is written twice for the same event': `
    select dedupe_key from messages group by dedupe_key having count(*) > 1`,
}

export type Broken = { invariant: string; rows: unknown[] }

/** The invariants that do not hold, with the rows that break them; empty when all is well. */
export async function brokenInvariants(db: Db): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    const { rows } = await db.execute(sql.raw(query))
    if (rows.length > 0) broken.push({ invariant, rows })
  }
  return broken
}

/** Throws unless every invariant holds. */
export async function expectInvariants(db: Db): Promise<void> {
  const broken = await brokenInvariants(db)
  if (broken.length > 0) throw new Error(`Broken invariants: ${JSON.stringify(broken, null, 2)}`)
}
