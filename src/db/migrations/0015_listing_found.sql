DROP INDEX "products_words";--> statement-breakpoint
DROP INDEX "services_words";--> statement-breakpoint
DROP INDEX "products_keys";--> statement-breakpoint
DROP INDEX "services_keys";--> statement-breakpoint
DROP FUNCTION "listing_keys"(integer[], text, text[], integer, integer);--> statement-breakpoint
CREATE FUNCTION "listing_step"("amount" bigint) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT floor(ln(greatest(amount, 0)::float8 + 1) * 20)::integer
$$;--> statement-breakpoint
CREATE FUNCTION "listing_week"("moment" timestamp with time zone) RETURNS integer IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT floor(extract(epoch FROM moment) / 604800)::integer
$$;--> statement-breakpoint
CREATE FUNCTION "listing_keys"("path" integer[], "district" text, "tags" text[], "price_type" integer, "brand" integer, "published_at" timestamp with time zone, "price" bigint, "high_price" bigint, "days" integer)
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
  -- Where it stands in each order: week, price, duration; and every range of prices that its own price meets.
  found := found || ('w' || public.listing_week(published_at));
  IF price IS NOT NULL THEN
    found := found || ('p' || public.listing_step(price));
    FOR step IN public.listing_step(price) / 8 .. public.listing_step(greatest(high_price, price)) / 8 LOOP
      found := found || ('q' || step);
    END LOOP;
  END IF;
  IF days IS NOT NULL THEN
    found := found || ('m' || public.listing_step(days));
  END IF;
  RETURN found;
END $$;--> statement-breakpoint
CREATE INDEX "services_found" ON "services" USING gin ("words", listing_keys("category_path", "district_code", "tags", "price_type", NULL::integer, "published_at", "price", "high_price", "min_days")) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_found" ON "products" USING gin ("words", listing_keys("category_path", "district_code", "tags", "price_type", "brand_id", "published_at", "price", "high_price", NULL::integer)) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
ALTER INDEX "services_found" ALTER COLUMN 2 SET STATISTICS 300;--> statement-breakpoint
ALTER INDEX "products_found" ALTER COLUMN 2 SET STATISTICS 300;--> statement-breakpoint
ANALYZE "services";--> statement-breakpoint
ANALYZE "products";
