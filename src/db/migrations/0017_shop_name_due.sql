ALTER TABLE "shops" ADD COLUMN "name_due" integer;--> statement-breakpoint
CREATE INDEX "shops_name_due" ON "shops" USING btree ("id") WHERE "shops"."name_due" is not null;