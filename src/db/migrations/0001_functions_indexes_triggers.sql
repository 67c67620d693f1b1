-- What the tables cannot express: functions, indexes on them or with INCLUDE, their statistics, and triggers.
-- Tables that are only added to: a trigger names the constraint and what to say.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[1] USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0];
END $$;--> statement-breakpoint
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
CREATE TRIGGER "ledger_movements_kept" BEFORE UPDATE OR DELETE ON "ledger_movements"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('ledger_kept', 'the ledger is only added to');--> statement-breakpoint
CREATE TRIGGER "ledger_entries_kept" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('ledger_kept', 'the ledger is only added to');--> statement-breakpoint
CREATE TRIGGER "ledger_movements_all_kept" BEFORE TRUNCATE ON "ledger_movements"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('ledger_kept', 'the ledger is only added to');--> statement-breakpoint
CREATE TRIGGER "ledger_entries_all_kept" BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('ledger_kept', 'the ledger is only added to');--> statement-breakpoint
-- The payment lines of an order add up to its total; looked at when the transaction commits. Writers hold the lock of
-- the order.
CREATE FUNCTION "payment_lines_summed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_orders integer[];
  of_order integer;
  agreed bigint;
  planned bigint;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN of_orders := ARRAY[NEW.id];
  ELSIF TG_OP = 'INSERT' THEN of_orders := ARRAY[NEW.order_id];
  ELSIF TG_OP = 'DELETE' THEN of_orders := ARRAY[OLD.order_id];
  ELSE of_orders := ARRAY[OLD.order_id, NEW.order_id]; END IF;
  FOREACH of_order IN ARRAY of_orders LOOP
    SELECT o.total, (SELECT coalesce(sum(l.amount), 0) FROM payment_lines l WHERE l.order_id = o.id)
      INTO agreed, planned FROM orders o WHERE o.id = of_order;
    IF agreed <> planned THEN
      RAISE EXCEPTION 'payment lines of order % sum to % instead of %', of_order, planned, agreed
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_lines_summed';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "orders_payment_lines_summed" AFTER INSERT OR UPDATE OF "total" ON "orders"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "payment_lines_summed"();--> statement-breakpoint
-- The first line comes with its order, which is looked at already: an order of one payment is summed once.
CREATE CONSTRAINT TRIGGER "payment_lines_added_summed" AFTER INSERT ON "payment_lines"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.seq <> 1) EXECUTE FUNCTION "payment_lines_summed"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payment_lines_changed_summed" AFTER DELETE OR UPDATE OF "amount", "order_id" ON "payment_lines"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "payment_lines_summed"();--> statement-breakpoint
-- A payout is the sum of its lines; looked at when the transaction commits.
CREATE FUNCTION "payouts_summed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_payout integer;
  amounts bigint;
  fees bigint;
BEGIN
  IF TG_TABLE_NAME = 'payouts' THEN of_payout := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN of_payout := OLD.payout_id;
  ELSE of_payout := NEW.payout_id; END IF;
  SELECT coalesce(sum(l.amount), 0), coalesce(sum(l.fee), 0) INTO amounts, fees FROM payout_lines l
    WHERE l.payout_id = of_payout;
  IF EXISTS (SELECT FROM payouts p WHERE p.id = of_payout AND (p.amount <> amounts OR p.fee <> fees)) THEN
    RAISE EXCEPTION 'payout % is not the sum of its lines', of_payout
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_summed';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payouts_summed" AFTER INSERT OR UPDATE OF "amount", "fee" ON "payouts"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "payouts_summed"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "payout_lines_summed" AFTER INSERT OR DELETE OR UPDATE OF "amount", "fee" ON "payout_lines"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "payouts_summed"();--> statement-breakpoint
-- What two operators approved stays as it was until the bank has answered, and for good once it is paid, unless the bank
-- returns the transfer: its number and receipt are kept. Keys of encrypted columns are changed in all rows.
CREATE FUNCTION "payouts_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_by_bounce CONSTANT text[] := '{status,reason,account_no,bank_reference,paid_on,receipt_id,bounced_references,bounced_receipt_ids,closed_at}';
BEGIN
  IF TG_OP = 'DELETE' OR OLD.company_id <> NEW.company_id OR OLD.payout_no <> NEW.payout_no
    OR OLD.status IN ('paid', 'void') AND to_jsonb(NEW) - 'account_no' - 'receipt_id' <> to_jsonb(OLD) - 'account_no' - 'receipt_id'
      AND NOT (OLD.status = 'paid' AND NEW.status = 'failed' AND NEW.bounced_references = OLD.bounced_references || OLD.bank_reference
        AND NEW.bounced_receipt_ids @> array_remove(OLD.bounced_receipt_ids || OLD.receipt_id, NULL)
        AND to_jsonb(NEW) - changed_by_bounce = to_jsonb(OLD) - changed_by_bounce)
    OR OLD.receipt_id <> NEW.receipt_id
    OR OLD.status = 'approved' AND (OLD.amount, OLD.fee, OLD.account_name, OLD.bank_name, OLD.first_by, OLD.second_by)
      IS DISTINCT FROM (NEW.amount, NEW.fee, NEW.account_name, NEW.bank_name, NEW.first_by, NEW.second_by) THEN
    RAISE EXCEPTION 'payout % stays as it was approved', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "payouts_kept" BEFORE UPDATE OR DELETE ON "payouts"
  FOR EACH ROW EXECUTE FUNCTION "payouts_kept"();--> statement-breakpoint
