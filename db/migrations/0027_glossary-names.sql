-- The names and values of the glossary. Renames change the catalog only; the updates below and the two indexes of
-- payment_events read their tables once.
ALTER TABLE "audit_seals" RENAME TO "audit_chain";--> statement-breakpoint
ALTER TABLE "custom_order_moments" RENAME TO "custom_order_events";--> statement-breakpoint
ALTER TABLE "hold_incidents" RENAME TO "reservation_incidents";--> statement-breakpoint
ALTER TABLE "messages" RENAME TO "outbox";--> statement-breakpoint
ALTER TABLE "money_alerts" RENAME TO "unmatched_alerts";--> statement-breakpoint
ALTER TABLE "money_decisions" RENAME TO "unmatched_resolutions";--> statement-breakpoint
ALTER TABLE "money_received" RENAME TO "payment_captures";--> statement-breakpoint
ALTER TABLE "razorpay_codes" RENAME TO "razorpay_qr_codes";--> statement-breakpoint
ALTER TABLE "razorpay_money" RENAME TO "razorpay_captures";--> statement-breakpoint
ALTER TABLE "refunds_due" RENAME TO "refunds";--> statement-breakpoint
ALTER TABLE "revenue_parts" RENAME TO "revenue_entries";--> statement-breakpoint
ALTER TABLE "second_factors" RENAME TO "two_factor_secrets";--> statement-breakpoint
ALTER TABLE "typed_utrs" RENAME TO "submitted_utrs";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME COLUMN "estimate_lines" TO "estimate_breakdown";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME COLUMN "quiet" TO "notifications_muted";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME COLUMN "quotations" TO "quote_count";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME COLUMN "asked_at" TO "open_question_at";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME COLUMN "left_at" TO "erasure_requested_at";--> statement-breakpoint
ALTER TABLE "event_lookups" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "event_lookups" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "is_secret" TO "sensitive";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "dedupe_key" TO "idempotency_key";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "held_at" TO "suppressed_at";--> statement-breakpoint
ALTER TABLE "outbox" RENAME COLUMN "sealed" TO "encrypted_text";--> statement-breakpoint
ALTER TABLE "unmatched_alerts" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "payable_until" TO "payment_deadline";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "paid_before_invoices" TO "legacy_without_invoice";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "next_check_at" TO "next_poll_at";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "checks" TO "poll_count";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "asked_at" TO "last_polled_at";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "of_newcomer" TO "by_first_time_customer";--> statement-breakpoint
ALTER TABLE "promotion_uses" RENAME COLUMN "email_print" TO "email_fingerprint";--> statement-breakpoint
ALTER TABLE "promotion_uses" RENAME COLUMN "phone_print" TO "phone_fingerprint";--> statement-breakpoint
ALTER TABLE "razorpay_qr_codes" RENAME COLUMN "close_tries" TO "close_attempts";--> statement-breakpoint
ALTER TABLE "refund_events" RENAME COLUMN "said" TO "note";--> statement-breakpoint
ALTER TABLE "refund_events" RENAME COLUMN "at" TO "created_at";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "key" TO "idempotency_key";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "sandbox_refunds" RENAME COLUMN "key" TO "idempotency_key";--> statement-breakpoint
ALTER TABLE "sign_in_codes" RENAME COLUMN "tries_left" TO "attempts_left";--> statement-breakpoint
ALTER TABLE "submitted_utrs" RENAME COLUMN "typed_at" TO "submitted_at";--> statement-breakpoint
ALTER TABLE "submitted_utrs" RENAME COLUMN "settled_at" TO "resolved_at";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "idle_told_at" TO "idle_notified_at";--> statement-breakpoint
ALTER TABLE "audit_chain" RENAME CONSTRAINT "audit_seals_entry_id_audit_log_id_fk" TO "audit_chain_entry_id_audit_log_id_fk";--> statement-breakpoint
ALTER TABLE "audit_chain" RENAME CONSTRAINT "audit_seals_pkey" TO "audit_chain_pkey";--> statement-breakpoint
ALTER TABLE "audit_chain" RENAME CONSTRAINT "audit_seals_entry_unique" TO "audit_chain_entry_unique";--> statement-breakpoint
ALTER TABLE "custom_order_events" RENAME CONSTRAINT "custom_order_moments_custom_order_id_custom_orders_id_fk" TO "custom_order_events_custom_order_id_custom_orders_id_fk";--> statement-breakpoint
ALTER TABLE "custom_order_events" RENAME CONSTRAINT "custom_order_moments_pkey" TO "custom_order_events_pkey";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME CONSTRAINT "custom_orders_promise_ahead" TO "custom_orders_due_after_creation";--> statement-breakpoint
ALTER TABLE "custom_orders" RENAME CONSTRAINT "custom_orders_quotation_is_whole" TO "custom_orders_quote_is_complete";--> statement-breakpoint
ALTER TABLE "reservation_incidents" RENAME CONSTRAINT "hold_incidents_pkey" TO "reservation_incidents_pkey";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "messages_attempts_not_negative" TO "outbox_attempts_not_negative";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "messages_one_end" TO "outbox_one_outcome";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "messages_sms_has_kind" TO "outbox_sms_has_kind";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "messages_pkey" TO "outbox_pkey";--> statement-breakpoint
ALTER TABLE "outbox" RENAME CONSTRAINT "messages_dedupe_key_unique" TO "outbox_idempotency_key_unique";--> statement-breakpoint
ALTER TABLE "unmatched_alerts" RENAME CONSTRAINT "money_alerts_pkey" TO "unmatched_alerts_pkey";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_about_one" TO "unmatched_resolutions_one_subject";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_have_a_ground" TO "unmatched_resolutions_have_reason";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_event_id_payment_events_id_fk" TO "unmatched_resolutions_event_id_payment_events_id_fk";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_refund_id_refunds_due_id_fk" TO "unmatched_resolutions_refund_id_refunds_id_fk";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_pkey" TO "unmatched_resolutions_pkey";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_event_once" TO "unmatched_resolutions_event_once";--> statement-breakpoint
ALTER TABLE "unmatched_resolutions" RENAME CONSTRAINT "money_decisions_refund_once" TO "unmatched_resolutions_refund_once";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "money_received_amount_positive" TO "payment_captures_amount_positive";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "money_received_payment_id_payments_id_fk" TO "payment_captures_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "money_received_pkey" TO "payment_captures_pkey";--> statement-breakpoint
ALTER TABLE "payment_captures" RENAME CONSTRAINT "money_received_once" TO "payment_captures_once";--> statement-breakpoint
ALTER TABLE "order_lines" RENAME CONSTRAINT "order_lines_one_thing" TO "order_lines_product_xor_custom";--> statement-breakpoint
ALTER TABLE "orders" RENAME CONSTRAINT "orders_tracking_is_whole" TO "orders_tracking_is_complete";--> statement-breakpoint
ALTER TABLE "promotions" RENAME CONSTRAINT "promotions_never_overused" TO "promotions_within_max_uses";--> statement-breakpoint
ALTER TABLE "razorpay_qr_codes" RENAME CONSTRAINT "razorpay_codes_pkey" TO "razorpay_qr_codes_pkey";--> statement-breakpoint
ALTER TABLE "razorpay_qr_codes" RENAME CONSTRAINT "razorpay_codes_qr_unique" TO "razorpay_qr_codes_qr_unique";--> statement-breakpoint
ALTER TABLE "razorpay_captures" RENAME CONSTRAINT "razorpay_money_pkey" TO "razorpay_captures_pkey";--> statement-breakpoint
ALTER TABLE "recovery_codes" RENAME CONSTRAINT "recovery_codes_user_id_second_factors_user_id_fk" TO "recovery_codes_user_id_two_factor_secrets_user_id_fk";--> statement-breakpoint
ALTER TABLE "refund_events" RENAME CONSTRAINT "refund_events_refund_id_refunds_due_id_fk" TO "refund_events_refund_id_refunds_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_due_amount_positive" TO "refunds_amount_positive";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_due_payment_id_payments_id_fk" TO "refunds_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_due_pkey" TO "refunds_pkey";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_due_key_unique" TO "refunds_idempotency_key_unique";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_due_provider_refund_unique" TO "refunds_provider_refund_unique";--> statement-breakpoint
ALTER TABLE "revenue_entries" RENAME CONSTRAINT "revenue_parts_pkey" TO "revenue_entries_pkey";--> statement-breakpoint
ALTER TABLE "reviews" RENAME CONSTRAINT "reviews_by_buyers" TO "reviews_need_purchase";--> statement-breakpoint
ALTER TABLE "two_factor_secrets" RENAME CONSTRAINT "second_factors_user_id_users_id_fk" TO "two_factor_secrets_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "two_factor_secrets" RENAME CONSTRAINT "second_factors_pkey" TO "two_factor_secrets_pkey";--> statement-breakpoint
ALTER TABLE "sign_in_codes" RENAME CONSTRAINT "sign_in_codes_tries_not_negative" TO "sign_in_codes_attempts_not_negative";--> statement-breakpoint
ALTER TABLE "submitted_utrs" RENAME CONSTRAINT "typed_utrs_twelve_digits" TO "submitted_utrs_twelve_digits";--> statement-breakpoint
ALTER TABLE "submitted_utrs" RENAME CONSTRAINT "typed_utrs_payment_id_payments_id_fk" TO "submitted_utrs_payment_id_payments_id_fk";--> statement-breakpoint
ALTER TABLE "submitted_utrs" RENAME CONSTRAINT "typed_utrs_pkey" TO "submitted_utrs_pkey";--> statement-breakpoint
ALTER INDEX "batches_of_the_desk" RENAME TO "batches_admin_newest";--> statement-breakpoint
ALTER INDEX "custom_order_moments_order" RENAME TO "custom_order_events_order";--> statement-breakpoint
ALTER INDEX "custom_orders_left" RENAME TO "custom_orders_erasure_requested";--> statement-breakpoint
ALTER INDEX "event_lookups_turn" RENAME TO "event_lookups_next_attempt";--> statement-breakpoint
ALTER INDEX "messages_due" RENAME TO "outbox_due";--> statement-breakpoint
ALTER INDEX "messages_failed" RENAME TO "outbox_failed";--> statement-breakpoint
ALTER INDEX "messages_held" RENAME TO "outbox_suppressed";--> statement-breakpoint
ALTER INDEX "messages_newest" RENAME TO "outbox_newest";--> statement-breakpoint
ALTER INDEX "messages_sealed" RENAME TO "outbox_encrypted";--> statement-breakpoint
ALTER INDEX "messages_to" RENAME TO "outbox_to";--> statement-breakpoint
ALTER INDEX "messages_with_words" RENAME TO "outbox_with_text";--> statement-breakpoint
ALTER INDEX "messages_words" RENAME TO "outbox_words";--> statement-breakpoint
ALTER INDEX "money_received_day" RENAME TO "payment_captures_day";--> statement-breakpoint
ALTER INDEX "money_received_payment" RENAME TO "payment_captures_payment";--> statement-breakpoint
ALTER INDEX "payments_next_check" RENAME TO "payments_next_poll";--> statement-breakpoint
ALTER INDEX "products_desk_parts" RENAME TO "products_admin_parts";--> statement-breakpoint
ALTER INDEX "promotion_uses_once_a_person" RENAME TO "promotion_uses_once_per_customer";--> statement-breakpoint
ALTER INDEX "razorpay_codes_open" RENAME TO "razorpay_qr_codes_open";--> statement-breakpoint
ALTER INDEX "razorpay_money_number" RENAME TO "razorpay_captures_upi_txn";--> statement-breakpoint
ALTER INDEX "refunds_due_automatic" RENAME TO "refunds_automatic";--> statement-breakpoint
ALTER INDEX "refunds_due_money" RENAME TO "refunds_capture";--> statement-breakpoint
ALTER INDEX "refunds_due_oldest" RENAME TO "refunds_oldest";--> statement-breakpoint
ALTER INDEX "refunds_due_payment" RENAME TO "refunds_payment";--> statement-breakpoint
ALTER INDEX "refunds_due_turn" RENAME TO "refunds_next_attempt";--> statement-breakpoint
ALTER INDEX "refunds_due_waiting" RENAME TO "refunds_undecided";--> statement-breakpoint
ALTER INDEX "revenue_parts_day" RENAME TO "revenue_entries_day";--> statement-breakpoint
ALTER INDEX "sandbox_bank_moved" RENAME TO "sandbox_bank_paid";--> statement-breakpoint
ALTER INDEX "sandbox_refunds_money" RENAME TO "sandbox_refunds_capture";--> statement-breakpoint
ALTER INDEX "stock_ledger_pace" RENAME TO "stock_ledger_sales";--> statement-breakpoint
ALTER INDEX "typed_utrs_one_waiting" RENAME TO "submitted_utrs_one_waiting";--> statement-breakpoint
ALTER INDEX "typed_utrs_payment" RENAME TO "submitted_utrs_payment";--> statement-breakpoint
ALTER INDEX "typed_utrs_waiting" RENAME TO "submitted_utrs_waiting";--> statement-breakpoint
ALTER SEQUENCE "revenue_parts_id_seq" RENAME TO "revenue_entries_id_seq";--> statement-breakpoint
-- PostgreSQL 18 names its NOT NULL constraints.
DO $$ DECLARE old record; BEGIN
  FOR old IN SELECT c.conrelid::regclass AS of, c.conname, t.relname || '_' || a.attname || '_not_null' AS name
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'n' AND c.connamespace = 'public'::regnamespace LOOP
    IF old.name <> old.conname AND length(old.name) < 64 THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.of, old.conname, old.name);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- Values. Append-only tables refuse updates, so their triggers are off here. The audit log keeps its words: they are hashed.
