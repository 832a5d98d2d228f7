CREATE TABLE "shop_opening" (
	"is_open" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"opened_by" text,
	CONSTRAINT "shop_opening_once" CHECK ("shop_opening"."is_open")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "policies_version" integer;--> statement-breakpoint
-- A shop that sells already stays open: what its checklist lacks is said on the dashboard.
INSERT INTO "shop_opening" ("is_open") SELECT true WHERE EXISTS (SELECT 1 FROM orders WHERE NOT is_sample);
--> statement-breakpoint
CREATE TRIGGER shop_opening_tell AFTER INSERT ON shop_opening
  FOR EACH STATEMENT EXECUTE FUNCTION tell_what_changed('opening');
