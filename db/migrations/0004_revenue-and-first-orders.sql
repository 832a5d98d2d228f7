CREATE TABLE "first_orders" (
	"customer_email" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "revenue_parts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "revenue_parts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"amount_paise" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_received";--> statement-breakpoint
CREATE INDEX "first_orders_paid" ON "first_orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "revenue_parts_day" ON "revenue_parts" USING btree ("day","amount_paise");--> statement-breakpoint
-- The days of the shop are those of India, which has no daylight saving (src/core/dates.ts).
CREATE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (moment AT TIME ZONE INTERVAL '05:30')::date
$$;
--> statement-breakpoint
-- Money received counts, and so does what goes back of it because the order was cancelled or the maker wants so; money
-- that was never of use (paid twice, a wrong amount) was no revenue, and its way back is none either.
CREATE FUNCTION is_revenue(status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('success', 'refunded')
$$;
--> statement-breakpoint
CREATE FUNCTION is_lost_revenue(reason text, state text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason IN ('order-cancelled', 'maker') AND state IN ('due', 'requested', 'pending', 'processed')
$$;
--> statement-breakpoint
-- A payment that counts counts for ever, with this amount and time (payments_keep_their_word).
CREATE FUNCTION payments_earn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_revenue(NEW.status) OR TG_OP = 'UPDATE' AND is_revenue(OLD.status) THEN
    RETURN NULL;
  END IF;
  INSERT INTO revenue_parts (day, amount_paise) VALUES (shop_day(NEW.paid_at), NEW.amount_paise);
  INSERT INTO revenue_parts (day, amount_paise)
  SELECT shop_day(created_at), -amount_paise FROM refunds_due
  WHERE payment_id = NEW.id AND is_lost_revenue(reason, state);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_earn AFTER INSERT OR UPDATE OF status ON payments
  FOR EACH ROW EXECUTE FUNCTION payments_earn();
--> statement-breakpoint
-- A refund is of the same amount for ever (refunds_due_keep_their_money), but it may cease to count, and count again.
CREATE FUNCTION refunds_cost() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted boolean := TG_OP = 'UPDATE' AND is_lost_revenue(OLD.reason, OLD.state);
  counts boolean := is_lost_revenue(NEW.reason, NEW.state);
BEGIN
  IF counted <> counts THEN
    INSERT INTO revenue_parts (day, amount_paise)
    SELECT shop_day(NEW.created_at), CASE WHEN counts THEN -NEW.amount_paise ELSE NEW.amount_paise END
    FROM payments WHERE id = NEW.payment_id AND is_revenue(status);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_cost AFTER INSERT OR UPDATE OF reason, state ON refunds_due
  FOR EACH ROW EXECUTE FUNCTION refunds_cost();
--> statement-breakpoint
-- All anew, as the triggers would have kept it.
CREATE FUNCTION count_revenue_anew() RETURNS void LANGUAGE sql AS $$
  DELETE FROM revenue_parts;
  INSERT INTO revenue_parts (day, amount_paise)
  SELECT day, sum(amount) FROM (
    SELECT shop_day(paid_at) AS day, amount_paise AS amount FROM payments WHERE is_revenue(status)
    UNION ALL
    SELECT shop_day(refund.created_at), -refund.amount_paise
    FROM refunds_due refund JOIN payments payment ON payment.id = refund.payment_id
    WHERE is_lost_revenue(refund.reason, refund.state) AND is_revenue(payment.status)
  ) moves GROUP BY day
$$;
--> statement-breakpoint
SELECT count_revenue_anew();
--> statement-breakpoint
-- The row of a shopper is taken first, so that of two transactions the second one sees what the first has done.
CREATE FUNCTION find_first_order(shopper text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF shopper = '' THEN
    RETURN;
  END IF;
  INSERT INTO first_orders (customer_email) VALUES (shopper)
  ON CONFLICT (customer_email) DO UPDATE SET customer_email = excluded.customer_email;
  UPDATE first_orders SET (order_id, paid_at) = (
    SELECT id, orders.paid_at FROM orders
    WHERE customer_email = shopper AND orders.paid_at IS NOT NULL AND status <> 'cancelled'
    ORDER BY orders.paid_at, id LIMIT 1
  ) WHERE customer_email = shopper;
  DELETE FROM first_orders WHERE customer_email = shopper AND order_id IS NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_first_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM find_first_order(OLD.customer_email);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW.customer_email <> OLD.customer_email THEN
    PERFORM find_first_order(NEW.customer_email);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction, when all other locks are taken: so nobody waits for another one's shopper for long.
CREATE CONSTRAINT TRIGGER first_orders_of_new AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION keep_first_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER first_orders_of_changed AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.paid_at IS NOT NULL OR NEW.paid_at IS NOT NULL)
    AND (OLD.paid_at, OLD.customer_email, OLD.status = 'cancelled')
      IS DISTINCT FROM (NEW.paid_at, NEW.customer_email, NEW.status = 'cancelled')
  ) EXECUTE FUNCTION keep_first_orders();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER first_orders_of_gone AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION keep_first_orders();
--> statement-breakpoint
CREATE FUNCTION find_first_orders_anew() RETURNS void LANGUAGE sql AS $$
  DELETE FROM first_orders;
  INSERT INTO first_orders (customer_email, order_id, paid_at)
  SELECT DISTINCT ON (customer_email) customer_email, id, paid_at FROM orders
  WHERE paid_at IS NOT NULL AND status <> 'cancelled' AND customer_email <> ''
  ORDER BY customer_email, paid_at, id
$$;
--> statement-breakpoint
SELECT find_first_orders_anew();
