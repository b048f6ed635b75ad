-- A lease ends when the next look is due: both times are the same. Whoever only puts the next look
-- off changes `next_look_at` alone. While a lease lasts nobody settles the payout by hand; doing so
-- is a lease itself, and `by_hand_until` of payouts is not used any more.
ALTER TABLE payout ADD COLUMN leased_until timestamptz;

-- When the rail of a payout that failed by hand is asked whether it has paid it after all. Not
-- `next_look_at`: what is due by that may be submitted, also by pods of the previous release.
ALTER TABLE payout ADD COLUMN next_watch_at timestamptz;
ALTER TABLE payout ADD CHECK (next_watch_at IS NULL OR status = 'failure');
CREATE INDEX payout_watched ON payout (next_watch_at) WHERE next_watch_at IS NOT NULL;

-- When its rail said the contrary of what the payout had ended with; its status stays.
ALTER TABLE payout ADD COLUMN contradicted_at timestamptz;
ALTER TABLE payout ADD CHECK (contradicted_at IS NULL OR status <> 'pending');
