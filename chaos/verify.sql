-- One line a claim: what is claimed, and how many rows break it. Run by psql in the directory of
-- the files asked and told.
CREATE TEMP TABLE asked (kind text, reference text, id text, expected text);
CREATE TEMP TABLE told (kind text, subject_id uuid, webhook_id text, status text);
\copy asked FROM 'asked'
\copy told FROM 'told'

CREATE TEMP VIEW operation AS
SELECT 'payout' AS kind, id, business_reference AS reference, status,
       CASE status WHEN 'pending' THEN status ELSE 'termination_' || status END AS wire
FROM payout
UNION ALL
SELECT 'collection', id, reference, status,
       CASE status WHEN 'success' THEN 'collection_success'
                   WHEN 'failure' THEN 'collection_failure' ELSE status END
FROM collection;

CREATE TEMP VIEW moved AS
SELECT p.id, p.status, p.sender_minor, p.fee_minor,
       count(*) FILTER (WHERE t.kind = 'hold') AS holds,
       count(*) FILTER (WHERE t.kind = 'capture') AS captures,
       count(*) FILTER (WHERE t.kind = 'fee') AS fees,
       count(*) FILTER (WHERE t.kind = 'release') AS releases,
       coalesce(sum(t.amount_minor) FILTER (WHERE t.kind = 'hold'), 0) AS held,
       coalesce(sum(t.amount_minor) FILTER (WHERE t.kind IN ('capture', 'fee')), 0) AS taken,
       coalesce(sum(t.amount_minor) FILTER (WHERE t.kind = 'release'), 0) AS returned
FROM payout p LEFT JOIN ledger_transfer t ON t.subject_id = p.id
GROUP BY p.id;

SELECT 'acknowledged and there, under the id that was acknowledged', count(*)
FROM asked a
LEFT JOIN operation o ON o.kind = a.kind AND o.reference = a.reference AND o.id::text = a.id
WHERE a.id <> '' AND o.id IS NULL
UNION ALL
SELECT 'there, and asked for once', count(*)
FROM (SELECT o.id FROM operation o
      LEFT JOIN asked a ON a.kind = o.kind AND a.reference = o.reference
      GROUP BY o.id HAVING count(a.reference) <> 1) strange
UNION ALL
SELECT 'ended as its recipient does, or pending where that never answers', count(*)
FROM operation o JOIN asked a ON a.kind = o.kind AND a.reference = o.reference
WHERE o.status <> a.expected
UNION ALL
SELECT 'payout: held once, what it costs', count(*)
FROM moved WHERE holds <> 1 OR held <> sender_minor + fee_minor
UNION ALL
SELECT 'payout that succeeded: captured once, nothing released', count(*)
FROM moved
WHERE status = 'success'
  AND (captures <> 1 OR fees > 1 OR releases <> 0 OR taken <> sender_minor + fee_minor)
UNION ALL
SELECT 'payout that failed: released once, nothing captured', count(*)
FROM moved
WHERE status = 'failure'
  AND (releases <> 1 OR captures + fees <> 0 OR returned <> sender_minor + fee_minor)
UNION ALL
SELECT 'payout that is pending: neither', count(*)
FROM moved WHERE status = 'pending' AND captures + fees + releases <> 0
UNION ALL
SELECT 'collection that succeeded: credited once, its amount; others never', count(*)
FROM (SELECT c.id FROM collection c LEFT JOIN ledger_transfer t ON t.subject_id = c.id
      GROUP BY c.id
      HAVING count(t.id) <> CASE WHEN c.status = 'success' THEN 1 ELSE 0 END
          OR (c.status = 'success' AND sum(t.amount_minor) <> c.amount_minor)) wrong
UNION ALL
SELECT 'final: its webhook arrived', count(*)
FROM operation o
WHERE o.status <> 'pending' AND NOT EXISTS (SELECT FROM told t WHERE t.subject_id = o.id)
UNION ALL
SELECT 'one webhook-id for each payout and collection', count(*)
FROM (SELECT subject_id FROM told GROUP BY subject_id HAVING count(DISTINCT webhook_id) <> 1) many
UNION ALL
SELECT 'every webhook told the truth', count(*)
FROM told t LEFT JOIN operation o ON o.id = t.subject_id AND o.kind = t.kind
WHERE o.wire IS DISTINCT FROM t.status
UNION ALL
SELECT 'no delivery is left over', count(*)
FROM webhook_delivery WHERE status <> 'delivered'
UNION ALL
SELECT 'each wallet holds exactly its pending payouts', count(*)
FROM wallet w
WHERE w.holding_minor <>
      (SELECT coalesce(sum(p.sender_minor + p.fee_minor), 0) FROM payout p
       WHERE p.wallet_id = w.id AND p.status = 'pending')
UNION ALL
SELECT 'the trial balance is zero in each currency', count(*)
FROM (SELECT currency FROM
        (SELECT a.currency, t.amount_minor AS minor
         FROM ledger_transfer t JOIN ledger_account a ON a.id = t.credit_account_id
         UNION ALL
         SELECT a.currency, -t.amount_minor
         FROM ledger_transfer t JOIN ledger_account a ON a.id = t.debit_account_id) entry
      GROUP BY currency HAVING sum(minor) <> 0) unbalanced;
