import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'

const OPEN = `('created', 'pending', 'awaiting_confirmation', 'failure')`
const PAID = `('success', 'refunded')`
const COUNTED = `('due', 'requested', 'pending', 'processed')`
const OVERDUE = 'no payment is open long after its window'

/** Invariants of the shop's data, also after a crash: each query finds the violations. */
const INVARIANTS: Record<string, string> = {
  'an order costs the sum of its lines and charges less its discount': `
    select o.reference from orders o left join order_lines l on l.order_id = o.id
    group by o.id having o.subtotal_paise is distinct from sum(l.unit_paise::bigint * l.quantity)
      or o.total_paise <> o.subtotal_paise + o.shipping_paise + o.cool_pack_paise + o.gift_wrap_paise - o.discount_paise
      or o.discount_paise > 0 and o.promo_code is null`,

  'a promotion counts exactly its unreleased uses, and never more than its maximum': `
    select p.code from promotions p left join promotion_uses u on u.promotion_id = p.id and u.released_at is null
    group by p.id having p.used <> count(u.id) or p.used > coalesce(p.max_uses, p.used)`,

  'a promo code is used by exactly the orders that are paid or can be paid with it': `
    select coalesce(o.reference, u.owner_reference) from (
      select * from orders where promo_code is not null and id = paying_order_id
        and exists (select 1 from orders parcel where parcel.paying_order_id = orders.id and parcel.status <> 'cancelled')
        and (paid_at is not null or exists (select 1 from payments p where p.order_id = orders.id and p.status in ${OPEN}))
    ) o full join (
      select u.*, p.code from promotion_uses u join promotions p on p.id = u.promotion_id where u.released_at is null
    ) u on u.owner_id = o.id and u.code = o.promo_code
    where o.id is null or u.owner_id is null`,

  'a paid order has exactly one successful payment, of its total': `
    select o.reference from (
      select *, sum(total_paise) over (partition by paying_order_id) as to_pay from orders
    ) o left join payments p on p.order_id = o.paying_order_id and p.status in ${PAID}
    where o.replaces_order_id is null
    group by o.id, o.reference, o.paid_at, o.to_pay having (o.paid_at is not null) <> (count(p.id) = 1)
      or count(p.id) > 1 or max(p.amount_paise) <> o.to_pay`,

  'every payment asks for the total of its order': `
    select p.client_txn_id from payments p left join orders o on o.paying_order_id = p.order_id
    group by p.id having p.amount_paise is distinct from sum(o.total_paise)`,

  'an order has at most one open payment': `
    select order_id from payments where status in ${OPEN} group by order_id having count(*) > 1`,

  'a successful payment has a bank reference, a time and an event that reports it': `
    select p.client_txn_id from payments p where p.status in ${PAID} and (p.upi_txn_id is null or p.paid_at is null
      or not exists (select 1 from payment_events e where e.payment_id = p.id and (e.result = 'applied' or e.upi_txn_id = p.upi_txn_id)))`,

  'money that the test bank moved is a successful payment or a refund': `
    select b.client_txn_id from sandbox_bank b join payments p on p.client_txn_id = b.client_txn_id
    where b.outcome = 'success' and p.status not in ${OPEN}
      and not (p.status in ${PAID} and p.upi_txn_id = b.upi_txn_id)
      and not exists (select 1 from refunds r where r.upi_txn_id = b.upi_txn_id)
      and p.next_poll_at is null`,

  'no payment succeeds unless the test bank moved money': `
    select p.client_txn_id from payments p left join sandbox_bank b on b.client_txn_id = p.client_txn_id
    where p.provider = 'sandbox' and p.status in ${PAID} and b.outcome is distinct from 'success'`,

  'stock is the sum of its ledger, and never negative': `
    select p.sku from products p left join stock_ledger l on l.product_id = p.id
    group by p.id having p.stock <> coalesce(sum(l.change), 0) or p.stock < 0`,

  'reserved stock is the sum of the reservations, and never more than the stock': `
    select p.sku from products p left join stock_reservations r on r.product_id = p.id
    group by p.id having p.reserved <> coalesce(sum(r.quantity), 0) or p.reserved < 0 or p.reserved > p.stock`,

  'an open payment reserves exactly the items of its order, and nothing else reserves any': `
    select coalesce(l.order_id, r.owner_id) from (
      select o.paying_order_id as order_id, l.product_id, sum(l.quantity) as quantity
      from order_lines l join orders o on o.id = l.order_id
      where l.product_id is not null
        and exists (select 1 from payments p where p.order_id = o.paying_order_id and p.status in ${OPEN})
      group by o.paying_order_id, l.product_id
    ) l full join stock_reservations r on r.owner_id = l.order_id and r.product_id = l.product_id
    where l.quantity is distinct from r.quantity`,

  'exactly the items of paid orders are sold, once': `
    select coalesce(l.order_id, s.owner_id) from (
      select l.* from order_lines l join orders o on o.id = l.order_id
      where o.paid_at is not null and l.product_id is not null
    ) l full join (select * from stock_ledger where reason = 'sold') s
      on s.owner_id = l.order_id and s.product_id = l.product_id
    where l.quantity is distinct from -s.change`,

  // A job closes them within seconds, unless the shop was down or the gateway is slow.
  [OVERDUE]: `
    select client_txn_id from payments where status in ${OPEN} and expires_at < now() - interval '10 minutes'`,

  'the history of an order leads to its status, step by step': `
    select o.reference from orders o left join lateral (
      select c.to from order_status_changes c where c.order_id = o.id order by c.created_at desc limit 1
    ) last on true where o.status <> coalesce(last.to, 'pending')
    union all
    select o.reference from orders o join (
      select order_id, "from", lag("to", 1, 'pending') over (partition by order_id order by created_at) as before
      from order_status_changes
    ) c on c.order_id = o.id where c.from <> c.before`,

  'a paid order that is cancelled has a refund': `
    select o.reference from orders o join payments p on p.order_id = o.paying_order_id and p.status = 'success'
    where o.status = 'cancelled' and not exists (select 1 from refunds r where r.payment_id = p.id and r.order_id = o.id)`,

  'a refund is of an order that its payment pays, and no order is refunded by more than its total': `
    select r.id::text from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where o.paying_order_id <> p.order_id
    union all
    select o.reference from refunds r join payments p on p.id = r.payment_id and p.upi_txn_id = r.upi_txn_id and p.status in ${PAID}
    join orders o on o.id = r.order_id join payment_captures m on m.provider = r.provider and m.upi_txn_id = r.upi_txn_id
    where r.state in ${COUNTED} and r.reason <> 'overpayment'
    group by o.id having o.group_id is not null and sum(r.amount_paise) > o.total_paise`,

  'what a payment received is the sum of its captures': `
    select p.client_txn_id from payments p left join payment_captures m on m.payment_id = p.id
    group by p.id having p.received_paise <> coalesce(sum(m.amount_paise), 0)`,

  'what a payment refunded is the sum of its refunds, except failed and waived ones': `
    select p.client_txn_id from payments p left join refunds r on r.payment_id = p.id and r.state in ${COUNTED}
    group by p.id having p.refunded_paise <> coalesce(sum(r.amount_paise), 0)`,

  'no capture is refunded by more than its amount': `
    select r.upi_txn_id from refunds r left join payment_captures m on m.provider = r.provider and m.upi_txn_id = r.upi_txn_id
    where r.state in ${COUNTED} group by r.provider, r.upi_txn_id having sum(r.amount_paise) > coalesce(max(m.amount_paise), 0)`,

  'every capture pays its order or has a refund': `
    select m.upi_txn_id from payment_captures m join payments p on p.id = m.payment_id
    where not (p.status in ${PAID} and p.upi_txn_id = m.upi_txn_id)
      and not exists (select 1 from refunds r where r.provider = m.provider and r.upi_txn_id = m.upi_txn_id)`,

  'a payment has the status refunded exactly when all of its money was refunded': `
    select p.client_txn_id from payments p left join payment_captures m on m.provider = p.provider and m.upi_txn_id = p.upi_txn_id
    where p.status in ${PAID} and (p.status = 'refunded') <> (m.amount_paise <= (select coalesce(sum(r.amount_paise), 0)
      from refunds r where r.provider = p.provider and r.upi_txn_id = p.upi_txn_id and r.state = 'processed'))`,

  'a refund has the state of its last event': `
    select r.id from refunds r left join lateral (
      select e.state from refund_events e where e.refund_id = r.id order by e.id desc limit 1
    ) last on true where last.state is distinct from r.state`,

  'a paid custom order is confirmed or later, and a refunded one is cancelled': `
    select o.reference from orders o
    left join order_lines l on l.order_id = o.id and l.custom_order_id is not null
    left join custom_orders c on c.order_id = o.id
    where o.paid_at is not null and (l.id is not null and c.id is null and o.user_id is not null
      or c.id is not null and ((o.status = 'cancelled') <> (c.status = 'cancelled')
        or o.status <> 'cancelled' and c.status not in ('confirmed', 'in-production', 'completed')))`,

  'a quotation has at most one open or paid order, at its price': `
    select l.custom_order_id from order_lines l join orders o on o.id = l.order_id and o.status <> 'cancelled'
    left join custom_orders c on c.order_id = o.id where l.custom_order_id is not null
    group by l.custom_order_id having count(*) > 1 or bool_or(c.id <> l.custom_order_id or c.quoted_paise <> l.unit_paise)`,

  'the order of a bulk request has the products and prices of its quotation': `
    select o.reference from custom_orders c join orders o on o.id = c.order_id and o.status <> 'cancelled'
    where c.kind = 'bulk' and (o.subtotal_paise <> c.quoted_paise
      or (select jsonb_agg(jsonb_build_array(product_id, quantity, unit_paise) order by product_id) from bulk_lines where custom_order_id = c.id)
      is distinct from
      (select jsonb_agg(jsonb_build_array(product_id, quantity, unit_paise) order by product_id) from order_lines where order_id = o.id))`,

  'every order paid since the shop issues invoices has exactly one, of its total, and no other has one': `
    select o.reference from orders o left join invoices i on i.order_id = o.id
    where (o.paid_at is not null and o.replaces_order_id is null and not o.is_sample and not o.legacy_without_invoice) <> (i.id is not null) or i.total_paise <> o.total_paise`,

  'the numbers of a series and year have no gaps and follow the time of issue': `
    select number from (
      select *, row_number() over years as counted, lag(issued_at) over years as before from (
        select series, financial_year, serial, number, issued_at from invoices
        union all select series, financial_year, serial, number, issued_at from credit_notes
      ) documents window years as (partition by series, financial_year order by serial)
    ) counted where serial <> counted or issued_at < before
    union all
    select c.series || c.financial_year from invoice_counters c
    where c.last <> (select count(*) from invoices i where (i.series, i.financial_year) = (c.series, c.financial_year))
      + (select count(*) from credit_notes n where (n.series, n.financial_year) = (c.series, c.financial_year))`,

  'the totals of invoices and credit notes are the sums of their lines': `
    select number from (
      select number, lines, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise from invoices
      union all select number, lines, taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise from credit_notes
    ) d cross join lateral (
      select sum((l->>'taxable')::bigint) as taxable, sum((l->>'cgst')::bigint) as cgst, sum((l->>'sgst')::bigint) as sgst,
        sum((l->>'igst')::bigint) as igst, sum((l->>'net')::bigint) as net from jsonb_array_elements(d.lines) l
    ) sums where (taxable, cgst, sgst, igst, net) is distinct from
      (taxable_paise::bigint, cgst_paise::bigint, sgst_paise::bigint, igst_paise::bigint, total_paise::bigint)`,

  'exactly the refunds of invoiced orders have a credit note': `
    select coalesce(r.id, n.refund_id) from (
      select r.* from refunds r join payments p on p.id = r.payment_id join invoices i on i.order_id = r.order_id
      where r.state = 'processed' and r.upi_txn_id = p.upi_txn_id and r.reason <> 'overpayment'
    ) r full join credit_notes n on n.refund_id = r.id where r.amount_paise is distinct from n.total_paise`,

  'the revenue of a day is its payments less its refunds': `
    select coalesce(parts.day, moves.day) from (select day, sum(amount_paise) as amount from revenue_entries group by day) parts
    full join (
      select day, sum(amount) as amount from (
        select (paid_at at time zone 'Asia/Kolkata')::date as day, amount_paise as amount from payments where status in ${PAID}
        union all select (r.created_at at time zone 'Asia/Kolkata')::date, -r.amount_paise from refunds r
          join payments p on p.id = r.payment_id and p.status in ${PAID}
          where r.reason in ('order-cancelled', 'admin') and r.state in ${COUNTED}
      ) each_move group by day
    ) moves on moves.day = parts.day where coalesce(parts.amount, 0) <> coalesce(moves.amount, 0)`,

  'the first order of a customer is the first one paid and not cancelled': `
    select coalesce(kept.customer_email, found.customer_email) from first_orders kept full join (
      select customer_email, min(paid_at) as paid_at from orders
      where paid_at is not null and status <> 'cancelled' and customer_email <> '' group by customer_email
    ) found on found.customer_email = kept.customer_email
    where kept.paid_at is distinct from found.paid_at or not exists (
      select 1 from orders o where o.id = kept.order_id and o.paid_at = kept.paid_at and o.customer_email = kept.customer_email)`,

  'a paid order has its e-mail and its SMS': `
    select o.reference from orders o where o.paid_at is not null and o.user_id is not null and o.id = o.paying_order_id and o.replaces_order_id is null
      and o.paid_at > now() - interval '300 days'
      and (select count(*) from outbox m where m.idempotency_key in ('order-paid:' || o.id || ':email', 'order-paid:' || o.id || ':sms')) <> 2`,
}

const NAMES = Object.keys(INVARIANTS)

/** The invariants of a backup, on which no job ran since. */
export const BACKUP_INVARIANTS = NAMES.filter((sentence) => sentence !== OVERDUE)

const queryFor = (names: readonly string[]): string =>
  names
    .map((sentence) => `select '${sentence}' as sentence, what::text from (${INVARIANTS[sentence]}) as broken(what)`)
    .join('\nunion all\n')

const ALL = queryFor(NAMES)

/** One query for all invariants, or for those of a backup taken `at` a time. */
export function buildInvariantsQuery(at?: Date): string {
  return at ? queryFor(BACKUP_INVARIANTS).replaceAll('now()', `timestamptz '${at.toISOString()}'`) : ALL
}

export async function findBrokenInvariants(db: Db, query = ALL): Promise<Record<string, string[]>> {
  const { rows } = await db.execute<{ sentence: string; what: string }>(sql.raw(query))
  const broken: Record<string, string[]> = {}
  for (const { sentence, what } of rows) {
    broken[sentence] ??= []
    if (broken[sentence].length < 5) broken[sentence].push(what)
  }
  return broken
}
