ALTER TABLE "outbox" DROP CONSTRAINT "outbox_sms_has_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "on_whatsapp" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_sms_has_kind" CHECK (("outbox"."channel" in ('sms', 'whatsapp')) = ("outbox"."sms_kind" is not null));