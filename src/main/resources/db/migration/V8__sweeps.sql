-- How a collection wallet is emptied every night into an account of the business.
CREATE TABLE sweep (
  id                 uuid        PRIMARY KEY,
  business_id        bigint      NOT NULL REFERENCES business,
  currency           char(3)     NOT NULL CHECK (currency IN ('KES', 'TZS')),
  channel            text        NOT NULL CHECK (channel IN ('mobile', 'bank')),
  destination_sealed bytea       NOT NULL,
  minimum_minor      bigint      NOT NULL CHECK (minimum_minor > 0),
  time_of_day        time(0)     NOT NULL, -- UTC
  enabled            boolean     NOT NULL,
  -- Nights whose time was before this are not made up for.
  counts_from        timestamptz NOT NULL DEFAULT now(),
  -- Changes with everything that an operator changes, so that a night is not swept by what was.
  version            integer     NOT NULL DEFAULT 1,
  -- When the latest night that is over was due.
  last_due_at        timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  updated_at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, currency)
);

-- What a sweep pays is a payout that nobody requested: it has a sweep, and when that was due, in place of an API
-- key and a reference.
ALTER TABLE payout ADD COLUMN sweep_id uuid REFERENCES sweep;
ALTER TABLE payout ADD COLUMN sweep_due_at timestamptz;
ALTER TABLE payout ALTER COLUMN api_key_id DROP NOT NULL;
ALTER TABLE payout ALTER COLUMN business_reference DROP NOT NULL;
ALTER TABLE payout ADD CHECK (
  CASE WHEN sweep_id IS NULL
       THEN sweep_due_at IS NULL AND api_key_id IS NOT NULL AND business_reference IS NOT NULL
       ELSE sweep_due_at IS NOT NULL AND api_key_id IS NULL AND business_reference IS NULL
            AND callback_url IS NULL AND fee_minor = 0 AND sender_currency = receiver_currency
            AND sender_minor = receiver_minor END);
CREATE UNIQUE INDEX payout_once_a_night ON payout (sweep_id, sweep_due_at)
  WHERE sweep_id IS NOT NULL;
