CREATE TABLE "shipment_scans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"shipment_id" uuid NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shipment_scans_once" UNIQUE("shipment_id","key")
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"courier" text NOT NULL,
	"reference" text NOT NULL,
	"rate_id" text NOT NULL,
	"rate_name" text NOT NULL,
	"grams" integer NOT NULL,
	"charge_paise" integer,
	"state" text DEFAULT 'booked' NOT NULL,
	"moved_order_to" text,
	"awb" text,
	"courier_order_id" text,
	"courier_shipment_id" text,
	"order_cancelled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"asking_until" timestamp with time zone,
	"last_error" text,
	"booked_at" timestamp with time zone,
	"pickup_on" date,
	"ended_at" timestamp with time zone,
	CONSTRAINT "shipments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "shipments_awb_unique" UNIQUE("courier","awb"),
	CONSTRAINT "shipments_grams_positive" CHECK ("shipments"."grams" > 0)
);
--> statement-breakpoint
ALTER TABLE "shipment_scans" ADD CONSTRAINT "shipment_scans_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shipments_one_open" ON "shipments" USING btree ("order_id") WHERE "shipments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipments_trouble" ON "shipments" USING btree ("created_at") WHERE "shipments"."ended_at" is null and ("shipments"."state" in ('undelivered', 'returning', 'returned', 'lost') or ("shipments"."order_cancelled" and "shipments"."state" <> 'delivered'));--> statement-breakpoint
CREATE TRIGGER shipment_scans_append_only BEFORE UPDATE ON shipment_scans
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change();
