DROP INDEX "products_new";--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
DROP INDEX "services_new";--> statement-breakpoint
DROP INDEX "services_price";--> statement-breakpoint
DROP INDEX "services_duration";--> statement-breakpoint
CREATE FUNCTION "listing_keys"("path" integer[], "district" text, "tags" text[], "price_type" integer, "brand" integer)
RETURNS text[] IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
  keys text[] := '{}';
  facets integer[] := '{}';
  found text[];
  step integer;
  tag text;
BEGIN
  FOREACH step IN ARRAY path[2:] LOOP
    keys := keys || ('c' || step); facets := facets || 1;
  END LOOP;
  keys := keys || ('d' || left(district, 2)); facets := facets || 2;
  IF length(district) > 2 THEN
    keys := keys || ('d' || left(district, 4)); facets := facets || 2;
  END IF;
  FOREACH tag IN ARRAY tags LOOP
    keys := keys || ('t' || tag); facets := facets || 3;
  END LOOP;
  keys := keys || ('y' || price_type); facets := facets || 4;
  IF brand IS NOT NULL THEN
    keys := keys || ('b' || brand); facets := facets || 5;
  END IF;
  found := keys;
  FOR one IN 1 .. cardinality(keys) LOOP
    FOR other IN one + 1 .. cardinality(keys) LOOP
      IF facets[one] < facets[other] THEN found := found || (keys[one] || ' ' || keys[other]); END IF;
    END LOOP;
  END LOOP;
  RETURN found;
END $$;--> statement-breakpoint
CREATE INDEX "services_keys" ON "services" USING gin (listing_keys("category_path", "district_code", "tags", "price_type", NULL::integer)) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_new" ON "services" ("published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_price" ON "services" ("price", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_duration" ON "services" ("min_days", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_1" ON "services" (("category_path"[2]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_2" ON "services" (("category_path"[3]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_3" ON "services" (("category_path"[4]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_province" ON "services" ((left("district_code", 2)), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
ALTER TABLE "services" ALTER COLUMN "words" SET STATISTICS 300;--> statement-breakpoint
CREATE INDEX "products_keys" ON "products" USING gin (listing_keys("category_path", "district_code", "tags", "price_type", "brand_id")) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_new" ON "products" ("published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_price" ON "products" ("price", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_1" ON "products" (("category_path"[2]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_2" ON "products" (("category_path"[3]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_3" ON "products" (("category_path"[4]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_province" ON "products" ((left("district_code", 2)), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "words" SET STATISTICS 300;
