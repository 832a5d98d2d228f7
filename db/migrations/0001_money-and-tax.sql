CREATE TABLE "typed_utrs" (
	"utr" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"typed_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "typed_utrs_one_per_payment" UNIQUE("payment_id"),
	CONSTRAINT "typed_utrs_twelve_digits" CHECK ("typed_utrs"."utr" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
ALTER TABLE "typed_utrs" ADD CONSTRAINT "typed_utrs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "typed_utrs_waiting" ON "typed_utrs" USING btree ("typed_at") WHERE "typed_utrs"."settled_at" is null;