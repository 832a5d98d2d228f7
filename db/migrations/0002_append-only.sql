-- Money. What payments of earlier versions received and gave back, from all that is known of it.
INSERT INTO "money_received" ("payment_id", "provider", "upi_txn_id", "amount_paise", "paid_at", "received_at")
SELECT "id", "provider", "upi_txn_id", "amount_paise", "paid_at", "paid_at" FROM "payments"
WHERE "status" IN ('success', 'refunded') ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- What was sent back may have come in another currency. Where no event says which, it was none (XXX), which nobody can accept.
INSERT INTO "money_received" ("payment_id", "provider", "upi_txn_id", "amount_paise", "currency", "paid_at", "received_at")
SELECT "payment_id", "provider", "upi_txn_id", "amount_paise",
  coalesce(
    (SELECT upper(substring(e."raw" from '"currency"\s*:\s*"([A-Za-z]{3})"')) FROM "payment_events" e
      WHERE e."payment_id" = r."payment_id" AND e."upi_txn_id" = r."upi_txn_id" AND e."raw" ~ '"currency"\s*:\s*"[A-Za-z]{3}"'
      ORDER BY e."received_at" LIMIT 1),
    CASE WHEN r."reason" IN ('wrong-amount', 'surplus') THEN 'XXX' ELSE 'INR' END),
  "created_at", "created_at"
FROM "refunds_due" r ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "refund_events" ("refund_id", "state", "at") SELECT "id", 'due', "created_at" FROM "refunds_due" ORDER BY "created_at", "id";
--> statement-breakpoint
INSERT INTO "refund_events" ("refund_id", "state", "said", "decided_by", "at")
SELECT "refund_id", 'processed', "note", "decided_by", "decided_at" FROM "money_decisions" WHERE "refund_id" IS NOT NULL ORDER BY "decided_at", "id";
--> statement-breakpoint
UPDATE "refunds_due" SET "state" = 'processed', "bank_reference" = "money_decisions"."bank_reference"
FROM "money_decisions" WHERE "money_decisions"."refund_id" = "refunds_due"."id";
--> statement-breakpoint
UPDATE "payments" SET
  "received_paise" = (SELECT coalesce(sum("amount_paise"), 0) FROM "money_received" WHERE "payment_id" = "payments"."id"),
  "refunded_paise" = (SELECT coalesce(sum("amount_paise"), 0) FROM "refunds_due" WHERE "payment_id" = "payments"."id")
WHERE "id" IN (SELECT "payment_id" FROM "money_received");
--> statement-breakpoint
-- Of which all the money that paid has gone back is refunded, not a success any more.
UPDATE "payments" SET "status" = 'refunded' WHERE "status" = 'success' AND "amount_paise" <= (
  SELECT coalesce(sum("amount_paise"), 0) FROM "refunds_due" WHERE "provider" = "payments"."provider"
    AND "upi_txn_id" = "payments"."upi_txn_id" AND "state" = 'processed');
--> statement-breakpoint
-- Nobody has to decide any more about money that went back, all of it.
UPDATE "payments" SET "status" = 'cancelled' WHERE "status" = 'review' AND "received_paise" > 0 AND "received_paise" = (
  SELECT coalesce(sum("amount_paise"), 0) FROM "refunds_due" WHERE "payment_id" = "payments"."id" AND "state" = 'processed');
--> statement-breakpoint
-- What was paid before there were invoices gets none afterwards, and says so.
UPDATE "orders" SET "paid_before_invoices" = true WHERE "paid_at" IS NOT NULL AND NOT "is_sample"
  AND NOT EXISTS (SELECT FROM "invoices" WHERE "order_id" = "orders"."id");
--> statement-breakpoint
-- Of who paid, what was heard of money keeps no more than the maker needs: the beginning of a UPI id, and its bank.
UPDATE "payment_events" SET "raw" = regexp_replace(
  regexp_replace("raw", '("(contact|email)"\s*:\s*)("[^"]*"|[0-9]+)', '\1"***"', 'g'),
  '([A-Za-z0-9._-]{1,2})[A-Za-z0-9._-]*(@[A-Za-z][A-Za-z0-9.-]+)', '\1***\2', 'g')
WHERE "raw" LIKE '%@%' OR "raw" LIKE '%"contact"%';
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_success_is_paid" CHECK ("status" NOT IN ('success', 'refunded') OR "received_paise" >= "amount_paise");
--> statement-breakpoint
-- What is written once stays as it was written: no program of the shop changes it, and nobody at a prompt by mistake.
CREATE FUNCTION refuse_to_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON payment_events
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER money_received_append_only BEFORE UPDATE OR DELETE ON money_received
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER refund_events_append_only BEFORE UPDATE OR DELETE ON refund_events
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER money_decisions_append_only BEFORE UPDATE OR DELETE ON money_decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER order_status_changes_append_only BEFORE UPDATE OR DELETE ON order_status_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE ON stock_ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
CREATE TRIGGER product_tax_rates_append_only BEFORE UPDATE ON product_tax_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
-- The ledger of a product goes with the product, which its cascade has deleted by then, and not before it.
CREATE FUNCTION stock_ledger_stays_with_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM products WHERE id = OLD.product_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'stock_ledger is only ever added to: DELETE is refused'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'stock_ledger_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_ledger_stays_with_product BEFORE DELETE ON stock_ledger
  FOR EACH ROW EXECUTE FUNCTION stock_ledger_stays_with_product();