ALTER TABLE "order_status_changes" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "order_status_changes" SET "actor" = CASE "actor" WHEN 'clock' THEN 'system' ELSE 'customer' END WHERE "actor" IN ('clock', 'shopper');
--> statement-breakpoint
ALTER TABLE "order_status_changes" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "payment_events" DISABLE TRIGGER USER;
--> statement-breakpoint
DROP INDEX "payment_events_homeless";
--> statement-breakpoint
DROP INDEX "payment_events_homeless_money";
--> statement-breakpoint
UPDATE "payment_events" SET
  "event_id" = CASE WHEN "result" = 'stuck' THEN regexp_replace("event_id", '^stuck:', 'failed:') ELSE "event_id" END,
  "source" = CASE "source" WHEN 'query' THEN 'poll' WHEN 'shopper' THEN 'customer' WHEN 'maker' THEN 'admin' ELSE "source" END,
  "result" = CASE "result" WHEN 'half_confirmed' THEN 'awaiting_second_approval' WHEN 'ignored_backward' THEN 'stale'
    WHEN 'surplus' THEN 'duplicate_payment' WHEN 'refunded_twice' THEN 'double_refund' WHEN 'stuck' THEN 'failed' ELSE "result" END
WHERE "source" IN ('query', 'shopper', 'maker')
  OR "result" IN ('half_confirmed', 'ignored_backward', 'surplus', 'refunded_twice', 'stuck');
