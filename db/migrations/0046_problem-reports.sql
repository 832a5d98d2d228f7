CREATE TABLE "problem_lines" (
	"ticket_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "problem_lines_ticket_id_order_line_id_pk" PRIMARY KEY("ticket_id","order_line_id"),
	CONSTRAINT "problem_lines_quantity_positive" CHECK ("problem_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "problem_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"ticket_id" uuid,
	"image" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "problem_photos_size" CHECK (octet_length("problem_photos"."image") between 1 and 2000000)
);
--> statement-breakpoint
CREATE TABLE "problem_reports" (
	"ticket_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"wish" text NOT NULL,
	"outcome" text,
	"refund_paise" integer,
	"settled_at" timestamp with time zone,
	CONSTRAINT "problem_reports_settled_once" CHECK (("problem_reports"."outcome" is null) = ("problem_reports"."settled_at" is null)),
	CONSTRAINT "problem_reports_refund_amount" CHECK (("problem_reports"."outcome" = 'refund') is true = ("problem_reports"."refund_paise" is not null))
);
--> statement-breakpoint
ALTER TABLE "problem_lines" ADD CONSTRAINT "problem_lines_ticket_id_problem_reports_ticket_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."problem_reports"("ticket_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_lines" ADD CONSTRAINT "problem_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_photos" ADD CONSTRAINT "problem_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_photos" ADD CONSTRAINT "problem_photos_ticket_id_problem_reports_ticket_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."problem_reports"("ticket_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_ticket_id_contact_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."contact_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problem_lines_order_line" ON "problem_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "problem_photos_user" ON "problem_photos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "problem_photos_ticket" ON "problem_photos" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "problem_photos_created" ON "problem_photos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "problem_reports_order" ON "problem_reports" USING btree ("order_id");