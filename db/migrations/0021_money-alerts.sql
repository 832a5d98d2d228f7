CREATE TABLE "money_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