--> statement-breakpoint
-- Numbers are counted one by one, and time does not run backwards with them.
CREATE FUNCTION invoice_counters_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.last = 1 THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' THEN
    IF NEW.series = OLD.series AND NEW.financial_year = OLD.financial_year
      AND NEW.last = OLD.last + 1 AND NEW.last_issued_at >= OLD.last_issued_at THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'invoice_counters counts from one, one by one'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'invoice_counters_one_by_one';
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_counters_one_by_one BEFORE INSERT OR UPDATE OR DELETE ON invoice_counters
  FOR EACH ROW EXECUTE FUNCTION invoice_counters_count();
--> statement-breakpoint
-- What goes back is never more than what was sold, in none of its parts. The invoice is locked, so that two count in turn.
CREATE FUNCTION credit_notes_stay_within_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices%ROWTYPE;
  credited record;
BEGIN
  SELECT * INTO invoice FROM invoices WHERE id = NEW.invoice_id FOR NO KEY UPDATE;
  SELECT coalesce(sum(taxable_paise), 0) AS taxable, coalesce(sum(cgst_paise), 0) AS cgst,
    coalesce(sum(sgst_paise), 0) AS sgst, coalesce(sum(igst_paise), 0) AS igst
    INTO credited FROM credit_notes WHERE invoice_id = NEW.invoice_id;
  IF credited.taxable + NEW.taxable_paise > invoice.taxable_paise
    OR credited.cgst + NEW.cgst_paise > invoice.cgst_paise
    OR credited.sgst + NEW.sgst_paise > invoice.sgst_paise
    OR credited.igst + NEW.igst_paise > invoice.igst_paise THEN
    RAISE EXCEPTION 'The credit notes of invoice % would be above it', invoice.number
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'credit_notes_within_invoice';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_within_invoice BEFORE INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION credit_notes_stay_within_invoice();
--> statement-breakpoint
-- What a payment asks for is settled when it is made. A success stays one, of the same money, until all of it went back.
CREATE FUNCTION payments_keep_their_word() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  broken text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    broken := 'payments_are_kept';
  ELSIF (NEW.order_id, NEW.client_txn_id, NEW.amount_paise) IS DISTINCT FROM (OLD.order_id, OLD.client_txn_id, OLD.amount_paise) THEN
    broken := 'payments_terms_are_fixed';
  ELSIF OLD.status IN ('success', 'refunded') AND (
    NEW.status NOT IN ('success', 'refunded') OR OLD.status = 'refunded' AND NEW.status = 'success'
    OR (NEW.upi_txn_id, NEW.paid_at) IS DISTINCT FROM (OLD.upi_txn_id, OLD.paid_at)) THEN
    broken := 'payments_success_stays';
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A payment keeps its word: % of % is refused', TG_OP, OLD.client_txn_id
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = broken;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_keep_their_word BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION payments_keep_their_word();
--> statement-breakpoint
CREATE FUNCTION payments_ask_for_the_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_paise = (SELECT total_paise FROM orders WHERE id = NEW.order_id) THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'Payment % does not ask for the total of its order', NEW.client_txn_id
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'payments_ask_for_the_total';
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_ask_for_the_total AFTER INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION payments_ask_for_the_total();
--> statement-breakpoint
-- What an order costs, and what is in it, is settled when it is placed. Whether it has an invoice is no later choice.
CREATE FUNCTION orders_keep_their_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.paid_before_invoices <> OLD.paid_before_invoices THEN
    RAISE EXCEPTION 'Whether order % was paid before invoices is settled', OLD.reference
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_before_invoices_is_settled';
  END IF;
  IF (NEW.subtotal_paise, NEW.shipping_paise, NEW.discount_paise, NEW.total_paise)
    IS NOT DISTINCT FROM (OLD.subtotal_paise, OLD.shipping_paise, OLD.discount_paise, OLD.total_paise) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The price of order % is settled', OLD.reference
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_price_is_settled';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_keep_their_price BEFORE UPDATE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_keep_their_price();
--> statement-breakpoint
CREATE TRIGGER order_lines_append_only BEFORE UPDATE ON order_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
--> statement-breakpoint
-- A refund moves on from state to state; of which money it is, and how much, stays.
CREATE FUNCTION refunds_due_keep_their_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.payment_id, NEW.upi_txn_id, NEW.amount_paise) IS NOT DISTINCT FROM (OLD.payment_id, OLD.upi_txn_id, OLD.amount_paise)
      AND (OLD.state <> 'processed' OR NEW.state = 'processed') THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'A refund is of the same money for ever: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'refunds_due_money_is_fixed';
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_due_keep_their_money BEFORE UPDATE OR DELETE ON refunds_due
  FOR EACH ROW EXECUTE FUNCTION refunds_due_keep_their_money();
