-- What the tables cannot express: functions, indexes on them or with INCLUDE, their statistics, and triggers.
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
CREATE INDEX "services_new" ON "services" ("published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_price" ON "services" ("price", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_duration" ON "services" ("min_days", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_1" ON "services" (("category_path"[2]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_2" ON "services" (("category_path"[3]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_level_3" ON "services" (("category_path"[4]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_province" ON "services" ((left("district_code", 2)), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_new" ON "products" ("published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_price" ON "products" ("price", "id") INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_1" ON "products" (("category_path"[2]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_2" ON "products" (("category_path"[3]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_level_3" ON "products" (("category_path"[4]), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_province" ON "products" ((left("district_code", 2)), "published_at" DESC, "id" DESC) INCLUDE ("category_path", "district_code", "tags", "price_type", "price", "high_price", "company_id", "shop_id", "brand_id") WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "services_found" ON "services" USING gin ("tokens", listing_keys("category_path", "district_code", "tags", "price_type", NULL::integer, "published_at", "price", "high_price", "min_days")) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
CREATE INDEX "products_found" ON "products" USING gin ("tokens", listing_keys("category_path", "district_code", "tags", "price_type", "brand_id", "published_at", "price", "high_price", NULL::integer)) WITH (fastupdate = off) WHERE "status" = 'published';--> statement-breakpoint
ALTER INDEX "services_found" ALTER COLUMN 2 SET STATISTICS 300;--> statement-breakpoint
ALTER INDEX "products_found" ALTER COLUMN 2 SET STATISTICS 300;--> statement-breakpoint
-- What a transaction leaves in the ledger adds up to nothing, movement by movement; looked at when it commits.
CREATE FUNCTION "ledger_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved integer;
  total bigint;
  sides integer;
BEGIN
  IF TG_TABLE_NAME = 'ledger_movements' THEN moved := NEW.id; ELSE moved := NEW.movement_id; END IF;
  SELECT coalesce(sum(amount), 0), count(*) INTO total, sides FROM ledger_entries WHERE movement_id = moved;
  IF total <> 0 OR sides < 2 THEN
    RAISE EXCEPTION 'ledger movement % does not balance: % entries sum to %', moved, sides, total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_movements_balanced" AFTER INSERT ON "ledger_movements"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_balanced"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_balanced"();--> statement-breakpoint
-- What was written stays as it was: a mistake is corrected by another movement.
CREATE FUNCTION "ledger_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is only added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_movements_kept" BEFORE UPDATE OR DELETE ON "ledger_movements"
  FOR EACH ROW EXECUTE FUNCTION "ledger_kept"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_kept" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "ledger_kept"();--> statement-breakpoint
CREATE TRIGGER "ledger_movements_all_kept" BEFORE TRUNCATE ON "ledger_movements"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_kept"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_all_kept" BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_kept"();--> statement-breakpoint
-- What was written stays as it was: points are taken back by another entry.
CREATE FUNCTION "score_entries_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger of points is only added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'score_entries_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "score_entries_kept" BEFORE UPDATE OR DELETE ON "score_entries"
  FOR EACH ROW EXECUTE FUNCTION "score_entries_kept"();--> statement-breakpoint
-- A round keeps what was promised: its seed, its table of chances, its draws.
CREATE FUNCTION "draw_promised"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'draw_rounds' THEN
    IF (NEW.seed, NEW.seed_hash) IS NOT DISTINCT FROM (OLD.seed, OLD.seed_hash) THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'draw_prizes' THEN
    IF (NEW.round_id, NEW.seq, NEW.is_prize, NEW.weight, NEW.stock) IS NOT DISTINCT FROM
       (OLD.round_id, OLD.seq, OLD.is_prize, OLD.weight, OLD.stock) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a round keeps what it promised' USING ERRCODE = 'check_violation', CONSTRAINT = 'draw_promised';
END $$;--> statement-breakpoint
CREATE TRIGGER "draw_rounds_promised" BEFORE UPDATE ON "draw_rounds" FOR EACH ROW EXECUTE FUNCTION "draw_promised"();--> statement-breakpoint
CREATE TRIGGER "draw_prizes_promised" BEFORE UPDATE ON "draw_prizes" FOR EACH ROW EXECUTE FUNCTION "draw_promised"();--> statement-breakpoint
CREATE TRIGGER "draw_entries_promised" BEFORE UPDATE OR DELETE ON "draw_entries" FOR EACH ROW EXECUTE FUNCTION "draw_promised"();--> statement-breakpoint
-- Rows of listings in lists, as the contract answers them. The functions name every field of its row.
CREATE FUNCTION "service_card"("l" "services") RETURNS text STABLE LANGUAGE sql AS $$
  SELECT row_to_json(card)::text FROM (
    SELECT l.id AS "serviceId", l.service_no AS "serviceNo", l.title AS "serviceName", l.duration_text AS "durationText",
      l.price_type AS "servicePriceType",
      CASE WHEN l.price_type <> 2 THEN l.price END AS "servicePrice",
      CASE WHEN l.price_type = 1 THEN l.high_price END AS "serviceHighPrice",
      coalesce(l.pictures->0->>'url', '/figures/' || regexp_replace(l.figure, '^fig-', '') || '.svg') AS "serviceMainPicUrl",
      regexp_replace(l.figure, '^fig-', '') AS "figure", l.tags AS "tags", l.category_id AS "categoryId",
      s.id AS "shopId", s.company_id AS "orgId", s.name AS "shopName", c.certification = 'approved' AS "certified",
      coalesce((SELECT d.region FROM districts d WHERE d.code = l.district_code), '') AS "districtName"
    FROM shops s JOIN companies c ON c.id = l.company_id WHERE s.id = l.shop_id
  ) AS card
$$;--> statement-breakpoint
CREATE FUNCTION "product_card"("l" "products") RETURNS text STABLE LANGUAGE sql AS $$
  SELECT row_to_json(card)::text FROM (
    SELECT l.id AS "productId", l.product_no AS "productNo", l.title AS "productName", l.cas AS "cas",
      l.catalogue_no AS "catalogueNo", l.spec_text AS "specText",
      l.price_type AS "productPriceType",
      CASE WHEN l.price_type <> 2 THEN l.price END AS "productPrice",
      CASE WHEN l.price_type = 1 THEN l.high_price END AS "productHighPrice",
      coalesce(l.pictures->0->>'url', '/figures/' || regexp_replace(l.figure, '^fig-', '') || '.svg') AS "productMainPicUrl",
      regexp_replace(l.figure, '^fig-', '') AS "figure", l.tags AS "tags", l.category_id AS "categoryId",
      s.id AS "shopId", s.company_id AS "orgId", s.name AS "shopName", c.certification = 'approved' AS "certified",
      coalesce((SELECT d.region FROM districts d WHERE d.code = l.district_code), '') AS "districtName"
    FROM shops s JOIN companies c ON c.id = l.company_id WHERE s.id = l.shop_id
  ) AS card
$$;--> statement-breakpoint
-- Locks come first and values from a later snapshot, so that concurrent changes of listing, shop and company all count.
CREATE FUNCTION "refresh_listing_cards"("of_kind" text, "ids" integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM listing_cards WHERE kind = of_kind AND listing_id = ANY (ids) ORDER BY listing_id FOR UPDATE;
  IF of_kind = 'service' THEN
    INSERT INTO listing_cards SELECT 'service', l.id, service_card(l) FROM services l WHERE l.id = ANY (ids)
      ON CONFLICT (kind, listing_id) DO UPDATE SET card = excluded.card WHERE listing_cards.card <> excluded.card;
  ELSE
    INSERT INTO listing_cards SELECT 'product', l.id, product_card(l) FROM products l WHERE l.id = ANY (ids)
      ON CONFLICT (kind, listing_id) DO UPDATE SET card = excluded.card WHERE listing_cards.card <> excluded.card;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "refresh_shop_cards"("shop" integer) RETURNS void LANGUAGE sql AS $$
  SELECT refresh_listing_cards('service', ARRAY(SELECT id FROM services WHERE shop_id = shop));
  SELECT refresh_listing_cards('product', ARRAY(SELECT id FROM products WHERE shop_id = shop));
$$;--> statement-breakpoint
CREATE FUNCTION "listing_card_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_kind text := CASE TG_TABLE_NAME WHEN 'services' THEN 'service' ELSE 'product' END;
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM listing_cards WHERE kind = of_kind AND listing_id = OLD.id;
  ELSE
    PERFORM refresh_listing_cards(of_kind, ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "shop_cards_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'shops' THEN
    PERFORM refresh_shop_cards(NEW.id);
  ELSE
    PERFORM refresh_shop_cards(id) FROM shops WHERE company_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "services_card" AFTER INSERT OR DELETE OR UPDATE OF "service_no", "title", "price_type", "price",
  "high_price", "figure", "pictures", "tags", "duration_text", "category_id", "district_code", "shop_id", "company_id"
  ON "services" FOR EACH ROW EXECUTE FUNCTION "listing_card_changed"();--> statement-breakpoint
CREATE TRIGGER "products_card" AFTER INSERT OR DELETE OR UPDATE OF "product_no", "title", "price_type", "price",
  "high_price", "figure", "pictures", "tags", "cas", "catalogue_no", "spec_text", "category_id", "district_code",
  "shop_id", "company_id"
  ON "products" FOR EACH ROW EXECUTE FUNCTION "listing_card_changed"();--> statement-breakpoint
CREATE TRIGGER "shops_cards" AFTER UPDATE OF "name", "company_id" ON "shops" FOR EACH ROW
  WHEN ((OLD.name, OLD.company_id) IS DISTINCT FROM (NEW.name, NEW.company_id))
  EXECUTE FUNCTION "shop_cards_changed"();--> statement-breakpoint
CREATE TRIGGER "companies_cards" AFTER UPDATE OF "certification" ON "companies" FOR EACH ROW
  WHEN ((OLD.certification = 'approved') IS DISTINCT FROM (NEW.certification = 'approved'))
  EXECUTE FUNCTION "shop_cards_changed"();--> statement-breakpoint
-- Adds pieces to a cart item, or creates it, at the given price. One caller at a time per person, so that the limits of
-- items and pieces are exact. Outside the limits nothing is written and "cartId" is null. "least" and "most" bound the
-- quantity of the item.
CREATE FUNCTION "add_to_cart"("of_user" integer, "of_company" integer, "of_kind" text, "of_listing" integer, "of_spec" integer,
  "pieces" integer, "unit_price" bigint, "least" integer, "most" integer, "max_items" integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  items integer;
  before integer;
  added_id integer;
  total integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('cart'), of_user);
  SELECT count(*), max(c.quantity) FILTER (WHERE c.kind = of_kind AND c.listing_id = of_listing AND c.spec_id IS NOT DISTINCT FROM of_spec)
    INTO items, before FROM cart_items c WHERE c.user_id = of_user AND c.company_id = of_company;
  IF before IS NOT NULL OR (items < max_items AND pieces BETWEEN least AND most) THEN
    INSERT INTO cart_items AS c (user_id, company_id, kind, listing_id, spec_id, quantity, seen_price)
      VALUES (of_user, of_company, of_kind, of_listing, of_spec, pieces, unit_price)
      ON CONFLICT ON CONSTRAINT cart_items_one DO UPDATE
        SET quantity = c.quantity + pieces, seen_price = unit_price, is_chosen = true, updated_at = now()
        WHERE c.quantity + pieces BETWEEN least AND most
      RETURNING c.id, c.quantity INTO added_id, total;
  END IF;
  RETURN jsonb_build_object('cartId', added_id, 'quantity', coalesce(total, before, 0),
    'count', items + CASE WHEN before IS NULL AND added_id IS NOT NULL THEN 1 ELSE 0 END);
END $$;--> statement-breakpoint
-- Actions of operators form a chain: one writer at a time continues it, and nothing that was written changes.
CREATE FUNCTION "platform_action_hash"("a" "platform_actions") RETURNS text STABLE LANGUAGE sql AS $$
  SELECT encode(sha256(convert_to(json_build_array(a.prev_hash, a.seq, a.operator_id, a.operator_name, a.call, a.action,
    a.detail, a.subject_kind, a.subject_id, a.company_id, a.reason, a.input, a.ip, a.user_agent,
    floor(extract(epoch FROM a.created_at) * 1000)::bigint)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "platform_actions_chained"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last platform_actions;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('platform_actions'));
  SELECT * INTO last FROM platform_actions ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.prev_hash := coalesce(last.hash, '');
  NEW.hash := platform_action_hash(NEW);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "platform_actions_chained" BEFORE INSERT ON "platform_actions"
  FOR EACH ROW EXECUTE FUNCTION "platform_actions_chained"();--> statement-breakpoint
CREATE FUNCTION "platform_actions_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'actions of operators are only added to' USING ERRCODE = 'check_violation', CONSTRAINT = 'platform_actions_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "platform_actions_kept" BEFORE UPDATE OR DELETE ON "platform_actions"
  FOR EACH ROW EXECUTE FUNCTION "platform_actions_kept"();--> statement-breakpoint
CREATE TRIGGER "platform_actions_all_kept" BEFORE TRUNCATE ON "platform_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION "platform_actions_kept"();
