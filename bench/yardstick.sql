-- The least that records a payout durably, in tables of its own: they never follow the service's.
-- A wallet pays, the payout has the three indexes that it is found by (its id, the business's
-- reference, the business's newest), and one transfer tells what moved. See yardstick-payout.sql.

DROP SCHEMA IF EXISTS yardstick CASCADE;
CREATE SCHEMA yardstick;

CREATE TABLE yardstick.wallet (
  id            bigint PRIMARY KEY,
  balance_minor bigint NOT NULL CHECK (balance_minor >= 0)
) WITH (fillfactor = 50);

CREATE TABLE yardstick.payout (
  id           uuid        PRIMARY KEY,
  wallet_id    bigint      NOT NULL,
  amount_minor bigint      NOT NULL CHECK (amount_minor > 0),
  created_at   timestamptz NOT NULL DEFAULT now(),
  status       text        NOT NULL DEFAULT 'pending',
  reference    text        NOT NULL,
  UNIQUE (wallet_id, reference)
);
CREATE INDEX payout_newest ON yardstick.payout (wallet_id, created_at);

CREATE TABLE yardstick.transfer (
  id           bigint      GENERATED ALWAYS AS IDENTITY,
  payout_id    uuid        NOT NULL,
  wallet_id    bigint      NOT NULL,
  amount_minor bigint      NOT NULL CHECK (amount_minor > 0),
  created_at   timestamptz NOT NULL DEFAULT now()
);

INSERT INTO yardstick.wallet (id, balance_minor)
SELECT id, 1000000000000 FROM generate_series(1, 10000) AS id;
