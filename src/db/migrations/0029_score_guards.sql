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
CREATE TRIGGER "draw_entries_promised" BEFORE UPDATE OR DELETE ON "draw_entries" FOR EACH ROW EXECUTE FUNCTION "draw_promised"();
