ALTER TABLE "messages" ADD COLUMN "reply_seq" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "recalled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "words" "tsvector";--> statement-breakpoint
ALTER TABLE "read_positions" ADD COLUMN "pinned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "read_positions" ADD COLUMN "muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_found" ON "messages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "messages_file" ON "messages" USING btree ("file_id") WHERE "messages"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_recalled" ON "messages" USING btree ("conversation_id","seq") WHERE "messages"."recalled_at" is not null;