CREATE FUNCTION "payout_lines_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_is text;
BEGIN
  SELECT status INTO now_is FROM payouts WHERE id = OLD.payout_id;
  IF now_is IN ('approved', 'paid') AND (TG_OP = 'DELETE' OR to_jsonb(NEW) - 'is_open' <> to_jsonb(OLD) - 'is_open') THEN
    RAISE EXCEPTION 'lines of payout % stay as they were approved', OLD.payout_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_kept';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "payout_lines_kept" BEFORE UPDATE OR DELETE ON "payout_lines"
  FOR EACH ROW EXECUTE FUNCTION "payout_lines_kept"();--> statement-breakpoint
-- What was proposed and signed stays as it was: a change order moves on only in its status, signatures and answer.
CREATE FUNCTION "change_orders_promised"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.order_id, NEW.number, NEW.base_version, NEW.side, NEW.user_id, NEW.reason, NEW.scope, NEW.terms_before,
        NEW.terms_after, NEW.fingerprint, NEW.expires_at) IS NOT DISTINCT FROM
       (OLD.order_id, OLD.number, OLD.base_version, OLD.side, OLD.user_id, OLD.reason, OLD.scope, OLD.terms_before,
        OLD.terms_after, OLD.fingerprint, OLD.expires_at) AND OLD.status = 'proposed' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a change order keeps what it promised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'change_orders_promised';
END $$;--> statement-breakpoint
CREATE TRIGGER "change_orders_promised" BEFORE UPDATE OR DELETE ON "change_orders"
  FOR EACH ROW EXECUTE FUNCTION "change_orders_promised"();--> statement-breakpoint
-- Terms that were proposed and signed stay as they were: a version moves on only in its status, signatures and answer.
CREATE FUNCTION "agreement_versions_promised"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.agreement_id, NEW.version, NEW.side, NEW.user_id, NEW.reason, NEW.terms, NEW.fingerprint) IS NOT DISTINCT FROM
       (OLD.agreement_id, OLD.version, OLD.side, OLD.user_id, OLD.reason, OLD.terms, OLD.fingerprint)
      AND OLD.status = 'proposed' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a version of an agreement keeps what it promised'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'agreement_versions_promised';
END $$;--> statement-breakpoint
CREATE TRIGGER "agreement_versions_promised" BEFORE UPDATE OR DELETE ON "agreement_versions"
  FOR EACH ROW EXECUTE FUNCTION "agreement_versions_promised"();--> statement-breakpoint
-- Companies, kind and number of an agreement never change, and the version in force only grows.
CREATE FUNCTION "agreements_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.agreement_no, NEW.kind, NEW.buyer_company_id, NEW.seller_company_id) IS NOT DISTINCT FROM
       (OLD.agreement_no, OLD.kind, OLD.buyer_company_id, OLD.seller_company_id)
      AND NEW.version >= OLD.version AND OLD.closed_at IS NULL THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'an agreement keeps its sides and its end'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'agreements_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "agreements_kept" BEFORE UPDATE OR DELETE ON "agreements"
  FOR EACH ROW EXECUTE FUNCTION "agreements_kept"();--> statement-breakpoint
