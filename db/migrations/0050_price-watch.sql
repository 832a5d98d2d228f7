ALTER TABLE "saved_items" ADD COLUMN "watched_paise" integer;--> statement-breakpoint
CREATE INDEX "saved_items_watched" ON "saved_items" USING btree ("product_id") WHERE "saved_items"."watched_paise" is not null;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_watched_wish" CHECK ("saved_items"."watched_paise" is null or "saved_items"."kind" = 'wish');