-- Fills a shop with years of orders, products, stories, reviews and messages. big-shop.ts replaces the sizes
-- (products, orders, users, writers, givers).
-- Without triggers, references and indexes, which would run for every row.
set session_replication_role = replica; set synchronous_commit = off; set jit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB';

-- Indexes that no constraint needs, with the statements that recreate them and the statistics that some lack.
create temporary table dropped as
  select i.indexrelid::regclass::text as name, concat_ws('; ', pg_get_indexdef(i.indexrelid), (
    select string_agg(format('alter index %s alter column %s set statistics %s', attrelid::regclass, attnum, attstattarget), '; ')
    from pg_attribute where attrelid = i.indexrelid and attstattarget >= 0)) as made
  from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
  where not i.indisunique and c.relname <> 'rate_limits';

do $$ declare each record; begin for each in select * from dropped loop execute 'drop index ' || each.name; end loop; end $$;

create function pg_temp.thrown(n bigint, salt int, below int) returns int immutable language sql
  return (hashint8(n * 31 + salt) & 2147483647) % below;
create function pg_temp.first_name(n bigint, salt int) returns text immutable language sql
  return (array['Asha', 'Ravi', 'Meera', 'Imran', 'Lakshmi', 'Arjun', 'Fatima', 'Kiran', 'Divya', 'Suresh', 'Anjali',
  'Vikram', 'Padma', 'Rahul', 'Sneha', 'Naveen', 'Zoya', 'Harish', 'Kavya', 'Mohan', 'వేణు', 'Joseph', 'Radhika', 'Tarun', 'Uma'])[1 + pg_temp.thrown(n, salt, 25)];
create function pg_temp.last_name(n bigint, salt int) returns text immutable language sql
  return (array['Rao', 'Reddy', 'Khan', 'Nair', 'Sharma', 'Iyer', 'Das', 'Naidu', 'Menon', 'Gupta', 'Chowdary', 'Pillai',
  'Varma', 'Fernandes', 'Siddiqui', 'Joshi', 'Kulkarni', 'Bose', 'Patel', 'Singh', 'Goud', 'Krishnan', 'Mathew', 'Yadav', 'Shetty'])[1 + pg_temp.thrown(n, salt, 25)];
insert into categories (name) select 'Category ' || n from generate_series(1, 20) n;

insert into products (name, description, price_paise, stock, min_stock, sku, category_id, archived_at)
  select 'Bar of ' || pg_temp.first_name(n, 1) || ' ' || n, 'Slow and dark, from one estate. ' || repeat('Cocoa, cane sugar. ', 8),
     20000 + pg_temp.thrown(n, 2, 600) * 100, pg_temp.thrown(n, 3, 80), 5, 'BENCH-' || n,
     (select min(id) from categories where name like 'Category %') + n % 20, case when n % 40 = 0 then now() end
  from generate_series(1, :products) n;

-- A third of the products are sizes, up to three of one family.
create temporary table sizes as
  select id, 'Bars ' || (n - 1) / 60 || '-' || n % 20 as family, (n - 1) % 60 / 20 + 1 as place
  from (select id, substr(sku, 7)::int as n from products where sku like 'BENCH-%') numbered where n % 20 < 7;

insert into product_families (name) select distinct family from sizes;

update products set family_id = product_families.id, size_position = place, size_label = place || ' pieces',
    name = family || ' · ' || place || ' pieces'
  from sizes join product_families on product_families.name = family where products.id = sizes.id;

insert into product_facts (product_id, facts)
  select id, jsonb_build_object('diet', 'veg', 'ingredients', repeat('Cocoa mass, cane sugar, cocoa butter. ', 6),
     'contains', case when id % 3 = 0 then '["milk", "soya"]'::jsonb else '["soya"]' end,
     'mayContain', case when id % 4 = 0 then '["tree-nuts", "gluten"]'::jsonb else '[]' end,
     'cacaoPercent', 30 + id % 60, 'net', '{"value": 70, "unit": "g"}'::jsonb)
  from products where sku like 'BENCH-%' and id % 10 <> 0;

create temporary table shelf as
  select row_number() over (order by id) as place, id, name, price_paise from products where sku like 'BENCH-%';

