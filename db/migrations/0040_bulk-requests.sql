CREATE TABLE "bulk_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"custom_order_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_paise" integer,
	CONSTRAINT "bulk_lines_product_unique" UNIQUE("custom_order_id","product_id"),
	CONSTRAINT "bulk_lines_quantity_in_range" CHECK ("bulk_lines"."quantity" between 1 and 5000),
	CONSTRAINT "bulk_lines_unit_positive" CHECK ("bulk_lines"."unit_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "custom_orders" DROP CONSTRAINT "custom_orders_quantity_in_range";--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "flavor" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "concentration" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "ingredients" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "shape" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "packaging" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "estimate_paise" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ALTER COLUMN "estimate_breakdown" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "kind" text DEFAULT 'composed' NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "company" text;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD COLUMN "gstin" text;--> statement-breakpoint
ALTER TABLE "bulk_lines" ADD CONSTRAINT "bulk_lines_custom_order_id_custom_orders_id_fk" FOREIGN KEY ("custom_order_id") REFERENCES "public"."custom_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_lines" ADD CONSTRAINT "bulk_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_kind_known" CHECK ("custom_orders"."kind" in ('composed', 'bulk'));--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_composition_is_complete" CHECK (num_nonnulls("custom_orders"."flavor", "custom_orders"."concentration", "custom_orders"."ingredients", "custom_orders"."shape", "custom_orders"."packaging", "custom_orders"."estimate_paise", "custom_orders"."estimate_breakdown")
        = case "custom_orders"."kind" when 'composed' then 7 else 0 end);--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_company_asks_for_bulk" CHECK ("custom_orders"."kind" = 'bulk' or num_nonnulls("custom_orders"."company", "custom_orders"."gstin") = 0);--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_quantity_in_range" CHECK ("custom_orders"."quantity" between 1 and case "custom_orders"."kind" when 'composed' then 1000 else 100000 end);