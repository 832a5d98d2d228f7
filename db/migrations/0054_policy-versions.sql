CREATE TABLE "policy_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone
);
--> statement-breakpoint
-- Earlier versions were not stored.
INSERT INTO "policy_versions" ("version", "value", "created_at") SELECT "version", "value", "updated_at" FROM "settings" WHERE "section" = 'policies';
--> statement-breakpoint
CREATE TRIGGER policy_versions_append_only BEFORE UPDATE OR DELETE ON "policy_versions" FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change();
