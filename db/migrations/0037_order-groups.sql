ALTER TABLE "orders" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parcel_number" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paying_order_id" uuid GENERATED ALWAYS AS (coalesce(group_id, id)) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "billing_address" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "order_id" uuid;--> statement-breakpoint
UPDATE "refunds" SET "order_id" = (SELECT "order_id" FROM "payments" WHERE "id" = "refunds"."payment_id");--> statement-breakpoint
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "order_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_group_id_orders_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_paying_order" ON "orders" USING btree ("paying_order_id","parcel_number");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_parcel_has_group" CHECK (num_nonnulls("orders"."group_id", "orders"."parcel_number") <> 1);--> statement-breakpoint
-- A payment pays all parcels of its order. The first parcel is inserted with the others, before the payment.
CREATE OR REPLACE FUNCTION check_payment_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount_paise = (SELECT sum(total_paise) FROM orders WHERE paying_order_id = NEW.order_id) THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'The amount of payment % is not the total of its order', NEW.client_txn_id
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'payments_amount_is_order_total';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_group_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.group_id, NEW.parcel_number) IS NOT DISTINCT FROM (OLD.group_id, OLD.parcel_number) THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'Order % stays in its group', OLD.reference
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'orders_group_is_fixed';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_group_is_fixed BEFORE UPDATE OF group_id, parcel_number ON orders
  FOR EACH ROW EXECUTE FUNCTION refuse_group_change();
