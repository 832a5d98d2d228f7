ALTER TABLE "users" ADD COLUMN "signed_in_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "idle_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD COLUMN "email_print" text;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD COLUMN "phone_print" text;--> statement-breakpoint
CREATE INDEX "users_idle" ON "users" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX "messages_sealed" ON "messages" USING btree ("created_at") WHERE "messages"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "promotion_uses_user" ON "promotion_uses" USING btree ("user_id");
--> statement-breakpoint
-- An earlier version left the landmark, and a hash of all that was typed, with orders whose shopper had gone.
UPDATE "orders" SET "shipping_address" = "shipping_address" - 'landmark', "content_hash" = ''
WHERE "customer_name" = 'Deleted account' AND "user_id" IS NULL;
--> statement-breakpoint
-- What lets somebody in and has left the shop is not kept in words any more.
UPDATE "messages" SET "subject" = 'Sign-in code', "text" = '' WHERE "is_secret" AND ("sent_at" IS NOT NULL OR "failed_at" IS NOT NULL);
--> statement-breakpoint
UPDATE "messages" SET "text" = regexp_replace("text", '(/checkout\?quote=)[A-Za-z0-9_-]+', '\1••••••'),
  "sms_values" = regexp_replace("sms_values"::text, '(/checkout\?quote=)[A-Za-z0-9_-]+', '\1••••••')::jsonb
WHERE "sent_at" IS NOT NULL AND "text" LIKE '%/checkout?quote=%';
--> statement-breakpoint
-- The books are kept for 72 months from the day on which the annual return is due, the 31 December after the financial year.
CREATE FUNCTION books_are_over(issued timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT now() >= make_date(extract(year FROM (issued AT TIME ZONE INTERVAL '05:30') + INTERVAL '9 months')::int + 7, 1, 1)::timestamp
    AT TIME ZONE INTERVAL '05:30'
$$;
--> statement-breakpoint
-- An invoice stays as it was written; only its buyer may be forgotten: a telephone number at any time, since no law asks
-- for it, name and address when the books are over.
CREATE FUNCTION invoices_stay_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - ARRAY['recipient', 'previous', 'number'] = to_jsonb(OLD) - ARRAY['recipient', 'previous', 'number']
      AND (NEW.recipient = OLD.recipient - 'phone' OR books_are_over(OLD.issued_at)
        AND NEW.recipient = (OLD.recipient - 'phone') || '{"name": "-", "address": "-", "place": "-", "pincode": "-"}')
    THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'invoices is only ever added to: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'invoices_append_only';
END $$;
--> statement-breakpoint
DROP TRIGGER invoices_append_only ON invoices;
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoices_stay_as_written();
--> statement-breakpoint
UPDATE "invoices" SET "recipient" = "recipient" - 'phone' WHERE "recipient" ? 'phone';
--> statement-breakpoint
-- The history of an order stays as well, but for what its shopper typed and the number of their account.
CREATE FUNCTION order_status_changes_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.actor = 'shopper' AND NEW.reason IS NULL AND NEW.actor_id IS NULL THEN
    IF to_jsonb(NEW) - ARRAY['reason', 'actor_id'] = to_jsonb(OLD) - ARRAY['reason', 'actor_id'] THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'order_status_changes is only ever added to: % is refused', TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'order_status_changes_append_only';
END $$;
--> statement-breakpoint
DROP TRIGGER order_status_changes_append_only ON order_status_changes;
--> statement-breakpoint
CREATE TRIGGER order_status_changes_append_only BEFORE UPDATE OR DELETE ON order_status_changes
  FOR EACH ROW EXECUTE FUNCTION order_status_changes_stay();
--> statement-breakpoint
UPDATE "order_status_changes" SET "reason" = NULL, "actor_id" = NULL WHERE "actor" = 'shopper'
  AND "order_id" IN (SELECT "id" FROM "orders" WHERE "customer_name" = 'Deleted account' AND "user_id" IS NULL);
