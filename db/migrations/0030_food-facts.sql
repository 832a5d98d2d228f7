CREATE TABLE "product_facts" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "product_facts_object" CHECK (jsonb_typeof("product_facts"."facts") = 'object')
);
--> statement-breakpoint
CREATE TABLE "product_families" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_families_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_pictures_position" CHECK ("product_pictures"."position" between 1 and 8)
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "family_id" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size_label" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_facts" ADD CONSTRAINT "product_facts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_family_id_product_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."product_families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "products_size_unique" ON "products" USING btree ("family_id",lower("size_label")) WHERE "products"."family_id" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_size_with_family" CHECK (("products"."family_id" is null) = ("products"."size_label" is null));--> statement-breakpoint
CREATE TRIGGER product_facts_notify AFTER INSERT OR UPDATE OR DELETE ON product_facts
  FOR EACH ROW EXECUTE FUNCTION notify_changes('products', 'product_id');
--> statement-breakpoint
CREATE TRIGGER product_pictures_notify AFTER INSERT OR UPDATE OR DELETE ON product_pictures
  FOR EACH ROW EXECUTE FUNCTION notify_changes('products', 'product_id');
