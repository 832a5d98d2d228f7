-- Money. What payments of earlier versions received and gave back, from all that is known of it.
INSERT INTO "money_received" ("payment_id", "provider", "upi_txn_id", "amount_paise", "vpa", "paid_at", "received_at")
SELECT "id", "provider", "upi_txn_id", "amount_paise", "customer_vpa", "paid_at", "paid_at" FROM "payments"
WHERE "status" IN ('success', 'refunded') ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "money_received" ("payment_id", "provider", "upi_txn_id", "amount_paise", "paid_at", "received_at")
SELECT "payment_id", "provider", "upi_txn_id", "amount_paise", "created_at", "created_at" FROM "refunds_due" ON CONFLICT DO NOTHING;
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
ALTER TABLE "payments" ADD CONSTRAINT "payments_success_is_paid" CHECK ("status" NOT IN ('success', 'refunded') OR "received_paise" >= "amount_paise");
--> statement-breakpoint
-- What was said and what moved stays as it was written.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_only_added';
END $$;
--> statement-breakpoint
CREATE TRIGGER "payment_events_only_added" BEFORE UPDATE OR DELETE ON "payment_events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "money_received_only_added" BEFORE UPDATE OR DELETE ON "money_received" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "refund_events_only_added" BEFORE UPDATE OR DELETE ON "refund_events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "money_decisions_only_added" BEFORE UPDATE OR DELETE ON "money_decisions" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
