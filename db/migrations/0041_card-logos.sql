CREATE TABLE "card_logos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"image" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_logos_size" CHECK (octet_length("card_logos"."image") between 1 and 2000000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "card_logo_id" uuid;--> statement-breakpoint
ALTER TABLE "card_logos" ADD CONSTRAINT "card_logos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_logos_user" ON "card_logos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_logos_used" ON "card_logos" USING btree ("used_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_card_logo_id_card_logos_id_fk" FOREIGN KEY ("card_logo_id") REFERENCES "public"."card_logos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_card_logo" ON "orders" USING btree ("card_logo_id") WHERE "orders"."card_logo_id" is not null;