insert into users (email, name, created_at)
  select 'customer' || n || '@mail.example', pg_temp.first_name(n, 4) || ' ' || pg_temp.last_name(n, 5),
     now() - (:users - 1) * interval '25 minutes' + (n - 1) * interval '25 minutes'
  from generate_series(1, :users) n;

create temporary table people as
  select row_number() over (order by created_at, id) as place, id, email, name from users where email like 'customer%@mail.example';

create index on people (place);

analyze;

create temporary table basket as
  select distinct on (n, shelf.id) n, shelf.id as product_id, shelf.name, shelf.price_paise as unit_paise, 1 + (n + line) % 3 as quantity
  from generate_series(1, :orders) n cross join generate_series(1, 3) line
  join shelf on shelf.place = 1 + pg_temp.thrown(n * 3 + line, 6, :products)
  where line <= 1 + n % 3;

create temporary table placed as
  select n, gen_random_uuid() as id, 'ORD_' || (1700000000000 + n * 600000::bigint) || '_' || substr(md5(n::text), 1, 7) as reference,
     (now() - (:orders - n) * interval '10 minutes' - interval '1 minute') as created_at, case
  when n > :orders - 25 then 'pending'
  when n % 25 = 0 then 'cancelled'
  when n % 3000 = 7 then 'pending'
  when n > :orders - 700 then 'processing'
  when n > :orders - 1800 then 'shipped'
  when n % 3 = 0 then 'delivered'
  else 'completed' end as status, not (n > :orders - 25 or n % 50 = 0) as is_paid, people.id as user_id, people.email, people.name, sum.subtotal
  from generate_series(1, :orders) n
  join people on people.place = 1 + pg_temp.thrown(n, 7, :users)
  join (select n, sum(unit_paise * quantity)::int as subtotal from basket group by n) sum using (n);

create index on placed (n);

analyze basket, placed;

insert into orders (id, reference, content_hash, user_id, status, customer_name, customer_email, customer_phone, shipping_address,
     notes, subtotal_paise, shipping_paise, total_paise, created_at, paid_at, packed_at, courier, tracking_number)
  select id, reference, md5(reference), user_id, status, name, email, '+919' || lpad(pg_temp.thrown(n, 8, 1000000000)::text, 9, '0'),
     jsonb_build_object('firstName', split_part(name, ' ', 1), 'lastName', split_part(name, ' ', 2), 'address', n || ', Banjara Hills Road No. ' || n % 14,
       'city', 'Hyderabad', 'state', 'Telangana', 'pincode', (500001 + pg_temp.thrown(n, 9, 99))::text),
     case when n % 7 = 0 then 'Please ring the bell twice.' end, subtotal, shipping, subtotal + shipping, created_at,
     case when is_paid then created_at + interval '2 minutes' end,
     case when status in ('shipped', 'delivered', 'completed') or status = 'processing' and n % 3 = 0 then created_at + interval '1 day' end,
     case when status in ('shipped', 'delivered') then 'DTDC' end, case when status in ('shipped', 'delivered') then 'H' || n end
  from placed cross join lateral (select case when subtotal >= 200000 then 0 else 15000 end as shipping) fee;

insert into order_lines (order_id, product_id, name, unit_paise, quantity)
  select placed.id, product_id, basket.name, unit_paise, quantity from basket join placed using (n);

insert into order_status_changes (order_id, "from", "to", actor, created_at)
  select id, 'pending', 'processing', 'payment', created_at + interval '2 minutes' from placed where is_paid
  union all select id, 'processing', 'shipped', 'admin', created_at + interval '2 days' from placed where status in ('shipped', 'delivered', 'completed')
  union all select id, 'shipped', status, 'customer', created_at + interval '5 days' from placed where status in ('delivered', 'completed')
  union all select id, 'pending', 'cancelled', 'system', created_at + interval '3 days' from placed where status = 'cancelled' and not is_paid
  union all select id, 'processing', 'cancelled', 'admin', created_at + interval '1 day' from placed where status = 'cancelled' and is_paid;

insert into order_notes (order_id, text, author_email, created_at)
  select id, 'Rang: leave it at the gate.', 'maker@golconda.example', created_at + interval '1 hour' from placed where n % 10 = 0;

