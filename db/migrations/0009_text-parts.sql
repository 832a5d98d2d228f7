-- A part of a text, found by an index that needs no extension: whatever holds it holds each three letters of it that follow
-- each other. The cost is said so that no row is ever asked for its parts where the index knows them; statistics of parts
-- would be of no use, because the shop asks the index first and then decides (src/platform/text-parts.server.ts).
CREATE FUNCTION parts_of(whole text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
  letters text[] := string_to_array(whole, NULL);
  parts text[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(letters) - 2 LOOP
    parts := parts || (letters[place] || letters[place + 1] || letters[place + 2]);
  END LOOP;
  RETURN parts;
END $$;
--> statement-breakpoint
CREATE INDEX "products_shop_parts" ON "products" USING gin (parts_of(lower("name" || chr(10) || "description"))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_desk_parts" ON "products" USING gin (parts_of(lower("name" || chr(10) || "sku"))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "contact_tickets_parts" ON "contact_tickets" USING gin (parts_of("searched")) WITH (fastupdate=false);
--> statement-breakpoint
ALTER INDEX "products_shop_parts" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "products_desk_parts" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "contact_tickets_parts" ALTER COLUMN 1 SET STATISTICS 0;
