CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"phone" text NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_adds_up";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_positive";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift_wrap_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "gift" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_gstin" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company_name" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "addresses_user" ON "addresses" USING btree ("user_id","used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise" + "orders"."cool_pack_paise" + "orders"."gift_wrap_paise" - "orders"."discount_paise");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_positive" CHECK ("orders"."subtotal_paise" > 0 and least("orders"."shipping_paise", "orders"."cool_pack_paise", "orders"."gift_wrap_paise") >= 0);--> statement-breakpoint
-- The price of gift wrapping is part of the price, which does not change.
CREATE OR REPLACE FUNCTION refuse_order_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.legacy_without_invoice <> OLD.legacy_without_invoice THEN
    RAISE EXCEPTION 'Whether order % has an invoice does not change', OLD.reference
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_legacy_without_invoice_is_fixed';
  END IF;
  IF (NEW.subtotal_paise, NEW.shipping_paise, NEW.cool_pack_paise, NEW.gift_wrap_paise, NEW.discount_paise, NEW.total_paise)
    IS NOT DISTINCT FROM
    (OLD.subtotal_paise, OLD.shipping_paise, OLD.cool_pack_paise, OLD.gift_wrap_paise, OLD.discount_paise, OLD.total_paise)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'The price of order % does not change', OLD.reference
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_price_is_fixed';
END $$;
