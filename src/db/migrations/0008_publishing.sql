CREATE UNIQUE INDEX "brands_name_key" ON "brands" USING btree (lower(regexp_replace(normalize("name", NFKC), '\s', '', 'g')));--> statement-breakpoint
CREATE INDEX "products_desk" ON "products" USING btree ("shop_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "products_waiting" ON "products" USING btree ("updated_at") WHERE "products"."status" = 'pending_review';--> statement-breakpoint
CREATE INDEX "services_desk" ON "services" USING btree ("shop_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "services_waiting" ON "services" USING btree ("updated_at") WHERE "services"."status" = 'pending_review';