-- An annex is added and stays as it is.
CREATE FUNCTION "agreement_annexes_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an annex of an agreement is neither changed nor deleted'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'agreement_annexes_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "agreement_annexes_kept" BEFORE UPDATE OR DELETE ON "agreement_annexes"
  FOR EACH ROW EXECUTE FUNCTION "agreement_annexes_kept"();--> statement-breakpoint
-- What was asked stays as it was: a requisition moves on only in step, status, reason and result, while it waits.
CREATE FUNCTION "requisitions_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.requisition_no, NEW.company_id, NEW.user_id, NEW.action, NEW.policy_id, NEW.title, NEW.amount, NEW.request,
        NEW.content, NEW.steps, NEW.subject, NEW.covers, NEW.created_at, NEW.budget_id) IS NOT DISTINCT FROM
       (OLD.requisition_no, OLD.company_id, OLD.user_id, OLD.action, OLD.policy_id, OLD.title, OLD.amount, OLD.request,
        OLD.content, OLD.steps, OLD.subject, OLD.covers, OLD.created_at, OLD.budget_id) AND OLD.status = 'waiting' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a requisition keeps what was asked'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'requisitions_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "requisitions_kept" BEFORE UPDATE OR DELETE ON "requisitions"
  FOR EACH ROW EXECUTE FUNCTION "requisitions_kept"();--> statement-breakpoint
CREATE TRIGGER "requisition_entries_kept" BEFORE UPDATE OR DELETE ON "requisition_entries"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('requisition_entries_kept', 'the history of requisitions is only added to');--> statement-breakpoint
CREATE TRIGGER "approval_policies_kept" BEFORE UPDATE OR DELETE ON "approval_policies"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('approval_policies_kept', 'a version of approval rules stays as it was saved');--> statement-breakpoint
-- Balances are moved by entries alone, so that they are always their sum; what a budget is for never changes.
CREATE FUNCTION "budgets_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.company_id, NEW.cost_centre, NEW.project_code, NEW.starts_on, NEW.ends_on, NEW.user_id, NEW.created_at)
       IS NOT DISTINCT FROM
       (OLD.company_id, OLD.cost_centre, OLD.project_code, OLD.starts_on, OLD.ends_on, OLD.user_id, OLD.created_at)
       AND ((NEW.held, NEW.committed, NEW.spent) = (OLD.held, OLD.committed, OLD.spent) OR pg_trigger_depth() > 1)
    THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'INSERT' AND NEW.held = 0 AND NEW.committed = 0 AND NEW.spent = 0 THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a budget is moved by its entries'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'budgets_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER "budgets_kept" BEFORE INSERT OR UPDATE OR DELETE ON "budgets"
  FOR EACH ROW EXECUTE FUNCTION "budgets_kept"();--> statement-breakpoint
CREATE FUNCTION "budget_entries_booked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE budgets SET held = budgets.held + NEW.held, committed = budgets.committed + NEW.committed,
    spent = budgets.spent + NEW.spent WHERE id = NEW.budget_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "budget_entries_booked" AFTER INSERT ON "budget_entries"
  FOR EACH ROW EXECUTE FUNCTION "budget_entries_booked"();--> statement-breakpoint
