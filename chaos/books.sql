-- What the books of a run have to say: views over the database and over the files funds, asked, told
-- and unbalanced.sql, in whose directory psql runs this.
SET max_parallel_workers_per_gather = 0;

CREATE TEMP TABLE funds (business_id uuid, currency text, amount numeric, reference text);
CREATE TEMP TABLE asked (kind text, reference text, id text, expected text, currency text,
                         amount numeric, sender_currency text, sender_amount numeric,
                         debited_amount numeric);
CREATE TEMP TABLE told (kind text, subject_id uuid, webhook_id text, status text, currency text,
                        amount numeric, sender_currency text, sender_amount numeric,
                        returned_amount numeric);
\copy funds FROM 'funds'
\copy asked FROM 'asked' WITH (NULL '')
\copy told FROM 'told' WITH (NULL '')
ANALYZE;

CREATE FUNCTION pg_temp.minor(amount numeric, currency text) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT amount * CASE currency WHEN 'UGX' THEN 1 ELSE 100 END
$$;

-- Exact, half of one rounded up.
CREATE FUNCTION pg_temp.half_up(dividend numeric, divisor numeric) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
  SELECT div(2 * dividend + divisor, 2 * divisor)
$$;

-- The sender's side of an amount of the receiver's currency, before the fee.
CREATE FUNCTION pg_temp.sender_minor(
  receiver_minor numeric, receiver_currency text, rate numeric, sender_currency text)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_temp.half_up(receiver_minor * pg_temp.minor(1, sender_currency),
                         rate * pg_temp.minor(1, receiver_currency))
$$;

-- All that partners and the operator can ask for and be told of, as the service has it.
CREATE TEMP VIEW operation AS
SELECT 'payout' AS kind, id, business_reference AS reference, status,
       CASE status WHEN 'pending' THEN status ELSE 'termination_' || status END AS wire,
       receiver_currency AS currency, receiver_minor AS minor, sender_currency, sender_minor,
       sender_minor + fee_minor AS debited_minor, NULL::bigint AS returned_minor
FROM payout
UNION ALL
SELECT 'return', p.id, r.reference, 'success', 'termination_failure', p.receiver_currency,
       p.receiver_minor, p.sender_currency, p.sender_minor, p.sender_minor + r.fee_minor,
       p.sender_minor + r.fee_minor
FROM payout_return r JOIN payout p ON p.id = r.payout_id
UNION ALL
SELECT 'collection', id, reference, status,
       CASE status WHEN 'success' THEN 'collection_success'
                   WHEN 'failure' THEN 'collection_failure' ELSE status END,
       currency, amount_minor, NULL, NULL, NULL, NULL
FROM collection;

-- Payouts with the accounts that they concern.
CREATE TEMP VIEW booking AS
SELECT p.id, p.status, p.sender_minor, p.fee_minor, p.receiver_minor, r.fee_minor AS refunded_minor,
       p.status = 'success' AS paid, p.status = 'success' AND r.payout_id IS NOT NULL AS returned,
       p.sender_currency <> p.receiver_currency AS exchanged, w.id AS wallet_id,
       w.available_account_id AS available, w.holding_account_id AS holding, fees.id AS fees,
       clearing.id AS clearing, bought.id AS bought, sold.id AS sold
FROM payout p
LEFT JOIN payout_return r ON r.payout_id = p.id
JOIN wallet w ON w.id = p.wallet_id AND w.business_id = p.business_id AND w.purpose = 'payout'
             AND w.currency = p.sender_currency
JOIN ledger_account fees ON fees.kind = 'fees' AND fees.currency = p.sender_currency
JOIN ledger_account clearing ON clearing.kind = 'clearing' AND clearing.rail = p.rail
                            AND clearing.currency = p.receiver_currency
JOIN ledger_account bought ON bought.kind = 'fx_position' AND bought.currency = p.sender_currency
JOIN ledger_account sold ON sold.kind = 'fx_position' AND sold.currency = p.receiver_currency;

-- The transfers that there have to be, and no others.
CREATE TEMP VIEW due_transfer AS
SELECT b.id AS subject_id, t.kind, t.debit_account_id, t.credit_account_id, t.amount_minor,
       t.wallet_id
