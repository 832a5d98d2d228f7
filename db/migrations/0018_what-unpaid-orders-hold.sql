ALTER TABLE "stock_reservations" ADD COLUMN "unit_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "is_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "near_network" text;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD COLUMN "wide_network" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "of_newcomer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "near_network" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "wide_network" text;--> statement-breakpoint
CREATE INDEX "payments_near_network" ON "payments" USING btree ("near_network","created_at") WHERE "payments"."near_network" is not null;--> statement-breakpoint
CREATE INDEX "payments_wide_network" ON "payments" USING btree ("wide_network","created_at") WHERE "payments"."wide_network" is not null;