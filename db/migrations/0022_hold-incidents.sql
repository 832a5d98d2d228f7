CREATE TABLE "hold_incidents" (
	"kind" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
