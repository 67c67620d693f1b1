ALTER TABLE "invitations" ADD COLUMN "kind" text DEFAULT 'link' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "real_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "job_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_number" ON "invitations" USING btree ("company_id","mobile") WHERE "invitations"."kind" = 'sms' and "invitations"."used_at" is null and "invitations"."declined_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree ("recipient","template","created_at");