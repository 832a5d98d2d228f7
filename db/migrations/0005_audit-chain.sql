CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_entry_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ADD CONSTRAINT "audit_seals_entry_id_audit_log_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What an entry says, and the hash before it. As JSON, because its text is the same on every version of PostgreSQL.
CREATE FUNCTION audit_hash(previous text, entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(previous || E'\n' || jsonb_build_array(
    entry.id, entry.actor_id, entry.actor_email, entry.entity, entry.entity_id, entry.action, entry.before, entry.after,
    extract(epoch FROM entry.created_at))::text, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Entries are chained one after the other. The lock comes last in a transaction, when nothing else is waited for any more.
CREATE FUNCTION audit_log_seal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest audit_seals%ROWTYPE;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_seals', 0));
  SELECT * INTO newest FROM audit_seals ORDER BY seq DESC LIMIT 1;
  INSERT INTO audit_seals (seq, entry_id, hash)
    VALUES (coalesce(newest.seq, 0) + 1, NEW.id, audit_hash(coalesce(newest.hash, ''), NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was written before there was a chain is its beginning.
DO $$
DECLARE
  entry audit_log%ROWTYPE;
  previous text := '';
  number bigint := 0;
BEGIN
  FOR entry IN SELECT * FROM audit_log ORDER BY created_at, id LOOP
    number := number + 1;
    previous := audit_hash(previous, entry);
    INSERT INTO audit_seals (seq, entry_id, hash) VALUES (number, entry.id, previous);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_log_sealed AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION audit_log_seal();
--> statement-breakpoint
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_to_change();
