-- The closings of the loaded days, as the daily job makes them. For psql; see growth.

BEGIN;
INSERT INTO closed_day (day, transfers, last_transfer_id)
SELECT day, transfers, max(last_id) OVER (ORDER BY day)
FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS transfers, max(id) AS last_id
      FROM ledger_transfer
      WHERE created_at < current_date::timestamp AT TIME ZONE 'UTC'
      GROUP BY 1) of_day
ORDER BY day;

INSERT INTO daily_closing (account_id, day, debits_minor, credits_minor, balance_minor)
SELECT account_id, day, debits, credits, credits - debits
FROM (
  SELECT account_id, day, sum(sum(debit)) OVER until_day AS debits,
         sum(sum(credit)) OVER until_day AS credits
  FROM (
    SELECT debit_account_id AS account_id, (created_at AT TIME ZONE 'UTC')::date AS day,
           amount_minor AS debit, 0 AS credit
    FROM ledger_transfer
    UNION ALL
    SELECT credit_account_id, (created_at AT TIME ZONE 'UTC')::date, 0, amount_minor
    FROM ledger_transfer
  ) moved
  WHERE day < (now() AT TIME ZONE 'UTC')::date
  GROUP BY account_id, day
  WINDOW until_day AS (PARTITION BY account_id ORDER BY day)
) until
ORDER BY account_id, day;
COMMIT;
