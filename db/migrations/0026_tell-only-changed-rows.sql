-- A statement that touches no row changes nothing that visitors see, so it tells nobody. A trigger can read its rows only
-- if it is for one event, and for no list of columns.
CREATE OR REPLACE FUNCTION tell_what_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := TG_ARGV[0];
BEGIN
  IF TG_LEVEL = 'STATEMENT' THEN
    IF NOT EXISTS (SELECT FROM changed_rows) THEN RETURN NULL; END IF;
  END IF;
  IF TG_NARGS > 1 THEN
    changed := changed || ':' || (CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> TG_ARGV[1]);
  END IF;
  PERFORM pg_notify('shop_changes', changed);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER categories_tell ON categories;
--> statement-breakpoint
CREATE TRIGGER categories_tell_insert AFTER INSERT ON categories REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('categories');
--> statement-breakpoint
CREATE TRIGGER categories_tell_update AFTER UPDATE ON categories REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('categories');
--> statement-breakpoint
CREATE TRIGGER categories_tell_delete AFTER DELETE ON categories REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('categories');
--> statement-breakpoint
DROP TRIGGER stories_tell ON stories;
--> statement-breakpoint
CREATE TRIGGER stories_tell_insert AFTER INSERT ON stories REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER stories_tell_update AFTER UPDATE ON stories REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER stories_tell_delete AFTER DELETE ON stories REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
DROP TRIGGER story_likes_tell ON story_likes;
--> statement-breakpoint
CREATE TRIGGER story_likes_tell_insert AFTER INSERT ON story_likes REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER story_likes_tell_update AFTER UPDATE ON story_likes REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
CREATE TRIGGER story_likes_tell_delete AFTER DELETE ON story_likes REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
--> statement-breakpoint
DROP TRIGGER settings_tell ON settings;
--> statement-breakpoint
CREATE TRIGGER settings_tell_insert AFTER INSERT ON settings REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('settings');
--> statement-breakpoint
CREATE TRIGGER settings_tell_update AFTER UPDATE ON settings REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('settings');
--> statement-breakpoint
CREATE TRIGGER settings_tell_delete AFTER DELETE ON settings REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('settings');
--> statement-breakpoint
DROP TRIGGER batches_tell ON batches;
--> statement-breakpoint
CREATE TRIGGER batches_tell_insert AFTER INSERT ON batches REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('batches');
--> statement-breakpoint
CREATE TRIGGER batches_tell_update AFTER UPDATE ON batches REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('batches');
--> statement-breakpoint
CREATE TRIGGER batches_tell_delete AFTER DELETE ON batches REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('batches');
--> statement-breakpoint
DROP TRIGGER shop_opening_tell ON shop_opening;
--> statement-breakpoint
CREATE TRIGGER shop_opening_tell_insert AFTER INSERT ON shop_opening REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('opening');
