-- When the wallet was credited, once: a collection that expired can still be paid late. It stays
-- cancelled for the partner, and is credited and flagged.
ALTER TABLE collection ADD COLUMN credited_at timestamptz;
ALTER TABLE collection ADD CHECK (status <> 'success' OR credited_at IS NOT NULL);
ALTER TABLE collection ADD CHECK (credited_at IS NULL OR status <> 'pending');

-- A final collection stays final, as a payout does.
CREATE OR REPLACE FUNCTION refuse_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % is final', TG_TABLE_NAME, OLD.id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER collection_final_stays_final BEFORE UPDATE ON collection FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();
