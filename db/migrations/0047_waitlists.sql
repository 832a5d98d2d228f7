CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" integer NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_product_email_unique" UNIQUE("product_id","email")
);
--> statement-breakpoint
CREATE TABLE "waitlist_stops" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlists" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"offered" integer DEFAULT 0 NOT NULL,
	"offered_at" timestamp with time zone,
	CONSTRAINT "waitlists_offered_not_negative" CHECK ("waitlists"."offered" >= 0)
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlists" ADD CONSTRAINT "waitlists_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waitlist_entries_order" ON "waitlist_entries" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "waitlist_entries_email" ON "waitlist_entries" USING btree ("email");--> statement-breakpoint
CREATE INDEX "waitlist_entries_age" ON "waitlist_entries" USING btree ("created_at");