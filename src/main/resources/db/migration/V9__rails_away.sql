-- Looks at which the rail was not called, for it was away. What remains of `looks` says whether it
-- has been called at all; `looks` itself goes on telling one lease from the next.
ALTER TABLE payout ADD COLUMN looks_put_off integer NOT NULL DEFAULT 0
  CHECK (looks_put_off >= 0 AND looks_put_off <= looks);
ALTER TABLE collection ADD COLUMN looks_put_off integer NOT NULL DEFAULT 0
  CHECK (looks_put_off >= 0 AND looks_put_off <= looks);
