-- The maker types beginnings of words. An index of words finds a beginning by reading every word that begins so, each with
-- all its orders; one that has the beginnings as words, too, reads one list, and of two lists only what they share.
-- Beginnings count up to the first digit: numbers are many, each with few orders, and their beginnings are not worth it.
CREATE FUNCTION order_beginnings(words tsvector) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  found text[] := tsvector_to_array(words);
  word text;
BEGIN
  FOREACH word IN ARRAY tsvector_to_array(words) LOOP
    FOR size IN 2 .. least(coalesce(length(substring(word FROM '^[^0-9]+')), 0), 20) LOOP
      found := found || left(word, size);
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(found);
END $$;
--> statement-breakpoint
DROP INDEX "orders_words";--> statement-breakpoint
CREATE INDEX "orders_beginnings" ON "orders" USING gin (order_beginnings("words")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" USING btree (lower("customer_email") text_pattern_ops);
