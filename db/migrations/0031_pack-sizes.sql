DROP INDEX "products_archived";--> statement-breakpoint
CREATE UNIQUE INDEX "product_families_name_unique" ON "product_families" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "products_archived" ON "products" USING btree ("archived_at","family_id");--> statement-breakpoint
-- A product's page shows the other sizes of its family.
CREATE FUNCTION notify_other_sizes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  families integer[];
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    families := CASE TG_OP WHEN 'INSERT' THEN array[NEW.family_id] WHEN 'DELETE' THEN array[OLD.family_id]
      ELSE array[OLD.family_id, NEW.family_id] END;
  ELSE
    SELECT array[family_id] INTO families FROM products
      WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
  END IF;
  PERFORM pg_notify('shop_changes', 'products:' || id) FROM products WHERE family_id = ANY (families);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_notify_sizes_insert AFTER INSERT ON products
  FOR EACH ROW WHEN (NEW.family_id IS NOT NULL) EXECUTE FUNCTION notify_other_sizes();
--> statement-breakpoint
CREATE TRIGGER products_notify_sizes_update AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.family_id IS NOT NULL OR NEW.family_id IS NOT NULL) EXECUTE FUNCTION notify_other_sizes();
--> statement-breakpoint
CREATE TRIGGER products_notify_sizes_delete AFTER DELETE ON products
  FOR EACH ROW WHEN (OLD.family_id IS NOT NULL) EXECUTE FUNCTION notify_other_sizes();
--> statement-breakpoint
CREATE TRIGGER product_facts_notify_sizes AFTER INSERT OR UPDATE OR DELETE ON product_facts
  FOR EACH ROW EXECUTE FUNCTION notify_other_sizes();
