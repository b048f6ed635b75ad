-- What operators look through and settle by hand.

-- Somebody has to look into it, such as a rail that contradicts what was settled.
ALTER TABLE payout ADD COLUMN flagged boolean NOT NULL DEFAULT false;

-- While an operator settles it: of two who do so at once, one.
ALTER TABLE payout ADD COLUMN by_hand_until timestamptz;
ALTER TABLE collection ADD COLUMN by_hand_until timestamptz;

-- Lists over all businesses go through the statuses, each newest first.
CREATE INDEX payout_newest_of_status ON payout (status, created_at DESC, id DESC);
CREATE INDEX payout_flagged ON payout (created_at DESC, id DESC) WHERE flagged;
CREATE INDEX collection_newest_of_status ON collection (status, created_at DESC, id DESC);
CREATE INDEX collection_newest_first_by_status
  ON collection (business_id, status, created_at DESC, id DESC);
CREATE INDEX collection_flagged ON collection (created_at DESC, id DESC) WHERE flagged;

-- How often operators had it sent again; the attempts of each time are counted from 1 on.
ALTER TABLE webhook_delivery ADD COLUMN replays integer NOT NULL DEFAULT 0 CHECK (replays >= 0);
ALTER TABLE webhook_attempt ADD COLUMN replay integer NOT NULL DEFAULT 0 CHECK (replay >= 0);
CREATE INDEX webhook_delivery_newest_of_status
  ON webhook_delivery (status, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_of_business
  ON webhook_delivery (business_id, status, created_at DESC, id DESC);
