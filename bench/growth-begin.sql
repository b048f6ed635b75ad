-- The months before this one that loaded payouts fall into, and the funds of each wallet: as much as
-- its loaded payouts will cost. For psql, with the variables payouts and a_day; see growth.

BEGIN;
SELECT set_config('bench.first_day', (current_date - ceil(:payouts::numeric / :a_day)::integer)::text,
                  false);

DO $$
DECLARE
  parent month_table;
  month  date;
  part   text;
BEGIN
  FOR parent IN SELECT * FROM month_table WHERE name IN ('payout_detail', 'ledger_transfer') LOOP
    FOR month IN SELECT generate_series(
        date_trunc('month', current_setting('bench.first_day')::timestamp),
        date_trunc('month', now() AT TIME ZONE 'UTC'), interval '1 month') LOOP
      part := parent.name || to_char(month, '_YYYY_MM');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = %s)',
                     part, parent.name, parent.filled_to);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                     parent.name, part, month::timestamp AT TIME ZONE 'UTC',
                     (month + interval '1 month') AT TIME ZONE 'UTC');
      PERFORM guard_partition(parent, part);
    END LOOP;
  END LOOP;
END $$;

WITH funded AS (
  SELECT w.*, gen_random_uuid() AS movement_id, row_number() OVER (ORDER BY w.id) AS number,
         count(*) OVER () AS wallets
  FROM wallet w
  WHERE w.purpose = 'payout' AND w.currency = 'USD'
), movement AS (
  INSERT INTO ledger_movement (id, kind, reference, created_at)
  SELECT movement_id, 'top_up', 'growth-' || id,
         current_setting('bench.first_day')::timestamp AT TIME ZONE 'UTC'
  FROM funded
)
INSERT INTO ledger_transfer (id, created_at, debit_account_id, credit_account_id, amount_minor,
                             wallet_id, subject_id, kind)
SELECT f.number, current_setting('bench.first_day')::timestamp AT TIME ZONE 'UTC', a.id,
       f.available_account_id,
       -- Payout n is that of wallet n % wallets + 1.
       102000 * ((:payouts - f.number + f.wallets) / f.wallets), f.id, f.movement_id,
       'top_up'
FROM funded f
JOIN ledger_account a ON a.kind = 'funding' AND a.currency = 'USD'
WHERE f.number <= :payouts;
COMMIT;
