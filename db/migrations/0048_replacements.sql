ALTER TABLE "order_lines" DROP CONSTRAINT "order_lines_unit_positive";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_discount_within_subtotal";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_positive";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "replaces_order_id" uuid;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD COLUMN "replacement_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_order_id_orders_id_fk" FOREIGN KEY ("replaces_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_replacement_order_id_orders_id_fk" FOREIGN KEY ("replacement_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_replaces" ON "orders" USING btree ("replaces_order_id") WHERE "orders"."replaces_order_id" is not null;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_unit_not_negative" CHECK ("order_lines"."unit_paise" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_replacement_is_free" CHECK ("orders"."replaces_order_id" is null or "orders"."total_paise" = 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_within_subtotal" CHECK ("orders"."discount_paise" = 0 or ("orders"."discount_paise" > 0 and "orders"."discount_paise" < "orders"."subtotal_paise"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_positive" CHECK (("orders"."subtotal_paise" > 0 or "orders"."replaces_order_id" is not null) and least("orders"."shipping_paise", "orders"."cool_pack_paise", "orders"."gift_wrap_paise") >= 0);