insert into payments (order_id, provider, client_txn_id, status, amount_paise, upi_txn_id, paid_at, expires_at, next_poll_at, created_at, received_paise)
  select o.id, 'sandbox', 'GC' || lpad(n::text, 14, '0'),
     case when is_paid then 'success' when o.status = 'cancelled' then 'expired' else 'pending' end, o.total_paise,
     case when is_paid then lpad((600000000000 + n)::text, 12, '0') end, o.paid_at,
     case when o.status = 'pending' and not is_paid then now() + interval '1 day' else o.created_at + interval '15 minutes' end,
     case when o.status = 'pending' and not is_paid then now() + interval '1 day' end, o.created_at, case when is_paid then o.total_paise else 0 end
  from placed join orders o using (id);

insert into payment_captures (payment_id, provider, upi_txn_id, amount_paise, paid_at, received_at)
  select id, provider, upi_txn_id, amount_paise, paid_at, paid_at from payments where status = 'success' and client_txn_id like 'GC0%';

insert into payment_events (provider, event_id, payment_id, source, raw, result, amount_paise, upi_txn_id, received_at)
  select provider, 'evt_' || client_txn_id, id, 'webhook', '{"status": "success", "rrn": "' || upi_txn_id || '", "payer": "somebody@upi"}',
     'applied', amount_paise, upi_txn_id, paid_at
  from payments where status = 'success' and client_txn_id like 'GC0%';

insert into sandbox_bank (client_txn_id, amount_paise, outcome, upi_txn_id, decided_at)
  select client_txn_id, amount_paise, 'success', upi_txn_id, paid_at from payments where status = 'success' and client_txn_id like 'GC0%';

insert into payment_events (provider, event_id, source, raw, result, amount_paise, upi_txn_id, received_at)
  select 'sandbox', 'evt_homeless_' || n, 'webhook', '{}', 'unknown_payment', 10000, '7' || lpad(n::text, 11, '0'), now() - n * interval '1 day'
  from generate_series(1, 12) n;

insert into refunds (payment_id, order_id, provider, upi_txn_id, amount_paise, reason, created_at)
  select p.id, p.order_id, p.provider, p.upi_txn_id, p.amount_paise, 'order-cancelled', p.paid_at + interval '1 day'
  from payments p join orders o on o.id = p.order_id where o.status = 'cancelled' and p.status = 'success' and not o.is_sample;

insert into unmatched_resolutions (refund_id, bank_reference, decided_by, decided_at)
  select id, upi_txn_id, 'maker@golconda.example', created_at + interval '1 day' from refunds where created_at < now() - interval '20 days';

update refunds set state = 'processed', bank_reference = upi_txn_id where created_at < now() - interval '20 days';

insert into refund_events (refund_id, state, created_at)
  select id, 'due', created_at from refunds where not exists (select 1 from refund_events e where e.refund_id = refunds.id)
  union all select id, 'processed', created_at + interval '1 day' from refunds where state = 'processed';

update payments set refunded_paise = payments.amount_paise,
     status = case when refunds.state = 'processed' then 'refunded' else payments.status end
  from refunds where payment_id = payments.id;

insert into stock_ledger (product_id, change, reason, owner_id, created_at)
  select b.product_id, -b.quantity, 'sold', placed.id, placed.created_at from basket b join placed using (n) where is_paid;

insert into stock_ledger (product_id, change, reason, created_at)
  select p.id, p.stock + coalesce(sum(-l.change), 0), 'opening', now() - interval '800 days'
  from products p left join stock_ledger l on l.product_id = p.id where p.sku like 'BENCH-%'
  group by p.id having p.stock + coalesce(sum(-l.change), 0) > 0;

insert into outbox (channel, "to", subject, text, sms_kind, sms_values, idempotency_key, attempts, due_at, sent_at, failed_at, suppressed_at, last_error, created_at)
  select channel, case channel when 'email' then email else '+919876543210' end, case channel when 'email' then 'Your order ' || reference else '' end,
     case when n > :orders - 4000 then 'Thank you. We received your payment.' else '' end, case channel when 'sms' then 'order-paid' end,
     case when channel = 'sms' and n > :orders - 4000 then '{}'::jsonb end, 'order-paid:' || id || ':' || channel, 1, created_at,
     case when n % 2500 not in (1, 2) then created_at + interval '3 minutes' end, case when n % 2500 = 1 then created_at + interval '1 day' end,
     case when n % 2500 = 2 then created_at end, case when n % 2500 in (1, 2) then '550 no such mailbox' end, created_at + interval '2 minutes'
  from placed cross join (values ('email'), ('sms')) channels(channel) where is_paid;

