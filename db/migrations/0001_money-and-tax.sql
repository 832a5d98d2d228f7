CREATE TABLE "product_tax_rates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_tax_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"hsn" text NOT NULL,
	"rate_basis_points" integer NOT NULL,
	"valid_from" date NOT NULL,
	"actor_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_tax_rates_hsn" CHECK ("product_tax_rates"."hsn" ~ '^[0-9]{4}([0-9]{2}){0,2}$'),
	CONSTRAINT "product_tax_rates_rate" CHECK ("product_tax_rates"."rate_basis_points" between 0 and 4000)
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"serial" integer NOT NULL,
	"previous" integer GENERATED ALWAYS AS (nullif(serial - 1, 0)) STORED,
	"number" text GENERATED ALWAYS AS (series || '/' || financial_year || '/' || lpad(serial::text, greatest(6, length(serial::text)), '0')) STORED NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"invoice_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"lines" jsonb NOT NULL,
	"taxable_paise" integer NOT NULL,
	"cgst_paise" integer NOT NULL,
	"sgst_paise" integer NOT NULL,
	"igst_paise" integer NOT NULL,
	"total_paise" integer NOT NULL,
	CONSTRAINT "credit_notes_one_per_refund" UNIQUE("refund_id"),
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_serial_unique" UNIQUE("series","financial_year","serial"),
	CONSTRAINT "credit_notes_halves_are_nearly_equal" CHECK (abs("credit_notes"."cgst_paise" - "credit_notes"."sgst_paise") <= jsonb_array_length("credit_notes"."lines")),
	CONSTRAINT "credit_notes_serial_from_one" CHECK ("credit_notes"."serial" >= 1),
	CONSTRAINT "credit_notes_number_is_lawful" CHECK ("credit_notes"."number" ~ '^[A-Za-z0-9/-]{1,16}$'),
	CONSTRAINT "credit_notes_in_their_financial_year" CHECK ("credit_notes"."financial_year" = to_char(("credit_notes"."issued_at" at time zone interval '5:30') + interval '-3 months', 'YY') || '-' || to_char(("credit_notes"."issued_at" at time zone interval '5:30') + interval '9 months', 'YY')),
	CONSTRAINT "credit_notes_amounts_add_up" CHECK ("credit_notes"."total_paise" = "credit_notes"."taxable_paise" + "credit_notes"."cgst_paise" + "credit_notes"."sgst_paise" + "credit_notes"."igst_paise"),
	CONSTRAINT "credit_notes_amounts_not_negative" CHECK ("credit_notes"."total_paise" > 0 and least("credit_notes"."taxable_paise", "credit_notes"."cgst_paise", "credit_notes"."sgst_paise", "credit_notes"."igst_paise") >= 0),
	CONSTRAINT "credit_notes_within_one_state_or_between_two" CHECK ("credit_notes"."igst_paise" = 0 or "credit_notes"."cgst_paise" + "credit_notes"."sgst_paise" = 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"last" integer NOT NULL,
	"last_issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_counters_series_financial_year_pk" PRIMARY KEY("series","financial_year"),
	CONSTRAINT "invoice_counters_from_one" CHECK ("invoice_counters"."last" >= 1)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"serial" integer NOT NULL,
	"previous" integer GENERATED ALWAYS AS (nullif(serial - 1, 0)) STORED,
	"number" text GENERATED ALWAYS AS (series || '/' || financial_year || '/' || lpad(serial::text, greatest(6, length(serial::text)), '0')) STORED NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_reference" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"supplier" jsonb NOT NULL,
	"recipient" jsonb NOT NULL,
	"supply" text NOT NULL,
	"lines" jsonb NOT NULL,
	"taxable_paise" integer NOT NULL,
	"cgst_paise" integer NOT NULL,
	"sgst_paise" integer NOT NULL,
	"igst_paise" integer NOT NULL,
	"total_paise" integer NOT NULL,
	CONSTRAINT "invoices_one_per_order" UNIQUE("order_id"),
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_serial_unique" UNIQUE("series","financial_year","serial"),
	CONSTRAINT "invoices_only_tax_invoices_bear_tax" CHECK ("invoices"."kind" = 'tax-invoice' or "invoices"."total_paise" = "invoices"."taxable_paise"),
	CONSTRAINT "invoices_tax_follows_supply" CHECK (case "invoices"."supply" when 'intra' then "invoices"."igst_paise" else "invoices"."cgst_paise" end = 0),
	CONSTRAINT "invoices_halves_are_equal" CHECK ("invoices"."cgst_paise" = "invoices"."sgst_paise"),
	CONSTRAINT "invoices_serial_from_one" CHECK ("invoices"."serial" >= 1),
	CONSTRAINT "invoices_number_is_lawful" CHECK ("invoices"."number" ~ '^[A-Za-z0-9/-]{1,16}$'),
	CONSTRAINT "invoices_in_their_financial_year" CHECK ("invoices"."financial_year" = to_char(("invoices"."issued_at" at time zone interval '5:30') + interval '-3 months', 'YY') || '-' || to_char(("invoices"."issued_at" at time zone interval '5:30') + interval '9 months', 'YY')),
	CONSTRAINT "invoices_amounts_add_up" CHECK ("invoices"."total_paise" = "invoices"."taxable_paise" + "invoices"."cgst_paise" + "invoices"."sgst_paise" + "invoices"."igst_paise"),
	CONSTRAINT "invoices_amounts_not_negative" CHECK ("invoices"."total_paise" > 0 and least("invoices"."taxable_paise", "invoices"."cgst_paise", "invoices"."sgst_paise", "invoices"."igst_paise") >= 0),
	CONSTRAINT "invoices_within_one_state_or_between_two" CHECK ("invoices"."igst_paise" = 0 or "invoices"."cgst_paise" + "invoices"."sgst_paise" = 0)
);
--> statement-breakpoint
CREATE TABLE "money_received" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"upi_txn_id" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"currency" text DEFAULT 'INR' NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_received_once" UNIQUE("provider","upi_txn_id"),
	CONSTRAINT "money_received_amount_positive" CHECK ("money_received"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "refund_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"refund_id" uuid NOT NULL,
	"state" text NOT NULL,
	"said" text,
	"decided_by" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "typed_utrs" (
	"utr" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"typed_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"needs_two" boolean DEFAULT false NOT NULL,
	CONSTRAINT "typed_utrs_twelve_digits" CHECK ("typed_utrs"."utr" ~ '^[0-9]{12}$')
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"key" text PRIMARY KEY NOT NULL,
	"upi_txn_id" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"bank_reference" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_refunds_amount_positive" CHECK ("sandbox_refunds"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds_due" DROP CONSTRAINT "refunds_due_money_unique";--> statement-breakpoint
ALTER TABLE "stock_ledger" DROP CONSTRAINT "stock_ledger_product_id_products_id_fk";
--> statement-breakpoint
DROP INDEX "payment_events_homeless";--> statement-breakpoint
ALTER TABLE "money_decisions" ALTER COLUMN "bank_reference" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_before_invoices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "state" text DEFAULT 'due' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "provider_refund_id" text;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "bank_reference" text;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_tax_rates" ADD CONSTRAINT "product_tax_rates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_follow_the_last_one" FOREIGN KEY ("series","financial_year","previous") REFERENCES "public"."credit_notes"("series","financial_year","serial") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_follow_the_last_one" FOREIGN KEY ("series","financial_year","previous") REFERENCES "public"."invoices"("series","financial_year","serial") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_received" ADD CONSTRAINT "money_received_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_events" ADD CONSTRAINT "refund_events_refund_id_refunds_due_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds_due"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typed_utrs" ADD CONSTRAINT "typed_utrs_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_tax_rates_product" ON "product_tax_rates" USING btree ("product_id","valid_from","id");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id","issued_at");--> statement-breakpoint
CREATE INDEX "credit_notes_newest" ON "credit_notes" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "money_received_payment" ON "money_received" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "money_received_day" ON "money_received" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "refund_events_refund" ON "refund_events" USING btree ("refund_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_events_processed_once" ON "refund_events" USING btree ("refund_id") WHERE "refund_events"."state" = 'processed';--> statement-breakpoint
CREATE UNIQUE INDEX "typed_utrs_one_waiting" ON "typed_utrs" USING btree ("payment_id") WHERE "typed_utrs"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "typed_utrs_payment" ON "typed_utrs" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "typed_utrs_waiting" ON "typed_utrs" USING btree ("typed_at") WHERE "typed_utrs"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_refunds_money" ON "sandbox_refunds" USING btree ("upi_txn_id");--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_homeless_money" ON "payment_events" USING btree ("provider","upi_txn_id") WHERE "payment_events"."result" in ('review', 'unknown_payment', 'refunded_twice', 'stuck');--> statement-breakpoint
CREATE INDEX "refunds_due_payment" ON "refunds_due" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_due_money" ON "refunds_due" USING btree ("provider","upi_txn_id");--> statement-breakpoint
CREATE INDEX "refunds_due_waiting" ON "refunds_due" USING btree ("created_at","id") WHERE "refunds_due"."state" in ('due', 'failed');--> statement-breakpoint
CREATE INDEX "refunds_due_turn" ON "refunds_due" USING btree ("next_try_at") WHERE "refunds_due"."state" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "payment_events_homeless" ON "payment_events" USING btree ("received_at","id") WHERE "payment_events"."result" in ('review', 'unknown_payment', 'refunded_twice', 'stuck') and "payment_events"."amount_paise" is not null;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD CONSTRAINT "refunds_due_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE "refunds_due" ADD CONSTRAINT "refunds_due_provider_refund_unique" UNIQUE("provider","provider_refund_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_without_invoice_are_paid" CHECK (not "orders"."paid_before_invoices" or "orders"."paid_at" is not null);--> statement-breakpoint
ALTER TABLE "money_decisions" ADD CONSTRAINT "money_decisions_have_a_ground" CHECK ("money_decisions"."bank_reference" is not null or ("money_decisions"."event_id" is not null and "money_decisions"."note" is not null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_within_received" CHECK ("payments"."refunded_paise" between 0 and "payments"."received_paise");