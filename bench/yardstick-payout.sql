-- One payout a transaction, in one round trip. For pgbench; see yardstick.sql.
\set wallet_id random(1, :businesses)
\set number :number + 1
\set unique (:round * 1000000000 + :number) * 1000 + :client_id
WITH paid AS (
  UPDATE yardstick.wallet SET balance_minor = balance_minor - 102000
  WHERE id = :wallet_id AND balance_minor >= 102000
  RETURNING id
), payout AS (
  INSERT INTO yardstick.payout (id, wallet_id, amount_minor, reference)
  SELECT (lpad(to_hex(:unique::bigint), 12, '0') || '70008000000000000000')::uuid, id, 102000,
         'y-' || :unique
  FROM paid
  RETURNING id, wallet_id, amount_minor
)
INSERT INTO yardstick.transfer (payout_id, wallet_id, amount_minor)
SELECT id, wallet_id, amount_minor FROM payout;