FROM booking b
CROSS JOIN LATERAL (
  SELECT 'hold', available, holding, sender_minor + fee_minor, b.wallet_id
  UNION ALL
  SELECT 'release', holding, available, sender_minor + fee_minor, b.wallet_id
  WHERE status = 'failure'
  UNION ALL
  SELECT 'capture', holding, CASE WHEN exchanged THEN bought ELSE clearing END, sender_minor,
         b.wallet_id
  WHERE paid
  UNION ALL
  SELECT 'exchange', sold, clearing, receiver_minor, NULL WHERE paid AND exchanged
  UNION ALL
  SELECT 'fee', holding, fees, fee_minor, b.wallet_id WHERE paid AND fee_minor > 0
  UNION ALL
  SELECT 'return', CASE WHEN exchanged THEN bought ELSE clearing END, available, sender_minor,
         b.wallet_id
  WHERE returned
  UNION ALL
  SELECT 'exchange_return', clearing, sold, receiver_minor, NULL WHERE returned AND exchanged
  UNION ALL
  SELECT 'fee_refund', fees, available, refunded_minor, b.wallet_id
  WHERE returned AND refunded_minor > 0
) t (kind, debit_account_id, credit_account_id, amount_minor, wallet_id)
UNION ALL
SELECT c.id, 'collect', clearing.id, w.available_account_id, c.amount_minor, w.id
FROM collection c
JOIN wallet w ON w.id = c.wallet_id AND w.business_id = c.business_id AND w.purpose = 'collection'
             AND w.currency = c.currency
JOIN ledger_account clearing ON clearing.kind = 'clearing' AND clearing.rail = c.rail
                            AND clearing.currency = c.currency
WHERE c.status = 'success'
UNION ALL
SELECT m.id, 'top_up', funding.id, w.available_account_id,
       pg_temp.minor(f.amount, f.currency)::bigint, w.id
FROM funds f
JOIN business b ON b.public_id = f.business_id
JOIN wallet w ON w.business_id = b.id AND w.purpose = 'payout' AND w.currency = f.currency
JOIN ledger_account funding ON funding.kind = 'funding' AND funding.currency = f.currency
LEFT JOIN ledger_movement m ON m.kind = 'top_up' AND m.reference = f.reference;

CREATE TEMP VIEW wrong_subject AS
SELECT DISTINCT w.subject_id,
       CASE WHEN r.payout_id IS NOT NULL THEN 'returned' WHEN p.id IS NOT NULL THEN p.status
            WHEN c.id IS NOT NULL THEN 'collection' ELSE 'other' END AS kind
FROM (
  (TABLE due_transfer
   EXCEPT ALL
   SELECT subject_id, kind, debit_account_id, credit_account_id, amount_minor, wallet_id
   FROM ledger_transfer)
  UNION ALL
  (SELECT subject_id, kind, debit_account_id, credit_account_id, amount_minor, wallet_id
   FROM ledger_transfer
   EXCEPT ALL
   TABLE due_transfer)
) w
LEFT JOIN payout p ON p.id = w.subject_id
LEFT JOIN payout_return r ON r.payout_id = w.subject_id
LEFT JOIN collection c ON c.id = w.subject_id;

CREATE TEMP VIEW balance AS
SELECT a.kind, a.currency::text, coalesce(sum(e.minor), 0) AS minor
FROM ledger_account a
LEFT JOIN (
  SELECT credit_account_id AS account_id, amount_minor AS minor FROM ledger_transfer
  UNION ALL
  SELECT debit_account_id, -amount_minor FROM ledger_transfer
) e ON e.account_id = a.id
GROUP BY a.kind, a.currency;

-- The moves of the positions by the amounts that were asked for and the payouts' rates.
CREATE TEMP VIEW exchange AS
SELECT x.currency, x.minor
FROM asked a
JOIN payout p ON p.business_reference = a.reference
CROSS JOIN LATERAL (
  SELECT a.sender_currency, pg_temp.sender_minor(pg_temp.minor(a.amount, a.currency), a.currency,
                                                 p.fx_rate, a.sender_currency)
  UNION ALL
  SELECT a.currency, -pg_temp.minor(a.amount, a.currency)
) x (currency, minor)
WHERE a.kind = 'payout' AND a.expected = 'success' AND a.sender_currency <> a.currency
  AND NOT EXISTS (SELECT FROM payout_return r WHERE r.payout_id = p.id);

-- The simulated rail has no books, but its recipients are known: the amounts that were asked for of
-- those that are paid, less those that came back and those of customers who pay.
CREATE TEMP VIEW on_rail AS
SELECT a.currency,
       CASE a.kind WHEN 'payout' THEN 1 ELSE -1 END * pg_temp.minor(a.amount, a.currency) AS minor
FROM asked a JOIN operation o ON o.kind = a.kind AND o.reference = a.reference
WHERE a.expected = 'success';

\set unbalanced `cat unbalanced.sql`
CREATE TEMP VIEW unbalanced AS :unbalanced;
