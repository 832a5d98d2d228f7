-- Search by trigrams (decision 0037). Both extensions are trusted: the owner of the database can create them.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE EXCEPTION 'The shop needs the extensions pg_trgm and unaccent, and could not create them (%). docs/operations.md, "PostgreSQL", says what to do.', SQLERRM
    USING ERRCODE = SQLSTATE;
END $$;--> statement-breakpoint
-- unaccent is only stable, because its rules can be changed; ours never are.
CREATE FUNCTION normalize_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, $1));--> statement-breakpoint
-- What was typed, as a pattern that matches it and nothing else.
CREATE FUNCTION search_pattern(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(normalize_text($1), '([\\%_])', '\\\1', 'g');--> statement-breakpoint
-- Splits at all of ASCII except letters and digits. A space before each word makes its beginning a trigram.
CREATE FUNCTION search_words(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ' ' || regexp_replace(normalize_text($1), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g') || ' ';--> statement-breakpoint
DROP INDEX "products_shop_parts", "products_admin_parts", "contact_tickets_parts", "outbox_to", "outbox_words", "orders_beginnings";--> statement-breakpoint
DROP FUNCTION parts_of(text), order_beginnings(tsvector);--> statement-breakpoint
-- Before the columns that rewrite the tables, so that they are written once.
ALTER TABLE "contact_tickets" DROP COLUMN "searched";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_text" text GENERATED ALWAYS AS (normalize_text(sku || chr(1) || name || chr(1) || description)) STORED;--> statement-breakpoint
ALTER TABLE "contact_tickets" ADD COLUMN "search_text" text GENERATED ALWAYS AS (normalize_text(name || chr(1) || email || chr(1) || coalesce(phone, '') || chr(1) || subject || chr(1) || message)) STORED;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_words(case when sensitive then "to" else "to" || ' ' || subject end)) STORED;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_words(
  substr(reference, 5) || ' ' || customer_name || ' ' || split_part(customer_email, '@', 1) || ' ' || right(customer_phone, 10) || ' ' ||
  coalesce(shipping_address ->> 'firstName', '') || ' ' || coalesce(shipping_address ->> 'lastName', '') || ' ' ||
  coalesce(shipping_address ->> 'pincode', '')
)) STORED;--> statement-breakpoint
-- The planner learns from these values how many rows a word matches: it scans the newest, or uses the index.
ALTER TABLE "orders" ALTER COLUMN "search_text" SET STATISTICS 500;--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "search_text" SET STATISTICS 500;--> statement-breakpoint
CREATE INDEX "products_search_text" ON "products" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "contact_tickets_search_text" ON "contact_tickets" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "outbox_address" ON "outbox" USING btree (lower("to") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "outbox_search_text" ON "outbox" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "orders_search_text" ON "orders" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ANALYZE "products", "contact_tickets", "outbox", "orders";
