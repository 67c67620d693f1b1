DROP INDEX "payment_lines_due";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "device" text;--> statement-breakpoint
CREATE INDEX "payment_lines_due" ON "payment_lines" USING btree ("due_at") WHERE "payment_lines"."status" in ('scheduled', 'due', 'rejected');