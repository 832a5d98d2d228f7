ALTER TABLE "story_likes" ADD COLUMN "address_hash" text;--> statement-breakpoint
DROP TRIGGER story_likes_tell ON story_likes;
--> statement-breakpoint
CREATE TRIGGER story_likes_tell AFTER INSERT OR DELETE OR UPDATE OF address_hash ON story_likes
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('stories');
