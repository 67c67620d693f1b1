ALTER TABLE "sessions" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "asker" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "asker_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "familiar" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD COLUMN "address_tries" integer DEFAULT 0 NOT NULL;