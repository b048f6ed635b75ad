-- The final payouts from number :from to :to, the last of which was the day before today, with their
-- details and transfers: from USD to KES, held and two seconds later captured, charged, exchanged.
-- For psql, with the variables payouts and a_day too; see growth.

BEGIN;
-- A payment's second transfer of a kind is looked for in all months since: not for millions at once.
SET LOCAL session_replication_role = replica;

CREATE TEMPORARY TABLE loaded ON COMMIT DROP AS
SELECT n,
       (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
         || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS id,
       at,
       w.id AS wallet_id, w.business_id, w.available_account_id, w.holding_account_id, k.api_key_id
FROM (SELECT n, ((current_date - ceil(:payouts::numeric / :a_day)::integer)::timestamp
                 AT TIME ZONE 'UTC') + n * interval '1 day' / :a_day AS at
      FROM generate_series(:from::bigint, :to::bigint - 1) AS n) numbers
JOIN (SELECT w.*, row_number() OVER (ORDER BY w.id) - 1 AS number, count(*) OVER () AS wallets
      FROM wallet w WHERE w.purpose = 'payout' AND w.currency = 'USD') w
  ON w.number = n % w.wallets
JOIN (SELECT business_id, min(id) AS api_key_id FROM api_key GROUP BY business_id) k
  ON k.business_id = w.business_id;

INSERT INTO payout (id, business_id, api_key_id, wallet_id, sender_minor, fee_minor, receiver_minor,
                    created_at, updated_at, calls, status, sender_currency, receiver_currency,
                    country, channel, rail, fx_rate, business_reference)
SELECT id, business_id, api_key_id, wallet_id, 100000, 2000, 12900000, at, at + interval '2 seconds',
       1, 'success', 'USD', 'KES', 'KE', 'mobile', 'simulator', 129, 'g-' || n
FROM loaded ORDER BY n;

-- As long as those of the service, but nobody can decrypt them.
INSERT INTO payout_detail (payout_id, created_at, parties_encrypted, purpose_of_transfer,
                           source_of_funds)
SELECT id, at, decode(repeat(md5(n::text), 23), 'hex'), 'business_payment', 'business_income'
FROM loaded ORDER BY n;

INSERT INTO ledger_transfer (id, created_at, debit_account_id, credit_account_id, amount_minor,
                             wallet_id, subject_id, kind)
SELECT (SELECT count(*) FROM wallet) + 4 * :from + row_number() OVER (ORDER BY t.at, l.n, t.step),
       t.at, t.debit, t.credit, t.minor, t.wallet_id, l.id, t.kind
FROM loaded l
CROSS JOIN (SELECT max(id) FILTER (WHERE kind = 'fees' AND currency = 'USD') AS fees,
                   max(id) FILTER (WHERE kind = 'fx_position' AND currency = 'USD') AS sold,
                   max(id) FILTER (WHERE kind = 'fx_position' AND currency = 'KES') AS bought,
                   max(id) FILTER (WHERE kind = 'clearing' AND currency = 'KES'
                                     AND rail = 'simulator') AS clearing
            FROM ledger_account
            WHERE kind IN ('fees', 'fx_position', 'clearing')) a
CROSS JOIN LATERAL (VALUES
  (1, l.at, l.available_account_id, l.holding_account_id, 102000, l.wallet_id, 'hold'),
  (2, l.at + interval '2 seconds', l.holding_account_id, a.sold, 100000, l.wallet_id, 'capture'),
  (3, l.at + interval '2 seconds', l.holding_account_id, a.fees, 2000, l.wallet_id, 'fee'),
  (4, l.at + interval '2 seconds', a.bought, a.clearing, 12900000, NULL, 'exchange')
) t (step, at, debit, credit, minor, wallet_id, kind)
ORDER BY 1;
COMMIT;
