ALTER TABLE "draw_awards" ADD COLUMN "claim_by" timestamp (3) with time zone;--> statement-breakpoint
-- Nobody was told of a time before: what waits already has all of it from now on.
UPDATE "draw_awards" SET "claim_by" = greatest(now(), "draw_rounds"."closes_at") + interval '30 days'
  FROM "draw_rounds" WHERE "draw_rounds"."id" = "draw_awards"."round_id";--> statement-breakpoint
ALTER TABLE "draw_awards" ALTER COLUMN "claim_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "draw_awards" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "draw_awards_due" ON "draw_awards" USING btree ("claim_by","id") WHERE "draw_awards"."status" = 'to_claim';
