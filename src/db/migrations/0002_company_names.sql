CREATE TABLE "licence_readings" (
	"file_id" text PRIMARY KEY NOT NULL,
	"lines" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "expiry_told" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_name_key" ON "companies" USING btree (lower(regexp_replace(normalize("name", NFKC), '\s', '', 'g')));--> statement-breakpoint
CREATE UNIQUE INDEX "shops_name_key" ON "shops" USING btree (lower(regexp_replace(normalize("name", NFKC), '\s', '', 'g')));