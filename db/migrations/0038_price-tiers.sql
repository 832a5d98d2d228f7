CREATE TABLE "price_tiers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_tiers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"family_id" integer,
	"product_id" integer,
	"from_quantity" integer NOT NULL,
	"percent" integer NOT NULL,
	CONSTRAINT "price_tiers_family_unique" UNIQUE("family_id","from_quantity"),
	CONSTRAINT "price_tiers_product_unique" UNIQUE("product_id","from_quantity"),
	CONSTRAINT "price_tiers_owner" CHECK (num_nonnulls("price_tiers"."family_id", "price_tiers"."product_id") = 1),
	CONSTRAINT "price_tiers_from" CHECK ("price_tiers"."from_quantity" between 2 and 5000),
	CONSTRAINT "price_tiers_percent" CHECK ("price_tiers"."percent" between 1 and 89)
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_max_per_order";--> statement-breakpoint
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_family_id_product_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."product_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_max_per_order" CHECK ("products"."max_per_order" between 1 and 5000);
--> statement-breakpoint
-- Lists, pages and carts show the tiers of a product and of every size of its family.
CREATE FUNCTION notify_tiered_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  families integer[];
  owners integer[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    families := families || OLD.family_id;
    owners := owners || OLD.product_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    families := families || NEW.family_id;
    owners := owners || NEW.product_id;
  END IF;
  PERFORM pg_notify('shop_changes', 'products:' || id) FROM products WHERE id = ANY (owners) OR family_id = ANY (families);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER price_tiers_notify AFTER INSERT OR UPDATE OR DELETE ON price_tiers
  FOR EACH ROW EXECUTE FUNCTION notify_tiered_products();