CREATE TRIGGER "budget_entries_kept" BEFORE UPDATE OR DELETE ON "budget_entries"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('budget_entries_kept', 'entries of budgets are only added to');--> statement-breakpoint
CREATE TRIGGER "budget_entries_all_kept" BEFORE TRUNCATE ON "budget_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('budget_entries_kept', 'entries of budgets are only added to');--> statement-breakpoint
-- What was written stays as it was: points are taken back by another entry.
CREATE TRIGGER "score_entries_kept" BEFORE UPDATE OR DELETE ON "score_entries"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('score_entries_kept', 'the ledger of points is only added to');--> statement-breakpoint
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
CREATE FUNCTION "chain_hash"("content" text) RETURNS text IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT encode(sha256(convert_to(content, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "platform_action_hash"("a" "platform_actions") RETURNS text STABLE LANGUAGE sql AS $$
  SELECT chain_hash(json_build_array(a.prev_hash, a.seq, a.operator_id, a.operator_name, a.call, a.action,
    a.detail, a.subject_kind, a.subject_id, a.company_id, a.reason, a.input, a.ip, a.user_agent,
    floor(extract(epoch FROM a.created_at) * 1000)::bigint)::text)
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
CREATE TRIGGER "platform_actions_kept" BEFORE UPDATE OR DELETE ON "platform_actions"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('platform_actions_kept', 'actions of operators are only added to');--> statement-breakpoint
CREATE TRIGGER "platform_actions_all_kept" BEFORE TRUNCATE ON "platform_actions"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('platform_actions_kept', 'actions of operators are only added to');--> statement-breakpoint
-- Entries of an order form a chain, continued under the lock of the order. Its text is canonical JSON: the names are
-- sorted, the body is canonical already, and the words consist of letters and digits.
CREATE FUNCTION "deal_entry_text"("e" "deal_entries") RETURNS text STABLE LANGUAGE sql AS $$
  SELECT format('{"actor":{"companyId":%s,"side":"%s","userId":%s},"at":"%s","body":%s,"event":"%s","kind":"%s","orderId":%s,"previous":"%s","seq":%s}',
    coalesce(e.company_id::text, 'null'), e.side, coalesce(e.user_id::text, 'null'),
    to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.body, e.event, e.kind, e.order_id,
    e.previous_hash, e.seq)
$$;--> statement-breakpoint
CREATE FUNCTION "deal_entries_chained"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last deal_entries;
BEGIN
  -- Held already by every writer; an order of this statement is nobody else's yet.
  PERFORM 1 FROM orders WHERE id = NEW.order_id FOR UPDATE;
  SELECT * INTO last FROM deal_entries WHERE order_id = NEW.order_id ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last.seq, 0) + 1;
  NEW.previous_hash := coalesce(last.hash, '');
  NEW.created_at := greatest(NEW.created_at, last.created_at);
  NEW.hash := chain_hash(deal_entry_text(NEW));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "deal_entries_chained" BEFORE INSERT ON "deal_entries"
  FOR EACH ROW EXECUTE FUNCTION "deal_entries_chained"();--> statement-breakpoint
-- Recomputes the records of orders: number of entries, and the first one that does not follow from the one before or
-- is not as a root has it; null where all are sound.
CREATE FUNCTION "deal_record_checks"("of_orders" integer[]) RETURNS TABLE ("order_id" integer, "entries" integer, "broken" integer)
STABLE LANGUAGE sql AS $$
  WITH chain AS (
    SELECT e.order_id, e.seq, e.previous_hash = lag(e.hash, 1, '') OVER record AND e.seq = row_number() OVER record
      AND e.hash = chain_hash(deal_entry_text(e)) AS follows
    FROM deal_entries e WHERE e.order_id = ANY (of_orders)
    WINDOW record AS (PARTITION BY e.order_id ORDER BY e.seq)
  ), records AS (
    SELECT c.order_id, count(*)::integer AS entries, min(c.seq) FILTER (WHERE NOT c.follows) AS broken
    FROM chain c GROUP BY c.order_id
  ), lost AS (
    SELECT l.order_id, min(l.seq) AS seq FROM deal_leaves l
    WHERE l.order_id = ANY (of_orders) AND NOT EXISTS (
      SELECT 1 FROM deal_entries e WHERE e.order_id = l.order_id AND e.seq = l.seq AND e.hash = l.hash)
    GROUP BY l.order_id
  )
  SELECT given.id, coalesce(r.entries, 0), least(r.broken, l.seq)
  FROM unnest(of_orders) AS given (id)
  LEFT JOIN records r ON r.order_id = given.id LEFT JOIN lost l ON l.order_id = given.id
$$;--> statement-breakpoint
CREATE TRIGGER "deal_entries_kept" BEFORE UPDATE OR DELETE ON "deal_entries"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');--> statement-breakpoint
CREATE TRIGGER "deal_entries_all_kept" BEFORE TRUNCATE ON "deal_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');--> statement-breakpoint
CREATE TRIGGER "deal_roots_kept" BEFORE UPDATE OR DELETE ON "deal_roots"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');--> statement-breakpoint
CREATE TRIGGER "deal_roots_all_kept" BEFORE TRUNCATE ON "deal_roots"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');--> statement-breakpoint
CREATE TRIGGER "deal_leaves_kept" BEFORE UPDATE OR DELETE ON "deal_leaves"
  FOR EACH ROW EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');--> statement-breakpoint
CREATE TRIGGER "deal_leaves_all_kept" BEFORE TRUNCATE ON "deal_leaves"
  FOR EACH STATEMENT EXECUTE FUNCTION "append_only"('deal_record_kept', 'the deal record is only added to');
--> statement-breakpoint
-- Queues the orders whose match depends on a changed row. Only added to, so writers of one order never wait for another.
CREATE FUNCTION "match_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_changes (order_id) VALUES (NEW.order_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "order_match_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_changes (order_id) VALUES (NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
-- A payment concerns the orders of its parts, and those of payments with the same voucher.
CREATE FUNCTION "payment_match_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_changes (order_id)
    SELECT DISTINCT p.order_id FROM payment_parts p
      WHERE p.payment_id = NEW.id OR p.payment_id IN (
        SELECT o.id FROM files f JOIN files s ON s.sha256 = f.sha256 JOIN payments o ON o.voucher_id = s.id
          WHERE f.id IN (NEW.voucher_id, OLD.voucher_id));
  RETURN NULL;
END $$;--> statement-breakpoint
-- An invoice concerns its order, and those of invoices with the same file or fully digital number; older numbers repeat.
CREATE FUNCTION "invoice_match_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_changes (order_id)
    SELECT NEW.order_id
    UNION SELECT i.order_id FROM invoices i
      WHERE NEW.invoice_no ~ '^[0-9]{20}$' AND i.invoice_no <> '' AND i.invoice_no = NEW.invoice_no
    UNION SELECT i.order_id FROM files f JOIN files s ON s.sha256 = f.sha256 JOIN invoices i ON i.file_id = s.id
      WHERE f.id = NEW.file_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Changes the tax number that invoices of a supplier are compared with.
CREATE FUNCTION "company_match_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_changes (order_id) SELECT m.order_id FROM order_matches m WHERE m.seller_company_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "companies_match" AFTER UPDATE OF "credit_code" ON "companies"
  FOR EACH ROW WHEN (OLD.credit_code IS DISTINCT FROM NEW.credit_code) EXECUTE FUNCTION "company_match_changed"();--> statement-breakpoint
-- The total: payments that a change order adds.
CREATE TRIGGER "orders_match" AFTER UPDATE OF "status", "total" ON "orders"
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.total <> NEW.total) EXECUTE FUNCTION "order_match_changed"();--> statement-breakpoint
CREATE TRIGGER "payment_lines_match" AFTER UPDATE OF "amount", "paid", "refunded", "status" ON "payment_lines"
  FOR EACH ROW EXECUTE FUNCTION "match_changed"();--> statement-breakpoint
CREATE TRIGGER "order_milestones_match" AFTER UPDATE OF "status" ON "order_milestones"
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION "match_changed"();--> statement-breakpoint
CREATE TRIGGER "payments_match" AFTER UPDATE OF "status", "voucher_id" ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "payment_match_changed"();--> statement-breakpoint
CREATE TRIGGER "payment_parts_match" AFTER UPDATE OF "received" ON "payment_parts"
  FOR EACH ROW EXECUTE FUNCTION "match_changed"();--> statement-breakpoint
CREATE TRIGGER "refunds_match" AFTER INSERT OR UPDATE OF "status" ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "match_changed"();--> statement-breakpoint
CREATE TRIGGER "invoices_match" AFTER INSERT OR UPDATE OF "status", "invoice_no", "file_id" ON "invoices"
  FOR EACH ROW EXECUTE FUNCTION "invoice_match_changed"();--> statement-breakpoint
-- Queues the orders whose statistics depend on a changed row. Only added to, like match_changes.
CREATE FUNCTION "order_statistics_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (order_id) VALUES (NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "payment_line_statistics_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statistics_changes (order_id) VALUES (NEW.order_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_statistics_new" AFTER INSERT ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "order_statistics_changed"();--> statement-breakpoint
CREATE TRIGGER "orders_statistics" AFTER UPDATE OF "status", "total", "confirmed_at", "promised_at", "first_delivered_at", "created_at" ON "orders"
  FOR EACH ROW EXECUTE FUNCTION "order_statistics_changed"();--> statement-breakpoint
CREATE TRIGGER "payment_lines_statistics" AFTER UPDATE OF "amount", "paid", "refunded", "status", "due_at" ON "payment_lines"
  FOR EACH ROW EXECUTE FUNCTION "payment_line_statistics_changed"();--> statement-breakpoint
-- Events for webhooks, written in the transaction of the step. Nothing is written for companies without endpoints.
-- Of the deal record both sides read everything but payouts, which are the supplier's own; names, remarks and reasons
-- stay in the record. The endpoints are locked as the foreign key locks them, so that one deleted at this moment is left
-- out instead of failing the step; whatever else fails here is a warning in the database's log, and the step goes on.
CREATE FUNCTION "webhook_deal_step"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  body jsonb;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoints) THEN RETURN NULL; END IF;
  BEGIN
    body := NEW.body::jsonb;
    INSERT INTO webhook_messages (endpoint_id, topic, thread, data)
    SELECT e.id, NEW.kind || '.moved', 'order:' || o.id,
      jsonb_strip_nulls(jsonb_build_object(
        'orderId', o.id, 'orderNo', o.order_no, 'seq', NEW.seq, 'event', NEW.event, 'by', NEW.side,
        'from', body -> 'from', 'to', body -> 'to', 'amount', body -> 'amount', 'total', body -> 'total',
        'paymentNo', body -> 'paymentNo', 'refundNo', body -> 'refundNo', 'invoiceNo', body -> 'invoiceNo',
        'payoutNo', body -> 'payoutNo', 'delivery', body -> 'delivery', 'change', body -> 'change',
        'reference', r.reference, 'at', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    FROM orders o
    JOIN webhook_endpoints e ON e.company_id = o.seller_company_id
      OR (e.company_id = o.buyer_company_id AND NEW.kind <> 'payout')
    LEFT JOIN external_references r
      ON r.company_id = e.company_id AND r.kind = 'order' AND r.entity_id = o.id
    WHERE o.id = NEW.order_id AND e.status <> 'stopped' AND NEW.kind || '.moved' = ANY(e.topics)
    ORDER BY e.id
    FOR KEY SHARE OF e;
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'webhooks: entry % of order % was left out (%)', NEW.seq, NEW.order_id, SQLSTATE;
  END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "deal_entries_webhooks" AFTER INSERT ON "deal_entries"
  FOR EACH ROW EXECUTE FUNCTION "webhook_deal_step"();--> statement-breakpoint
-- A demand is its buyer's own. An offer is its supplier's own, and the buyer's from the moment it is submitted; what it
-- says stays out, since sealed offers are opened after the deadline.
CREATE FUNCTION "webhook_tender_step"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoints) THEN RETURN NULL; END IF;
  BEGIN
    IF NEW.entity = 'demand' THEN
      INSERT INTO webhook_messages (endpoint_id, topic, thread, data)
      SELECT e.id, 'demand.moved', 'demand:' || d.id,
        jsonb_strip_nulls(jsonb_build_object('demandId', d.id, 'demandNo', d.demand_no, 'event', NEW.event,
          'from', NEW.from_status, 'to', NEW.to_status, 'reference', r.reference,
          'at', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      FROM demands d
      JOIN webhook_endpoints e ON e.company_id = d.company_id
      LEFT JOIN external_references r
        ON r.company_id = e.company_id AND r.kind = 'demand' AND r.entity_id = d.id
      WHERE d.id = NEW.entity_id AND e.status <> 'stopped' AND 'demand.moved' = ANY(e.topics)
      ORDER BY e.id
      FOR KEY SHARE OF e;
    ELSE
      INSERT INTO webhook_messages (endpoint_id, topic, thread, data)
      SELECT e.id, 'offer.moved', 'demand:' || d.id,
        jsonb_strip_nulls(jsonb_build_object('offerId', f.id, 'demandId', d.id, 'demandNo', d.demand_no,
          'event', NEW.event, 'from', NEW.from_status, 'to', NEW.to_status,
          'at', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      FROM offers f
      JOIN demands d ON d.id = f.demand_id
      JOIN webhook_endpoints e ON e.company_id = f.company_id
        OR (e.company_id = d.company_id AND NEW.to_status <> 'draft'
          AND (NEW.from_status <> 'draft' OR NEW.event = 'submit'))
      WHERE f.id = NEW.entity_id AND e.status <> 'stopped' AND 'offer.moved' = ANY(e.topics)
      ORDER BY e.id
      FOR KEY SHARE OF e;
    END IF;
  EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'webhooks: a step of % % was left out (%)', NEW.entity, NEW.entity_id, SQLSTATE;
  END;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "state_changes_webhooks" AFTER INSERT ON "state_changes"
  FOR EACH ROW WHEN (NEW.entity IN ('demand', 'offer')) EXECUTE FUNCTION "webhook_tender_step"();
