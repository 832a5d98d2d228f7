CREATE TABLE "stock_levels" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"is_low" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;