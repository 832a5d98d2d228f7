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
  SELECT coalesce(sum(taxable_paise), 0) AS taxable, coalesce(sum(cgst_paise), 0) AS cgst, coalesce(sum(igst_paise), 0) AS igst
    INTO credited FROM credit_notes WHERE invoice_id = NEW.invoice_id;
  IF credited.taxable + NEW.taxable_paise > invoice.taxable_paise
    OR credited.cgst + NEW.cgst_paise > invoice.cgst_paise
    OR credited.igst + NEW.igst_paise > invoice.igst_paise THEN
    RAISE EXCEPTION 'The credit notes of invoice % would be above it', invoice.number
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'credit_notes_within_invoice';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER credit_notes_within_invoice BEFORE INSERT ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION credit_notes_stay_within_invoice();