insert into audit_log (actor_id, actor_email, entity, entity_id, action, before, after, created_at)
  select (select id from users where is_admin limit 1), 'maker@golconda.example', 'order', id, 'update', '{"status": "processing"}',
     '{"status": "shipped"}', created_at + interval '2 days'
  from placed where status in ('shipped', 'delivered', 'completed');

insert into stories (title, content, author_name, author_email, emotion, status, published_at, created_at)
  select 'The bar of ' || n, repeat('Dark, slow and kind. ', 12), pg_temp.first_name(n, 10), 'writer' || n || '@mail.example', 'happy', status,
     case status when 'published' then at end, at
  from (select n, case when n > :writers - 40 then 'pending' when n % 20 = 0 then 'rejected' else 'published' end as status,
     now() - (:writers - n) * interval '3 hours' as at from generate_series(1, :writers) n) s;

insert into reviews (product_id, order_line_id, user_id, rating, title, text, author_name, status, created_at)
  select l.product_id, l.id, o.user_id, 3 + n % 3, 'Very fine', 'It was gone in one evening.', split_part(o.name, ' ', 1),
     case when n > :orders - 2400 then 'pending' when n % 30 = 0 then 'rejected' else 'published' end, o.created_at + interval '7 days'
  from placed o join lateral (select * from order_lines where order_id = o.id limit 1) l on true
  where o.status = 'delivered' and n % 2 = 0;

insert into contact_tickets (name, phone, email, subject, message, status, reply_due_at, answered_at, created_at)
  select pg_temp.first_name(n, 11), '+919876543210', 'asker' || n || '@mail.example', 'A question about order ' || n, repeat('When does it come? ', 6),
     status, at + interval '1 day', case when status <> 'open' then at + interval '3 hours' end, at
  from (select n, case when n > :writers - 30 then 'open' when n % 3 = 0 then 'answered' else 'closed' end as status,
     now() - (:writers - n) * interval '3 hours' - interval '1 minute' as at from generate_series(1, :writers) n) t;

insert into custom_orders (reference, status, flavor, concentration, name, ingredients, occasion, shape, packaging, quantity, customer_mobile,
     customer_email, estimate_paise, estimate_breakdown, due_at, answered_at, created_at, quoted_paise, quoted_at, valid_until, quote_count)
  select 'CUS-BENCH-' || n, status, c.flavor, c.concentration, 'For ' || pg_temp.first_name(n, 12), c.ingredients, c.occasion, c.shape, c.packaging,
     1 + n % 40, '+919876543210', 'giver' || n || '@mail.example', 250000, '[]', at + interval '30 minutes',
     case when status <> 'quote-pending' then at + interval '20 minutes' end, at, case when status <> 'quote-pending' then 260000 end,
     case when status <> 'quote-pending' then at + interval '20 minutes' end, case when status <> 'quote-pending' then at + interval '3 days' end,
     case when status <> 'quote-pending' then 1 else 0 end
  from (select n, now() - (:givers - n) * interval '5 hours' - interval '1 minute' as at, case when n > :givers - 12 then 'quote-pending' when n > :givers - 50 then 'quoted'
     when n > :givers - 100 then 'confirmed' when n > :givers - 140 then 'in-production' when n % 5 = 0 then 'cancelled' else 'completed' end as status
     from generate_series(1, :givers) n) s
  cross join (values ('dark', 70, '[]'::jsonb, null::text, 'bar', 'simple')) c(flavor, concentration, ingredients, occasion, shape, packaging);

insert into promotions (code, percent, min_subtotal_paise, ends_at) select 'BENCH' || n, 10, 0, now() + n * interval '1 day' from generate_series(1, 200) n;

insert into batches (batch_id, ingredient, current_stage, stages, certifications, quality_metrics, sustainability, published_at)
  select 'BENCH-' || n, ingredient, current_stage, stages, certifications, quality_metrics, sustainability, now() - n * interval '1 day'
  from batches cross join generate_series(1, 400) n where is_sample;

do $$ declare each record; begin for each in select * from dropped loop execute each.made; end loop; end $$;

select rebuild_revenue_entries(), rebuild_first_orders();

-- A shop that grew over years was vacuumed on the way.
vacuum (analyze);
