-- The arguments of an append-only trigger are the columns that erasure may empty (appendOnly in src/db/data-policy.server.ts).
CREATE OR REPLACE FUNCTION refuse_append_only_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_NARGS > 0 THEN
    IF to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV
      AND NOT EXISTS (SELECT FROM unnest(TG_ARGV) AS name WHERE to_jsonb(NEW) ->> name IS NOT NULL) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
