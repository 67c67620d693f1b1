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
-- What was written stays as it was: a mistake is mended by another movement.
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
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_kept"();
