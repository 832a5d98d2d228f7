CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"email" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_codes_tries_not_negative" CHECK ("sign_in_codes"."tries_left" >= 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price_paise" integer NOT NULL,
	"stock" integer NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"min_stock" integer NOT NULL,
	"sku" text NOT NULL,
	"image_url" text,
	"category_id" integer NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_paise" > 0),
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_reserved_within_stock" CHECK ("products"."reserved" >= 0 and "products"."reserved" <= "products"."stock"),
	CONSTRAINT "products_min_stock_not_negative" CHECK ("products"."min_stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" integer NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"owner_id" uuid,
	"actor_email" text,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_ledger_sold_once" UNIQUE("owner_id","product_id","reason"),
	CONSTRAINT "stock_ledger_change_not_zero" CHECK ("stock_ledger"."change" <> 0)
);
--> statement-breakpoint
CREATE TABLE "stock_reservations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_reservations_owner_product_unique" UNIQUE("owner_id","product_id"),
	CONSTRAINT "stock_reservations_quantity_positive" CHECK ("stock_reservations"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"text" text NOT NULL,
	"by_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_tickets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "contact_tickets_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1001 CACHE 1),
	"name" text NOT NULL,
	"phone" text,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reply_due_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(name || chr(10) || email || chr(10) || coalesce(phone, '') || chr(10) || subject || chr(10) || message)) STORED,
	CONSTRAINT "contact_tickets_number_unique" UNIQUE("number"),
	CONSTRAINT "contact_tickets_due_after_creation" CHECK ("contact_tickets"."reply_due_at" > "contact_tickets"."created_at")
);
--> statement-breakpoint
CREATE TABLE "custom_order_moments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"custom_order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"from" text,
	"to" text,
	"amount_paise" integer,
	"text" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"status" text DEFAULT 'quote-pending' NOT NULL,
	"flavor" text NOT NULL,
	"concentration" integer NOT NULL,
	"name" text,
	"ingredients" jsonb NOT NULL,
	"occasion" text,
	"shape" text NOT NULL,
	"packaging" text NOT NULL,
	"message" text,
	"quantity" integer NOT NULL,
	"customer_mobile" text NOT NULL,
	"customer_email" text NOT NULL,
	"estimate_paise" integer NOT NULL,
	"estimate_lines" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"quiet" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"quoted_paise" integer,
	"admin_notes" text,
	"quoted_at" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"quote_token_hash" text,
	"quotations" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"user_id" uuid,
	"order_id" uuid,
	"customer_name" text,
	"left_at" timestamp with time zone,
	CONSTRAINT "custom_orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "custom_orders_quote_token_unique" UNIQUE("quote_token_hash"),
	CONSTRAINT "custom_orders_order_unique" UNIQUE("order_id"),
	CONSTRAINT "custom_orders_concentration_in_range" CHECK ("custom_orders"."concentration" between 30 and 95),
	CONSTRAINT "custom_orders_quantity_in_range" CHECK ("custom_orders"."quantity" between 1 and 1000),
	CONSTRAINT "custom_orders_estimate_positive" CHECK ("custom_orders"."estimate_paise" > 0),
	CONSTRAINT "custom_orders_promise_ahead" CHECK ("custom_orders"."due_at" > "custom_orders"."created_at"),
	CONSTRAINT "custom_orders_quotation_is_whole" CHECK (num_nonnulls("custom_orders"."quoted_paise", "custom_orders"."quoted_at", "custom_orders"."valid_until") in (0, 3)),
	CONSTRAINT "custom_orders_price_positive" CHECK ("custom_orders"."quoted_paise" > 0),
	CONSTRAINT "custom_orders_quoted_has_price" CHECK ("custom_orders"."status" <> 'quoted' or "custom_orders"."quoted_paise" is not null),
	CONSTRAINT "custom_orders_order_was_quoted" CHECK ("custom_orders"."order_id" is null or "custom_orders"."quoted_paise" is not null),
	CONSTRAINT "custom_orders_status_known" CHECK ("custom_orders"."status" in ('quote-pending', 'quoted', 'confirmed', 'in-production', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"sms_kind" text,
	"sms_values" jsonb,
	"is_secret" boolean DEFAULT false NOT NULL,
	"dedupe_key" text NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"held_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(
  case when is_secret then "to" else "to" || ' ' || subject end
), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), ''))) STORED,
	CONSTRAINT "messages_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "messages_attempts_not_negative" CHECK ("messages"."attempts" >= 0),
	CONSTRAINT "messages_sms_has_kind" CHECK (("messages"."channel" = 'sms') = ("messages"."sms_kind" is not null)),
	CONSTRAINT "messages_one_end" CHECK (num_nonnulls("messages"."sent_at", "messages"."failed_at", "messages"."held_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" integer,
	"custom_order_id" uuid,
	"name" text NOT NULL,
	"image_url" text,
	"unit_paise" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_lines_order_product_unique" UNIQUE("order_id","product_id"),
	CONSTRAINT "order_lines_one_thing" CHECK (num_nonnulls("order_lines"."product_id", "order_lines"."custom_order_id") = 1),
	CONSTRAINT "order_lines_unit_positive" CHECK ("order_lines"."unit_paise" > 0),
	CONSTRAINT "order_lines_quantity_positive" CHECK ("order_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_status_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"content_hash" text NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"customer_phone" text NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"notes" text,
	"subtotal_paise" integer NOT NULL,
	"shipping_paise" integer NOT NULL,
	"discount_paise" integer DEFAULT 0 NOT NULL,
	"promo_code" text,
	"total_paise" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"payable_until" timestamp with time zone,
	"packed_at" timestamp with time zone,
	"courier" text,
	"tracking_number" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(
  substr(reference, 5) || ' ' || customer_name || ' ' || split_part(customer_email, '@', 1) || ' ' || right(customer_phone, 10) || ' ' ||
  coalesce(shipping_address ->> 'firstName', '') || ' ' || coalesce(shipping_address ->> 'lastName', '') || ' ' ||
  coalesce(shipping_address ->> 'pincode', '')
), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), ''))) STORED,
	CONSTRAINT "orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "orders_tracking_is_whole" CHECK (num_nonnulls("orders"."courier", "orders"."tracking_number") <> 1),
	CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_paise" = "orders"."subtotal_paise" + "orders"."shipping_paise" - "orders"."discount_paise"),
	CONSTRAINT "orders_discount_within_subtotal" CHECK ("orders"."discount_paise" >= 0 and "orders"."discount_paise" < "orders"."subtotal_paise"),
	CONSTRAINT "orders_discount_has_code" CHECK ("orders"."discount_paise" = 0 or "orders"."promo_code" is not null),
	CONSTRAINT "orders_amounts_positive" CHECK ("orders"."subtotal_paise" > 0 and "orders"."shipping_paise" >= 0),
	CONSTRAINT "orders_work_is_paid" CHECK ("orders"."paid_at" is not null or "orders"."status" in ('pending', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "money_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"refund_id" uuid,
	"event_id" uuid,
	"bank_reference" text NOT NULL,
	"note" text,
	"decided_by" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "money_decisions_refund_once" UNIQUE("refund_id"),
	CONSTRAINT "money_decisions_event_once" UNIQUE("event_id"),
	CONSTRAINT "money_decisions_about_one" CHECK (num_nonnulls("money_decisions"."refund_id", "money_decisions"."event_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"payment_id" uuid,
	"source" text NOT NULL,
	"raw" text NOT NULL,
	"result" text NOT NULL,
	"amount_paise" integer,
	"upi_txn_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_events_event_unique" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"client_txn_id" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"amount_paise" integer NOT NULL,
	"upi_link" text,
	"payment_url" text,
	"upi_id" text,
	"customer_vpa" text,
	"upi_txn_id" text,
	"paid_at" timestamp with time zone,
	"late" boolean DEFAULT false NOT NULL,
	"remark" text,
	"expires_at" timestamp with time zone NOT NULL,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_client_txn_id_unique" UNIQUE("client_txn_id"),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_paise" > 0),
	CONSTRAINT "payments_success_has_evidence" CHECK ("payments"."status" not in ('success', 'refunded') or ("payments"."paid_at" is not null and "payments"."upi_txn_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "refunds_due" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"upi_txn_id" text NOT NULL,
	"amount_paise" integer NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_due_money_unique" UNIQUE("provider","upi_txn_id"),
	CONSTRAINT "refunds_due_amount_positive" CHECK ("refunds_due"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_bank" (
	"client_txn_id" text PRIMARY KEY NOT NULL,
	"amount_paise" integer NOT NULL,
	"outcome" text,
	"upi_txn_id" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "razorpay_codes" (
	"client_txn_id" text PRIMARY KEY NOT NULL,
	"qr_id" text NOT NULL,
	"upi_link" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "razorpay_codes_qr_unique" UNIQUE("qr_id")
);
--> statement-breakpoint
CREATE TABLE "razorpay_money" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"upi_txn_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"promotion_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_reference" text NOT NULL,
	"user_id" uuid,
	"released_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotion_uses_owner_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"percent" integer,
	"amount_paise" integer,
	"min_subtotal_paise" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_code_unique" UNIQUE("code"),
	CONSTRAINT "promotions_code_in_capitals" CHECK ("promotions"."code" ~ '^[A-Z0-9]{3,30}$'),
	CONSTRAINT "promotions_percent_or_amount" CHECK (num_nonnulls("promotions"."percent", "promotions"."amount_paise") = 1),
	CONSTRAINT "promotions_leave_something_to_pay" CHECK (coalesce("promotions"."percent", 0) <= 90 and coalesce("promotions"."amount_paise", -1) < "promotions"."min_subtotal_paise"),
	CONSTRAINT "promotions_amounts_positive" CHECK (coalesce("promotions"."percent", "promotions"."amount_paise") > 0 and "promotions"."min_subtotal_paise" >= 0),
	CONSTRAINT "promotions_end_after_start" CHECK ("promotions"."ends_at" > "promotions"."starts_at"),
	CONSTRAINT "promotions_never_overused" CHECK ("promotions"."used" >= 0 and "promotions"."used" <= coalesce("promotions"."max_uses", "promotions"."used"))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" integer NOT NULL,
	"order_line_id" uuid,
	"user_id" uuid,
	"rating" integer NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"author_name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"rejection_reason" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_order_line_unique" UNIQUE("order_line_id"),
	CONSTRAINT "reviews_rating_of_five" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_by_buyers" CHECK ("reviews"."is_sample" or "reviews"."order_line_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "saved_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_items_user_product_kind_unique" UNIQUE("user_id","product_id","kind"),
	CONSTRAINT "saved_items_quantity_positive" CHECK ("saved_items"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"section" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"author_name" text NOT NULL,
	"author_email" text,
	"chocolate_type" text,
	"emotion" text,
	"location" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"published_at" timestamp with time zone,
	"rejection_reason" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stories_status_known" CHECK ("stories"."status" in ('pending', 'published', 'rejected')),
	CONSTRAINT "stories_published_has_time" CHECK ("stories"."status" <> 'published' or "stories"."published_at" is not null),
	CONSTRAINT "stories_pending_has_none" CHECK ("stories"."status" <> 'pending' or "stories"."published_at" is null)
);
--> statement-breakpoint
CREATE TABLE "story_likes" (
	"story_id" uuid NOT NULL,
	"visitor_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "story_likes_story_id_visitor_hash_pk" PRIMARY KEY("story_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" text NOT NULL,
	"ingredient" text NOT NULL,
	"current_stage" text NOT NULL,
	"stages" jsonb NOT NULL,
	"certifications" jsonb NOT NULL,
	"quality_metrics" jsonb NOT NULL,
	"sustainability" jsonb NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_batch_id_unique" UNIQUE("batch_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_second_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_ledger" ADD CONSTRAINT "stock_ledger_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_reservations" ADD CONSTRAINT "stock_reservations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_ticket_id_contact_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."contact_tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_order_moments" ADD CONSTRAINT "custom_order_moments_custom_order_id_custom_orders_id_fk" FOREIGN KEY ("custom_order_id") REFERENCES "public"."custom_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_orders" ADD CONSTRAINT "custom_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_changes" ADD CONSTRAINT "order_status_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_decisions" ADD CONSTRAINT "money_decisions_refund_id_refunds_due_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds_due"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_decisions" ADD CONSTRAINT "money_decisions_event_id_payment_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."payment_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds_due" ADD CONSTRAINT "refunds_due_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_likes" ADD CONSTRAINT "story_likes_story_id_stories_id_fk" FOREIGN KEY ("story_id") REFERENCES "public"."stories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","created_at");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "stock_ledger_product" ON "stock_ledger" USING btree ("product_id","created_at","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_pace" ON "stock_ledger" USING btree ("created_at","product_id","change") WHERE "stock_ledger"."reason" in ('sold', 'returned');--> statement-breakpoint
CREATE INDEX "stock_reservations_expiry" ON "stock_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contact_replies_ticket" ON "contact_replies" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_tickets_open" ON "contact_tickets" USING btree ("reply_due_at") WHERE "contact_tickets"."status" = 'open';--> statement-breakpoint
CREATE INDEX "contact_tickets_status" ON "contact_tickets" USING btree ("status","reply_due_at","id");--> statement-breakpoint
CREATE INDEX "contact_tickets_email" ON "contact_tickets" USING btree ("email");--> statement-breakpoint
CREATE INDEX "custom_order_moments_order" ON "custom_order_moments" USING btree ("custom_order_id","created_at");--> statement-breakpoint
CREATE INDEX "custom_orders_newest" ON "custom_orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "custom_orders_status" ON "custom_orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "custom_orders_unanswered" ON "custom_orders" USING btree ("due_at","id") WHERE "custom_orders"."status" = 'quote-pending';--> statement-breakpoint
CREATE INDEX "custom_orders_customer" ON "custom_orders" USING btree ("customer_email");--> statement-breakpoint
CREATE INDEX "custom_orders_user" ON "custom_orders" USING btree ("user_id") WHERE "custom_orders"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "custom_orders_left" ON "custom_orders" USING btree ("left_at") WHERE "custom_orders"."left_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at") WHERE "messages"."sent_at" is null and "messages"."failed_at" is null and "messages"."held_at" is null;--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("created_at","id") WHERE "messages"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("created_at","id") WHERE "messages"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_with_words" ON "messages" USING btree ("created_at") WHERE "messages"."text" <> '';--> statement-breakpoint
CREATE INDEX "messages_to" ON "messages" USING btree ("to");--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "order_lines_custom_order" ON "order_lines" USING btree ("custom_order_id") WHERE "order_lines"."custom_order_id" is not null;--> statement-breakpoint
CREATE INDEX "order_notes_order" ON "order_notes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_status_changes_order" ON "order_status_changes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("paid_at","id") WHERE "orders"."status" = 'processing' and "orders"."packed_at" is null;--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at","id") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_paid_by" ON "orders" USING btree ("customer_email","paid_at") WHERE "orders"."paid_at" is not null and "orders"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "orders_sample" ON "orders" USING btree ("id") WHERE "orders"."is_sample";--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending' and "orders"."paid_at" is null;--> statement-breakpoint
CREATE INDEX "payment_events_payment" ON "payment_events" USING btree ("payment_id","received_at");--> statement-breakpoint
CREATE INDEX "payment_events_homeless" ON "payment_events" USING btree ("received_at","id") WHERE "payment_events"."result" in ('review', 'unknown_payment') and "payment_events"."amount_paise" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_upi_txn_unique" ON "payments" USING btree ("provider","upi_txn_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_success_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."status" in ('success', 'refunded');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open_per_order" ON "payments" USING btree ("order_id") WHERE "payments"."status" in ('created', 'pending', 'awaiting_confirmation', 'failure');--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_next_check" ON "payments" USING btree ("next_check_at") WHERE "payments"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at","amount_paise") WHERE "payments"."status" in ('success', 'refunded');--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("amount_paise") WHERE "payments"."status" in ('success', 'refunded');--> statement-breakpoint
CREATE INDEX "refunds_due_oldest" ON "refunds_due" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sandbox_bank_moved" ON "sandbox_bank" USING btree ("decided_at") WHERE "sandbox_bank"."outcome" = 'success';--> statement-breakpoint
CREATE INDEX "razorpay_money_number" ON "razorpay_money" USING btree ("upi_txn_id");--> statement-breakpoint
CREATE INDEX "promotion_uses_promotion" ON "promotion_uses" USING btree ("promotion_id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_once_a_person" ON "promotion_uses" USING btree ("promotion_id","user_id") WHERE "promotion_uses"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promotions_newest" ON "promotions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_public" ON "reviews" USING btree ("product_id","created_at") WHERE "reviews"."status" = 'published';--> statement-breakpoint
CREATE INDEX "reviews_pending" ON "reviews" USING btree ("created_at") WHERE "reviews"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "reviews_to_moderate" ON "reviews" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stories_status" ON "stories" USING btree ("status","published_at");--> statement-breakpoint
CREATE INDEX "stories_to_moderate" ON "stories" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "story_likes_visitor" ON "story_likes" USING btree ("visitor_hash");--> statement-breakpoint
CREATE INDEX "batches_newest" ON "batches" USING btree ("is_sample","created_at") WHERE "batches"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "batches_of_the_desk" ON "batches" USING btree ("created_at","id");