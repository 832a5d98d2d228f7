ALTER TABLE "custom_orders" ADD COLUMN "ready_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "crafting_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deliver_from" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deliver_to" date;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_crafting_takes_days" CHECK ("orders"."crafting_days" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_promise_in_order" CHECK (num_nonnulls("orders"."deliver_from", "orders"."deliver_to") in (0, 2)
        and ("orders"."deliver_from" is null or ("orders"."ship_on" is not null and "orders"."ship_on" <= "orders"."deliver_from" and "orders"."deliver_from" <= "orders"."deliver_to")));--> statement-breakpoint
-- What was made for one customer before was promised after the crafting time too.
UPDATE "orders" SET "crafting_days" = 3 WHERE "id" IN (SELECT "order_id" FROM "order_lines" WHERE "custom_order_id" IS NOT NULL);