--> statement-breakpoint
CREATE INDEX "payment_events_unmatched" ON "payment_events" USING btree ("received_at","id") WHERE "payment_events"."result" in ('review', 'unknown_payment', 'double_refund', 'failed') and "payment_events"."amount_paise" is not null;
--> statement-breakpoint
CREATE INDEX "payment_events_unmatched_capture" ON "payment_events" USING btree ("provider","upi_txn_id") WHERE "payment_events"."result" in ('review', 'unknown_payment', 'double_refund', 'failed');
--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "refunds" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "refunds" SET "reason" = CASE "reason" WHEN 'surplus' THEN 'duplicate-payment' WHEN 'overpaid' THEN 'overpayment' ELSE 'admin' END
WHERE "reason" IN ('surplus', 'overpaid', 'maker');
--> statement-breakpoint
ALTER TABLE "refunds" ENABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "custom_order_events" SET "actor" = 'customer' WHERE "actor" = 'shopper';
--> statement-breakpoint
UPDATE "sessions" SET "kind" = 'customer' WHERE "kind" = 'shopper';
--> statement-breakpoint
-- Functions and triggers: each function is renamed, so that its triggers follow, and gets the new names and values.
ALTER FUNCTION refuse_to_change() RENAME TO refuse_append_only_change;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_append_only_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
ALTER TRIGGER money_received_append_only ON payment_captures RENAME TO payment_captures_append_only;
--> statement-breakpoint
ALTER TRIGGER money_decisions_append_only ON unmatched_resolutions RENAME TO unmatched_resolutions_append_only;
--> statement-breakpoint
ALTER TRIGGER audit_seals_append_only ON audit_chain RENAME TO audit_chain_append_only;
--> statement-breakpoint
ALTER FUNCTION stock_ledger_stays_with_product() RENAME TO refuse_stock_ledger_delete;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_stock_ledger_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM products WHERE id = OLD.product_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'stock_ledger is append-only: DELETE is refused'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'stock_ledger_append_only';
END $$;
--> statement-breakpoint
ALTER TRIGGER stock_ledger_stays_with_product ON stock_ledger RENAME TO stock_ledger_no_delete;
--> statement-breakpoint
ALTER FUNCTION invoice_counters_count() RENAME TO check_invoice_counter;
--> statement-breakpoint
ALTER FUNCTION credit_notes_stay_within_invoice() RENAME TO check_credit_note_total;
--> statement-breakpoint
ALTER FUNCTION books_are_over(timestamptz) RENAME TO is_tax_retention_over;
--> statement-breakpoint
ALTER FUNCTION invoices_stay_as_written() RENAME TO refuse_invoice_change;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - ARRAY['recipient', 'previous', 'number'] = to_jsonb(OLD) - ARRAY['recipient', 'previous', 'number']
      AND (NEW.recipient = OLD.recipient - 'phone' OR is_tax_retention_over(OLD.issued_at)
        AND NEW.recipient = (OLD.recipient - 'phone') || '{"name": "-", "address": "-", "place": "-", "pincode": "-"}')
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'invoices is append-only: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'invoices_append_only';
END $$;
--> statement-breakpoint
ALTER FUNCTION order_status_changes_stay() RENAME TO refuse_status_change_edit;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_status_change_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.actor = 'customer' AND NEW.reason IS NULL AND NEW.actor_id IS NULL THEN
    IF to_jsonb(NEW) - ARRAY['reason', 'actor_id'] = to_jsonb(OLD) - ARRAY['reason', 'actor_id'] THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'order_status_changes is append-only: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'order_status_changes_append_only';
