DROP INDEX "shipments_trouble";--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "problem_at" timestamp with time zone;--> statement-breakpoint
UPDATE "shipments" SET
  "problem" = CASE
    WHEN "state" IN ('returned', 'lost') OR (NOT "order_cancelled" AND "state" IN ('undelivered', 'returning')) THEN "state"
    WHEN "state" IN ('booked', 'cancelled') THEN 'still-booked'
    ELSE 'sent-anyway'
  END,
  "problem_at" = coalesce((SELECT max("at") FROM "shipment_scans" WHERE "shipment_id" = "shipments"."id"), "created_at")
WHERE "ended_at" IS NULL AND ("state" IN ('undelivered', 'returning', 'returned', 'lost') OR ("order_cancelled" AND "state" <> 'delivered'));--> statement-breakpoint
CREATE INDEX "shipments_trouble" ON "shipments" USING btree ("problem_at") WHERE "shipments"."problem" is not null;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_problem_has_time" CHECK ("shipments"."problem" is null or "shipments"."problem_at" is not null);