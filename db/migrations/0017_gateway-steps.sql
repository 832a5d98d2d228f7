CREATE TABLE "event_lookups" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "speed" text;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "automatic_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "razorpay_codes" ADD COLUMN "closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "razorpay_codes" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "razorpay_codes" ADD COLUMN "close_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "razorpay_codes" ADD COLUMN "next_close_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_lookups" ADD CONSTRAINT "event_lookups_event_id_payment_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."payment_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_lookups_turn" ON "event_lookups" USING btree ("next_try_at") WHERE "event_lookups"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_due_automatic" ON "refunds_due" USING btree ("automatic_at") WHERE "refunds_due"."automatic_at" is not null;--> statement-breakpoint
CREATE INDEX "razorpay_codes_open" ON "razorpay_codes" USING btree ("closes_at") WHERE "razorpay_codes"."closed_at" is null;