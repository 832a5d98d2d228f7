CREATE TABLE "served_pincodes" (
	"pincode" text PRIMARY KEY NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	CONSTRAINT "served_pincodes_shape" CHECK ("served_pincodes"."pincode" ~ '^[1-9][0-9]{5}$')
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_adds_up";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_crafting_takes_days";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_positive";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "melt_class" text DEFAULT 'bar' NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "needed_by" date;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "crafting_minutes" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cool_pack_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "crafting_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "crafting_plan" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_method" text DEFAULT 'courier' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deliver_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "melt_class" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "heat" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "heat_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_code" text;--> statement-breakpoint
CREATE INDEX "orders_heat_waiting" ON "orders" USING btree ("ship_on") WHERE "orders"."heat" = 'wait' and "orders"."status" = 'processing' and "orders"."packed_at" is null;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_crafting_minutes" CHECK ("custom_orders"."crafting_minutes" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cool_pack_for_heat" CHECK ("orders"."cool_pack_paise" = 0 or "orders"."heat" = 'cool-pack');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise" + "orders"."cool_pack_paise" - "orders"."discount_paise");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_crafting_takes_days" CHECK (least("orders"."crafting_days", "orders"."crafting_minutes") >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_positive" CHECK ("orders"."subtotal_paise" > 0 and least("orders"."shipping_paise", "orders"."cool_pack_paise") >= 0);--> statement-breakpoint
-- The price of a cool pack is part of the price, which does not change.
CREATE OR REPLACE FUNCTION refuse_order_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legacy_without_invoice <> OLD.legacy_without_invoice THEN
    RAISE EXCEPTION 'Whether order % has an invoice does not change', OLD.reference
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_legacy_without_invoice_is_fixed';
  END IF;
  IF (NEW.subtotal_paise, NEW.shipping_paise, NEW.cool_pack_paise, NEW.discount_paise, NEW.total_paise)
    IS NOT DISTINCT FROM (OLD.subtotal_paise, OLD.shipping_paise, OLD.cool_pack_paise, OLD.discount_paise, OLD.total_paise)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The price of order % does not change', OLD.reference
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_price_is_fixed';
END $$;