END $$;
--> statement-breakpoint
ALTER FUNCTION payments_keep_their_word() RENAME TO refuse_payment_change;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  violated text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    violated := 'payments_no_delete';
  ELSIF (NEW.order_id, NEW.client_txn_id, NEW.amount_paise) IS DISTINCT FROM (OLD.order_id, OLD.client_txn_id, OLD.amount_paise) THEN
    violated := 'payments_terms_are_fixed';
  ELSIF OLD.status IN ('success', 'refunded') AND (
    NEW.status NOT IN ('success', 'refunded') OR OLD.status = 'refunded' AND NEW.status = 'success'
    OR (NEW.upi_txn_id, NEW.paid_at) IS DISTINCT FROM (OLD.upi_txn_id, OLD.paid_at)) THEN
    violated := 'payments_success_is_final';
  ELSE
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A payment does not change: % of % is refused', TG_OP, OLD.client_txn_id
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = violated;
END $$;
--> statement-breakpoint
ALTER TRIGGER payments_keep_their_word ON payments RENAME TO payments_no_change;
--> statement-breakpoint
ALTER FUNCTION payments_ask_for_the_total() RENAME TO check_payment_amount;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_payment_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_paise = (SELECT total_paise FROM orders WHERE id = NEW.order_id) THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'The amount of payment % is not the total of its order', NEW.client_txn_id
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'payments_amount_is_order_total';
END $$;
--> statement-breakpoint
ALTER TRIGGER payments_ask_for_the_total ON payments RENAME TO payments_amount_is_order_total;
--> statement-breakpoint
ALTER FUNCTION orders_keep_their_price() RENAME TO refuse_order_price_change;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_order_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legacy_without_invoice <> OLD.legacy_without_invoice THEN
    RAISE EXCEPTION 'Whether order % has an invoice does not change', OLD.reference
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_legacy_without_invoice_is_fixed';
  END IF;
  IF (NEW.subtotal_paise, NEW.shipping_paise, NEW.discount_paise, NEW.total_paise)
    IS NOT DISTINCT FROM (OLD.subtotal_paise, OLD.shipping_paise, OLD.discount_paise, OLD.total_paise) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The price of order % does not change', OLD.reference
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_price_is_fixed';
END $$;
--> statement-breakpoint
ALTER TRIGGER orders_keep_their_price ON orders RENAME TO orders_price_is_fixed;
--> statement-breakpoint
ALTER FUNCTION refunds_due_keep_their_money() RENAME TO refuse_refund_change;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.payment_id, NEW.upi_txn_id, NEW.amount_paise) IS NOT DISTINCT FROM (OLD.payment_id, OLD.upi_txn_id, OLD.amount_paise)
      AND (OLD.state <> 'processed' OR NEW.state = 'processed') THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'The payment and the amount of a refund do not change: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'refunds_terms_are_fixed';
