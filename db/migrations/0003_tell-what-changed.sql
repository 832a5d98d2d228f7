-- Every process hears what has changed in what visitors see, at the moment of the commit, whoever changed it: the pages
-- and answers that show it are then made anew (src/platform/change-feed.server.ts).
CREATE FUNCTION tell_what_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := TG_ARGV[0];
BEGIN
  IF TG_NARGS > 1 THEN
    changed := changed || ':' || (CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[1]);
  END IF;
  PERFORM pg_notify('shop_changes', changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_tell AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION tell_what_changed('products', 'id');
--> statement-breakpoint
CREATE TRIGGER reviews_tell AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION tell_what_changed('reviews', 'product_id');
--> statement-breakpoint
CREATE TRIGGER categories_tell AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('categories');
--> statement-breakpoint
CREATE TRIGGER stories_tell AFTER INSERT OR UPDATE OR DELETE ON stories
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER story_likes_tell AFTER INSERT OR DELETE ON story_likes
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER settings_tell AFTER INSERT OR UPDATE OR DELETE ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('settings');
--> statement-breakpoint
CREATE TRIGGER batches_tell AFTER INSERT OR UPDATE OR DELETE ON batches
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('batches');
