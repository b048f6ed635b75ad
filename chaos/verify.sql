-- The claims about a run, as the view `claim`: a claim, and how many rows break it. Run by psql after
-- books.sql in its session. `rate_age`: for how many seconds a payout may be made at a rate that is
-- not in force any more.
CREATE TEMP VIEW claim AS
WITH wrong AS MATERIALIZED (
  SELECT kind, count(*) AS subjects FROM wrong_subject GROUP BY kind
), account AS MATERIALIZED (
  SELECT * FROM balance
)
SELECT 'acknowledged and there, under the id that was acknowledged' AS claim, count(*) AS wrong
FROM asked a
LEFT JOIN operation o ON o.kind = a.kind AND o.reference = a.reference AND o.id::text = a.id
WHERE a.id IS NOT NULL AND o.id IS NULL
UNION ALL
SELECT 'there, and asked for once', count(*)
FROM (SELECT o.id FROM operation o
      LEFT JOIN asked a ON a.kind = o.kind AND a.reference = o.reference
      GROUP BY o.kind, o.id HAVING count(a.reference) <> 1) strange
UNION ALL
SELECT 'ended as its recipient does, or pending where that never answers', count(*)
FROM operation o JOIN asked a ON a.kind = o.kind AND a.reference = o.reference
WHERE o.status <> a.expected
UNION ALL
SELECT 'of the amounts that were asked for and acknowledged', count(*)
FROM operation o JOIN asked a ON a.kind = o.kind AND a.reference = o.reference
WHERE o.currency <> a.currency OR o.minor <> pg_temp.minor(a.amount, a.currency)
   OR o.sender_currency <> a.sender_currency
   OR o.sender_minor <> pg_temp.minor(a.sender_amount, a.sender_currency)
   OR o.debited_minor <> pg_temp.minor(a.debited_amount, a.sender_currency)
UNION ALL
SELECT 'payout: made at a rate that was in force then, or at 1 within a currency', count(*)
FROM payout p
WHERE CASE WHEN p.sender_currency = p.receiver_currency THEN p.fx_rate <> 1 ELSE
  NOT EXISTS (
    SELECT FROM fx_rate r
    WHERE r.from_currency = p.sender_currency AND r.to_currency = p.receiver_currency
      AND r.rate = p.fx_rate AND r.effective_from <= p.created_at
      AND NOT EXISTS (
        SELECT FROM fx_rate n
        WHERE n.from_currency = r.from_currency AND n.to_currency = r.to_currency
          AND n.effective_from > r.effective_from
          AND n.effective_from <= p.created_at - make_interval(secs => :rate_age))) END
UNION ALL
SELECT 'payout: its amounts by this rate and the fee rate, to the cent', count(*)
FROM payout p JOIN business b ON b.id = p.business_id
WHERE p.sender_minor <> pg_temp.sender_minor(p.receiver_minor, p.receiver_currency, p.fx_rate,
                                             p.sender_currency)
   OR p.fee_minor <> pg_temp.half_up(p.sender_minor * b.fee_rate, 1)
UNION ALL
SELECT 'payout that is pending: its hold, no other transfer',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'pending'), 0)
UNION ALL
SELECT 'payout that was paid: hold, capture, fee, and the exchange if it is one',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'success'), 0)
UNION ALL
SELECT 'payout that failed: hold, release',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'failure'), 0)
UNION ALL
SELECT 'payout that came back: once paid, and the same way back, with the fee',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'returned'), 0)
UNION ALL
SELECT 'collection that succeeded: credited once, its amount; others never',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'collection'), 0)
UNION ALL
SELECT 'each other transfer is a top-up that was entered, and each of these is there',
       coalesce((SELECT subjects FROM wrong WHERE kind = 'other'), 0)
UNION ALL
SELECT 'position of each currency: by the amounts asked for and the payouts'' rates', count(*)
FROM account
WHERE kind = 'fx_position'
  AND minor <> (SELECT coalesce(sum(x.minor), 0) FROM exchange x
                WHERE x.currency = account.currency)
UNION ALL
SELECT 'clearing of each currency: recipients'' amounts less those returned, collected', count(*)
FROM account
WHERE kind = 'clearing'
  AND minor <> (SELECT coalesce(sum(r.minor), 0) FROM on_rail r
                WHERE r.currency = account.currency)
UNION ALL
SELECT 'wallets, fees, positions and clearing have the top-ups, in each currency', count(*)
FROM (SELECT currency FROM
        (SELECT currency::text, available_minor + holding_minor + pending_minor AS minor FROM wallet
         UNION ALL
         SELECT currency, minor FROM account
         WHERE kind IN ('fees', 'fx_position', 'transit', 'clearing')
         UNION ALL
         SELECT currency, -pg_temp.minor(amount, currency) FROM funds) part
      GROUP BY currency HAVING sum(minor) <> 0) uneven
UNION ALL
SELECT 'the trial balance is zero in each currency', count(*)
FROM (SELECT currency FROM account GROUP BY currency HAVING sum(minor) <> 0) uneven
UNION ALL
SELECT 'each wallet is the sum of its transfers', count(*)
FROM unbalanced
UNION ALL
SELECT 'each wallet holds exactly its pending payouts', count(*)
FROM wallet w
WHERE w.holding_minor <>
      (SELECT coalesce(sum(p.sender_minor + p.fee_minor), 0) FROM payout p
       WHERE p.wallet_id = w.id AND p.status = 'pending')
UNION ALL
SELECT 'no wallet is below zero', count(*)
FROM wallet WHERE least(available_minor, holding_minor, pending_minor) < 0
UNION ALL
SELECT 'final: its webhook arrived', count(*)
FROM operation o
WHERE o.status <> 'pending'
  AND NOT EXISTS (SELECT FROM told t WHERE t.kind = o.kind AND t.subject_id = o.id)
UNION ALL
SELECT 'one webhook-id for each payout, return and collection', count(*)
FROM (SELECT kind, subject_id FROM told
      GROUP BY kind, subject_id HAVING count(DISTINCT webhook_id) <> 1) many
UNION ALL
SELECT 'every webhook told the truth, amounts too', count(*)
FROM told t LEFT JOIN operation o ON o.id = t.subject_id AND o.kind = t.kind
WHERE (o.wire, o.currency, o.minor, o.sender_currency, o.sender_minor, o.returned_minor)
      IS DISTINCT FROM
      (t.status, t.currency, pg_temp.minor(t.amount, t.currency), t.sender_currency,
       pg_temp.minor(t.sender_amount, t.sender_currency),
       pg_temp.minor(t.returned_amount, t.sender_currency))
UNION ALL
SELECT 'no delivery is left over', count(*)
FROM webhook_delivery WHERE status <> 'delivered';
