ALTER TABLE "contact_tickets" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "stories" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_tickets" ADD CONSTRAINT "contact_tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_tickets_user" ON "contact_tickets" USING btree ("user_id") WHERE "contact_tickets"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "stories_user" ON "stories" USING btree ("user_id") WHERE "stories"."user_id" is not null;