-- Shows that the claims can fail: alters rows of a run, one alteration after the other, each undone
-- again, and answers the claims that change by it. Run after verify.sql in its session, by a
-- superuser: the triggers that refuse such changes are off.
SET session_replication_role = replica;

CREATE TEMP TABLE unaltered AS SELECT * FROM claim;

-- The claims that find an alteration; empty if there was no row to alter.
CREATE FUNCTION pg_temp.finders(alteration text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  altered bigint;
  found   text[];
BEGIN
  BEGIN
    EXECUTE alteration;
    GET DIAGNOSTICS altered = ROW_COUNT;
    IF altered > 0 THEN
      SELECT array_agg(c.claim) INTO found
      FROM claim c JOIN unaltered u ON u.claim = c.claim
      WHERE c.wrong <> u.wrong;
    END IF;
    RAISE SQLSTATE 'UNDO1';
  EXCEPTION WHEN SQLSTATE 'UNDO1' THEN
    NULL;
  END;
  RETURN CASE WHEN altered > 0 THEN coalesce(found, '{not found}') END;
END $$;

CREATE FUNCTION pg_temp.of_currency(wanted text, account bigint) RETURNS bigint LANGUAGE sql AS $$
  SELECT w.id FROM ledger_account a JOIN ledger_account w ON w.currency = a.currency
  WHERE a.id = account AND w.kind = wanted
$$;

SELECT name, coalesce(array_to_string(pg_temp.finders(statement), ' | '), 'no such row')
FROM (VALUES
  (1, 'an exchange of a cent more', $$
   UPDATE ledger_transfer SET amount_minor = amount_minor + 1
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'exchange') $$),
  (2, 'an exchange that is missing', $$
   DELETE FROM ledger_transfer
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'exchange') $$),
  (3, 'an exchange the wrong way round', $$
   UPDATE ledger_transfer
   SET debit_account_id = credit_account_id, credit_account_id = debit_account_id
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'exchange') $$),
  (4, 'an exchange of another payout', $$
   UPDATE ledger_transfer SET subject_id = gen_random_uuid()
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'exchange') $$),
  (5, 'an exchange for a payout within a currency', $$
   INSERT INTO ledger_transfer
     (debit_account_id, credit_account_id, amount_minor, subject_id, kind)
   SELECT b.sold, b.clearing, b.receiver_minor, b.id, 'exchange'
   FROM booking b WHERE b.paid AND NOT b.exchanged ORDER BY b.id LIMIT 1 $$),
  (6, 'a capture into clearing instead of the position', $$
   UPDATE ledger_transfer
   SET credit_account_id = pg_temp.of_currency('clearing', credit_account_id)
   WHERE id = (SELECT min(t.id) FROM ledger_transfer t JOIN booking b ON b.id = t.subject_id
               WHERE t.kind = 'capture' AND b.exchanged) $$),
  (7, 'a capture of a cent less', $$
   UPDATE ledger_transfer SET amount_minor = amount_minor - 1
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'capture' AND amount_minor > 1) $$),
  (8, 'a capture of a payout that is pending', $$
   INSERT INTO ledger_transfer
     (debit_account_id, credit_account_id, amount_minor, wallet_id, subject_id, kind)
   SELECT b.holding, b.bought, b.sender_minor, b.wallet_id, b.id, 'capture'
   FROM booking b WHERE b.status = 'pending' ORDER BY b.id LIMIT 1 $$),
  (9, 'a hold that is missing', $$
   DELETE FROM ledger_transfer
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'hold') $$),
  (10, 'a fee that is missing', $$
   DELETE FROM ledger_transfer
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'fee') $$),
  (11, 'a release that is missing', $$
   DELETE FROM ledger_transfer
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'release') $$),
  (12, 'a return across currencies of a cent more', $$
   UPDATE ledger_transfer SET amount_minor = amount_minor + 1
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'exchange_return') $$),
  (13, 'a return that is not noted', $$
   DELETE FROM payout_return
   WHERE payout_id = (SELECT payout_id FROM payout_return ORDER BY reference LIMIT 1) $$),
  (14, 'a credit that is missing', $$
   DELETE FROM ledger_transfer
   WHERE id = (SELECT min(id) FROM ledger_transfer WHERE kind = 'collect') $$),
  (15, 'a transfer of no payment', $$
   INSERT INTO ledger_transfer
     (debit_account_id, credit_account_id, amount_minor, wallet_id, subject_id, kind)
   SELECT holding_account_id, available_account_id, 1, id, gen_random_uuid(), 'release'
   FROM wallet ORDER BY id LIMIT 1 $$),
  (16, 'a wallet of a cent more', $$
   UPDATE wallet SET available_minor = available_minor + 1
   WHERE id = (SELECT min(id) FROM wallet) $$),
  (17, 'a payout, with its exchange, of a cent more to the recipient', $$
   WITH wrong AS (
     SELECT id FROM booking WHERE paid AND exchanged AND NOT returned ORDER BY id LIMIT 1
   ), transfer AS (
     UPDATE ledger_transfer t SET amount_minor = amount_minor + 1
     FROM wrong WHERE t.subject_id = wrong.id AND t.kind = 'exchange'
   )
   UPDATE payout p SET receiver_minor = receiver_minor + 1 FROM wrong WHERE p.id = wrong.id $$),
  (18, 'a rate that is the next one of the pair', $$
   UPDATE payout p SET fx_rate = n.rate
   FROM fx_rate n
   WHERE p.id = (SELECT q.id FROM payout q
                 WHERE q.sender_minor > 1000
                   AND EXISTS (SELECT FROM fx_rate r
                               WHERE r.from_currency = q.sender_currency
                                 AND r.to_currency = q.receiver_currency
                                 AND r.effective_from > q.created_at)
                 ORDER BY q.sender_minor DESC, q.id LIMIT 1)
     AND n.id = (SELECT r.id FROM fx_rate r
                 WHERE r.from_currency = p.sender_currency AND r.to_currency = p.receiver_currency
                   AND r.effective_from > p.created_at
                 ORDER BY r.effective_from LIMIT 1) $$),
  (19, 'an acknowledged operation that never was', $$
   INSERT INTO asked (kind, reference, id, expected, currency, amount)
   VALUES ('payout', 'never', gen_random_uuid()::text, 'success', 'KES', 1) $$),
  (20, 'a webhook that did not arrive', $$
   DELETE FROM told WHERE subject_id = (SELECT min(subject_id::text)::uuid FROM told) $$),
  (21, 'a webhook under another id', $$
   INSERT INTO told
   SELECT kind, subject_id, 'another', status, currency, amount, sender_currency, sender_amount,
          returned_amount
   FROM told LIMIT 1 $$),
  (22, 'a webhook that tells a cent more', $$
   UPDATE told SET amount = amount + 0.01
   WHERE ctid = (SELECT min(ctid) FROM told WHERE sender_currency <> currency) $$)
) alteration (number, name, statement)
ORDER BY number;