END $$;
--> statement-breakpoint
ALTER TRIGGER refunds_due_keep_their_money ON refunds RENAME TO refunds_terms_are_fixed;
--> statement-breakpoint
ALTER FUNCTION tell_what_changed() RENAME TO notify_changes;
--> statement-breakpoint
DO $$ DECLARE old record; BEGIN
  FOR old IN SELECT tgname, tgrelid::regclass AS of FROM pg_trigger WHERE tgfoid = 'notify_changes'::regproc AND NOT tgisinternal LOOP
    EXECUTE format('ALTER TRIGGER %I ON %s RENAME TO %I', old.tgname, old.of, replace(old.tgname, '_tell', '_notify'));
  END LOOP;
END $$;
--> statement-breakpoint
DROP FUNCTION shop_day(timestamptz);
--> statement-breakpoint
CREATE FUNCTION shop_day("time" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT ("time" AT TIME ZONE INTERVAL '05:30')::date
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION is_lost_revenue(reason text, state text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT reason IN ('order-cancelled', 'admin') AND state IN ('due', 'requested', 'pending', 'processed')
$$;
--> statement-breakpoint
ALTER FUNCTION payments_earn() RENAME TO record_revenue;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_revenue(NEW.status) OR TG_OP = 'UPDATE' AND is_revenue(OLD.status) THEN
    RETURN NULL;
  END IF;
  INSERT INTO revenue_entries (day, amount_paise) VALUES (shop_day(NEW.paid_at), NEW.amount_paise);
  INSERT INTO revenue_entries (day, amount_paise)
  SELECT shop_day(created_at), -amount_paise FROM refunds
  WHERE payment_id = NEW.id AND is_lost_revenue(reason, state);
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TRIGGER payments_earn ON payments RENAME TO payments_record_revenue;
--> statement-breakpoint
ALTER FUNCTION refunds_cost() RENAME TO record_lost_revenue;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_lost_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted boolean := TG_OP = 'UPDATE' AND is_lost_revenue(OLD.reason, OLD.state);
  counts boolean := is_lost_revenue(NEW.reason, NEW.state);
BEGIN
  IF counted <> counts THEN
    INSERT INTO revenue_entries (day, amount_paise)
    SELECT shop_day(NEW.created_at), CASE WHEN counts THEN -NEW.amount_paise ELSE NEW.amount_paise END
    FROM payments WHERE id = NEW.payment_id AND is_revenue(status);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TRIGGER refunds_cost ON refunds RENAME TO refunds_record_lost_revenue;
--> statement-breakpoint
ALTER FUNCTION count_revenue_anew() RENAME TO rebuild_revenue_entries;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rebuild_revenue_entries() RETURNS void LANGUAGE sql AS $$
  DELETE FROM revenue_entries;
  INSERT INTO revenue_entries (day, amount_paise)
  SELECT day, sum(amount) FROM (
    SELECT shop_day(paid_at) AS day, amount_paise AS amount FROM payments WHERE is_revenue(status)
    UNION ALL
    SELECT shop_day(refund.created_at), -refund.amount_paise
    FROM refunds refund JOIN payments payment ON payment.id = refund.payment_id
    WHERE is_lost_revenue(refund.reason, refund.state) AND is_revenue(payment.status)
  ) moves GROUP BY day
$$;
--> statement-breakpoint
DROP FUNCTION find_first_order(text);
--> statement-breakpoint
-- The row of a customer is locked first, so that of two transactions the second sees what the first has done.
CREATE FUNCTION update_first_order(customer text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF customer = '' THEN
    RETURN;
  END IF;
  INSERT INTO first_orders (customer_email) VALUES (customer)
  ON CONFLICT (customer_email) DO UPDATE SET customer_email = excluded.customer_email;
  UPDATE first_orders SET (order_id, paid_at) = (
    SELECT id, orders.paid_at FROM orders
    WHERE customer_email = customer AND orders.paid_at IS NOT NULL AND status <> 'cancelled'
    ORDER BY orders.paid_at, id LIMIT 1
  ) WHERE customer_email = customer;
  DELETE FROM first_orders WHERE customer_email = customer AND order_id IS NULL;
END $$;
--> statement-breakpoint
ALTER FUNCTION keep_first_orders() RENAME TO maintain_first_orders;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION maintain_first_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM update_first_order(OLD.customer_email);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW.customer_email <> OLD.customer_email THEN
    PERFORM update_first_order(NEW.customer_email);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER FUNCTION find_first_orders_anew() RENAME TO rebuild_first_orders;
--> statement-breakpoint
-- Constraint triggers are made again: renaming one leaves the name of its constraint.
DROP TRIGGER first_orders_of_new ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER first_orders_insert AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION maintain_first_orders();
--> statement-breakpoint
DROP TRIGGER first_orders_of_changed ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER first_orders_update AFTER UPDATE ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.paid_at IS NOT NULL OR NEW.paid_at IS NOT NULL)
    AND (OLD.paid_at, OLD.customer_email, OLD.status = 'cancelled')
      IS DISTINCT FROM (NEW.paid_at, NEW.customer_email, NEW.status = 'cancelled')
  ) EXECUTE FUNCTION maintain_first_orders();
--> statement-breakpoint
DROP TRIGGER first_orders_of_gone ON orders;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER first_orders_delete AFTER DELETE ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION maintain_first_orders();
--> statement-breakpoint
ALTER FUNCTION audit_log_seal() RENAME TO extend_audit_chain;
--> statement-breakpoint
-- Entries are chained one by one. The lock comes last in a transaction, when it waits for nothing else.
CREATE OR REPLACE FUNCTION extend_audit_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest audit_chain%ROWTYPE;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_chain', 0));
  SELECT * INTO newest FROM audit_chain ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_chain (seq, entry_id, hash)
    VALUES (coalesce(newest.seq, 0) + 1, NEW.id, audit_hash(coalesce(newest.hash, ''), NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_sealed ON audit_log;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_chained AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION extend_audit_chain();
