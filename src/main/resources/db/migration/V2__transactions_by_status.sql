-- The list of a business's payouts of one status, newest first; payout_newest_first serves the
-- list of all of them.
CREATE INDEX payout_newest_first_by_status
  ON payout (business_id, status, created_at DESC, id DESC);
