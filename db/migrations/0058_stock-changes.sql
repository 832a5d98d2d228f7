-- A sale of something that stays plentiful changes a number only, which pages may show a little later: it has a tag of its own.
CREATE FUNCTION product_change(before products, now products) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN to_jsonb(before) - '{stock,reserved}'::text[] <> to_jsonb(now) - '{stock,reserved}'::text[] THEN 'products:'
    WHEN before.stock - before.reserved = now.stock - now.reserved THEN NULL
    WHEN least(before.stock - before.reserved, now.stock - now.reserved) > now.min_stock THEN 'stock:'
    ELSE 'products:' END
$$;
--> statement-breakpoint
-- The pages of the other sizes of a family show the product, too.
CREATE FUNCTION notify_product_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tag text := 'products:';
  families integer[] := '{}';
  changed integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    tag := product_change(OLD, NEW);
    IF tag IS NULL THEN RETURN NULL; END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN changed := OLD.id; families := families || OLD.family_id; END IF;
  IF TG_OP <> 'DELETE' THEN changed := NEW.id; families := families || NEW.family_id; END IF;
  PERFORM pg_notify('shop_changes', tag || changed);
  PERFORM pg_notify('shop_changes', tag || id) FROM products WHERE family_id = ANY (families);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER products_notify ON products;
--> statement-breakpoint
CREATE TRIGGER products_notify AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION notify_product_changes();
--> statement-breakpoint
DROP TRIGGER products_notify_sizes_insert ON products;
--> statement-breakpoint
DROP TRIGGER products_notify_sizes_update ON products;
--> statement-breakpoint
DROP TRIGGER products_notify_sizes_delete ON products;
