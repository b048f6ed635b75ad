-- The whole schema, by feature: businesses and keys, rates, ledger, payouts, collections, webhooks,
-- sweeps, operators, access.
--
-- Conventions
--   * Money is a bigint of minor units (cents) beside a three-letter currency; never a float.
--   * Closed sets are text with a CHECK: readable in psql, and the database refuses other values.
--   * Columns that end in _encrypted hold ciphertext of the field encryption (AES-256-GCM).
--   * Times are the database's (now()), never a pod's.

-- ---- Rules that several tables share ----------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION refuse_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % is final', TG_TABLE_NAME, OLD.id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- ---- Businesses and keys ----------------------------------------------------------------------------

CREATE TABLE business (
  id                      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id               uuid        NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  name                    text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  callback_url            text        CHECK (length(callback_url) <= 2048),
  collection_callback_url text        CHECK (length(collection_callback_url) <= 2048),
  collections_enabled     boolean     NOT NULL DEFAULT false,
  fee_rate                numeric(6,5) NOT NULL DEFAULT 0.02 CHECK (fee_rate >= 0 AND fee_rate < 1),
  signature_scheme        text        NOT NULL DEFAULT 'digest'
                                      CHECK (signature_scheme IN ('digest', 'legacy')),
  suspended               boolean     NOT NULL DEFAULT false,
  created_at              timestamptz NOT NULL DEFAULT now(),
  updated_at              timestamptz NOT NULL DEFAULT now()
);

-- Of an API key's secret only the hash is kept. The static webhook signature (the contract's
-- section 6.2) is kept encrypted. The secret itself is kept, encrypted, only under the legacy
-- signature scheme, whose HMAC is keyed with it.
CREATE TABLE api_key (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id         bigint      NOT NULL REFERENCES business,
  environment         text        NOT NULL CHECK (environment IN ('test', 'production')),
  key                 text        NOT NULL UNIQUE CHECK (length(key) BETWEEN 8 AND 100),
  secret_hash         bytea       NOT NULL CHECK (octet_length(secret_hash) = 32),
  signature_encrypted bytea       NOT NULL,
  secret_encrypted    bytea,
  created_at          timestamptz NOT NULL DEFAULT now(),
  revoked_at          timestamptz
);
CREATE INDEX api_key_of_business ON api_key (business_id);

-- The secrets of Standard Webhooks signatures; a rotated one has an end.
CREATE TABLE webhook_secret (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id      bigint      NOT NULL REFERENCES business,
  secret_encrypted bytea       NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  expires_at       timestamptz
);
CREATE INDEX webhook_secret_of_business ON webhook_secret (business_id);

-- ---- Rates ------------------------------------------------------------------------------------------

-- One unit of `from_currency` is `rate` units of `to_currency` from `effective_from` on.
CREATE TABLE fx_rate (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_currency  char(3)        NOT NULL,
  to_currency    char(3)        NOT NULL CHECK (to_currency <> from_currency),
  -- Bounded above too, because NaN counts as greater than every number.
  rate           numeric(20,10) NOT NULL CHECK (rate > 0 AND rate < 1000000000),
  effective_from timestamptz    NOT NULL,
  created_at     timestamptz    NOT NULL DEFAULT now(),
  UNIQUE (from_currency, to_currency, effective_from)
);

-- The daily refresh of the rates, once over all pods: a pod that attempts it takes the day until
-- `next_attempt_at`; `done_at` is when all rates were there.
CREATE TABLE fx_refresh (
  day             date        PRIMARY KEY,
  attempts        integer     NOT NULL CHECK (attempts > 0),
  next_attempt_at timestamptz NOT NULL,
  done_at         timestamptz
);

-- ---- Ledger: accounts and wallets (its transfers stand below payouts and collections) ---------------

-- A wallet has three accounts of its own. The others are the service's: the source of funding, the
-- fees, and the clearing with each rail.
CREATE TABLE ledger_account (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind     text    NOT NULL CHECK (kind IN ('available', 'holding', 'pending',
                                            'funding', 'fees', 'clearing')),
  currency char(3) NOT NULL,
  rail     text,
  UNIQUE (id, currency),
  CHECK ((kind = 'clearing') = (rail IS NOT NULL))
);
CREATE UNIQUE INDEX ledger_account_of_service ON ledger_account (currency, kind, rail)
  NULLS NOT DISTINCT WHERE kind IN ('funding', 'fees', 'clearing');

-- The service's own accounts of each currency.
INSERT INTO ledger_account (kind, currency)
SELECT kind, currency
FROM unnest(ARRAY['funding', 'fees']) AS kind,
     unnest(ARRAY['USD', 'EUR', 'GBP', 'KES', 'TZS', 'UGX', 'ZAR']) AS currency;

-- A balance is always the sum of its account's transfers; only the ledger writes here.
CREATE TABLE wallet (
  id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id          bigint      NOT NULL REFERENCES business,
  currency             char(3)     NOT NULL,
  purpose              text        NOT NULL CHECK (purpose IN ('payout', 'collection')),
  available_minor      bigint      NOT NULL DEFAULT 0 CHECK (available_minor >= 0),
  holding_minor        bigint      NOT NULL DEFAULT 0 CHECK (holding_minor >= 0),
  pending_minor        bigint      NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  available_account_id bigint      NOT NULL UNIQUE,
  holding_account_id   bigint      NOT NULL UNIQUE,
  pending_account_id   bigint      NOT NULL UNIQUE,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, purpose, currency),
  FOREIGN KEY (available_account_id, currency) REFERENCES ledger_account (id, currency),
  FOREIGN KEY (holding_account_id, currency) REFERENCES ledger_account (id, currency),
  FOREIGN KEY (pending_account_id, currency) REFERENCES ledger_account (id, currency)
) WITH (fillfactor = 50); -- balances change all the time: room for updates within the page

-- ---- Sweeps (a payout refers to its sweep) ----------------------------------------------------------

-- Nightly emptying of a collection wallet into an account of the business.
CREATE TABLE sweep (
  id                    uuid        PRIMARY KEY,
  business_id           bigint      NOT NULL REFERENCES business,
  currency              char(3)     NOT NULL CHECK (currency IN ('KES', 'TZS')),
  channel               text        NOT NULL CHECK (channel IN ('mobile', 'bank')),
  destination_encrypted bytea       NOT NULL,
  minimum_minor         bigint      NOT NULL CHECK (minimum_minor > 0),
  time_of_day           time(0)     NOT NULL, -- UTC
  enabled               boolean     NOT NULL,
  -- Runs that were due before this are not made up for.
  counts_from           timestamptz NOT NULL DEFAULT now(),
  -- Changes with every change by an operator, so that no run has outdated settings.
  version               integer     NOT NULL DEFAULT 1,
  -- When the latest finished run was due.
  last_due_at           timestamptz,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, currency)
);

-- ---- Payouts ----------------------------------------------------------------------------------------

-- Polls: `polls` counts the leases taken on the payout and tells one lease from the next.
-- `skipped_polls` are those without a call, because the rail was away; the difference tells whether
-- the rail was called at all. `next_poll_at` is when the settler is due (again); null once final.
-- A lease ends when the next poll is due: `leased_until` equals `next_poll_at`. A postponement of
-- the next poll changes `next_poll_at` alone. During a lease the payout is not settled by hand;
-- settling by hand is a lease itself.
CREATE TABLE payout (
  id                  uuid        PRIMARY KEY,
  business_id         bigint      NOT NULL REFERENCES business,
  api_key_id          bigint      REFERENCES api_key,
  wallet_id           bigint      NOT NULL REFERENCES wallet,
  business_reference  text        CHECK (length(business_reference) BETWEEN 1 AND 100),
  channel             text        NOT NULL CHECK (channel IN ('mobile', 'till', 'paybill', 'bank')),
  status              text        NOT NULL DEFAULT 'pending'
                                  CHECK (status IN ('pending', 'success', 'failure')),
  country             char(2)     NOT NULL CHECK (country IN ('KE', 'TZ', 'UG', 'ZA')),
  rail                text        NOT NULL,
  sender_currency     char(3)     NOT NULL,
  sender_minor        bigint      NOT NULL CHECK (sender_minor > 0),
  fee_minor           bigint      NOT NULL CHECK (fee_minor >= 0),
  receiver_currency   char(3)     NOT NULL,
  receiver_minor      bigint      NOT NULL CHECK (receiver_minor > 0),
  fx_rate             numeric(20,10) NOT NULL CHECK (fx_rate > 0),
  purpose_of_transfer text        NOT NULL,
  source_of_funds     text,
  -- All personal data: sender, receiver and the recipient's number.
  parties_encrypted   bytea       NOT NULL,
  callback_url        text        CHECK (length(callback_url) <= 2048),
  forced_status       text        CHECK (forced_status IN ('pending', 'success', 'failure')),
  failure_reason      text,
  -- An operator has to investigate, such as a rail that contradicts the status.
  flagged             boolean     NOT NULL DEFAULT false,
  -- When the rail contradicted the final status; the status stays.
  discrepancy_at      timestamptz,
  sweep_id            uuid        REFERENCES sweep,
  sweep_due_at        timestamptz,
  polls               integer     NOT NULL DEFAULT 0 CHECK (polls >= 0),
  skipped_polls       integer     NOT NULL DEFAULT 0
                                  CHECK (skipped_polls >= 0 AND skipped_polls <= polls),
  next_poll_at        timestamptz,
  leased_until        timestamptz,
  -- When the rail of a payout that failed by hand is asked whether it has paid it after all. Not
  -- `next_poll_at`: a payout that is due by that may be submitted.
  next_watch_at       timestamptz,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, business_reference),
  CHECK (status = 'pending' OR next_poll_at IS NULL),
  CHECK (next_watch_at IS NULL OR status = 'failure'),
  CHECK (discrepancy_at IS NULL OR status <> 'pending'),
  -- The payout of a sweep has no request: its sweep and the due time replace API key and reference.
  CHECK (
    CASE WHEN sweep_id IS NULL
         THEN sweep_due_at IS NULL AND api_key_id IS NOT NULL AND business_reference IS NOT NULL
         ELSE sweep_due_at IS NOT NULL AND api_key_id IS NULL AND business_reference IS NULL
              AND callback_url IS NULL AND fee_minor = 0 AND sender_currency = receiver_currency
              AND sender_minor = receiver_minor END)
);
CREATE INDEX payout_due ON payout (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX payout_watched ON payout (next_watch_at) WHERE next_watch_at IS NOT NULL;
CREATE UNIQUE INDEX payout_once_a_run ON payout (sweep_id, sweep_due_at)
  WHERE sweep_id IS NOT NULL;

-- The lists of one business, newest first: all of its payouts, and those of one status.
CREATE INDEX payout_newest_first ON payout (business_id, created_at DESC, id DESC);
CREATE INDEX payout_newest_first_by_status
  ON payout (business_id, status, created_at DESC, id DESC);
-- Lists over all businesses go through the statuses, each newest first.
CREATE INDEX payout_newest_of_status ON payout (status, created_at DESC, id DESC);
CREATE INDEX payout_flagged ON payout (created_at DESC, id DESC) WHERE flagged;

-- A final payout stays final.
CREATE TRIGGER payout_final_stays_final BEFORE UPDATE ON payout FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();

-- ---- Collections ------------------------------------------------------------------------------------

-- `polls`, `skipped_polls` and `next_poll_at` mean the same as those of payouts.
CREATE TABLE collection (
  id                    uuid        PRIMARY KEY,
  business_id           bigint      NOT NULL REFERENCES business,
  api_key_id            bigint      NOT NULL REFERENCES api_key,
  wallet_id             bigint      NOT NULL REFERENCES wallet,
  reference             text        CHECK (length(reference) BETWEEN 1 AND 100),
  status                text        NOT NULL DEFAULT 'pending'
                                    CHECK (status IN ('pending', 'success', 'failure', 'cancelled')),
  status_message        text        NOT NULL DEFAULT '',
  currency              char(3)     NOT NULL CHECK (currency IN ('KES', 'TZS', 'UGX')),
  amount_minor          bigint      NOT NULL CHECK (amount_minor > 0),
  rail                  text        NOT NULL,
  provider              text        NOT NULL DEFAULT '',
  mno_payment_reference text,
  customer_encrypted    bytea       NOT NULL,
  callback_url          text        CHECK (length(callback_url) <= 2048),
  forced_status         text        CHECK (forced_status IN ('pending', 'success', 'failure', 'cancelled')),
  flagged               boolean     NOT NULL DEFAULT false,
  polls                 integer     NOT NULL DEFAULT 0 CHECK (polls >= 0),
  skipped_polls         integer     NOT NULL DEFAULT 0
                                    CHECK (skipped_polls >= 0 AND skipped_polls <= polls),
  next_poll_at          timestamptz,
  -- While an operator settles it: of two who do so at once, one succeeds.
  by_hand_until         timestamptz,
  -- When the wallet was credited, once. A collection that expired can still be paid late: it stays
  -- cancelled for the partner, and is credited and flagged.
  credited_at           timestamptz,
  expires_at            timestamptz NOT NULL,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, reference),
  CHECK (status <> 'success' OR credited_at IS NOT NULL),
  CHECK (credited_at IS NULL OR status <> 'pending')
);
CREATE INDEX collection_due ON collection (next_poll_at) WHERE next_poll_at IS NOT NULL;
CREATE INDEX collection_newest_first ON collection (business_id, created_at DESC, id DESC);
CREATE INDEX collection_newest_first_by_status
  ON collection (business_id, status, created_at DESC, id DESC);
CREATE INDEX collection_newest_of_status ON collection (status, created_at DESC, id DESC);
CREATE INDEX collection_flagged ON collection (created_at DESC, id DESC) WHERE flagged;

-- A final collection stays final.
CREATE TRIGGER collection_final_stays_final BEFORE UPDATE ON collection FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();

-- ---- Ledger: transfers ------------------------------------------------------------------------------

-- One balanced move of value out of the debit account into the credit account. The currency is
-- part of both foreign keys, so that value can never change its currency on the way.
CREATE TABLE ledger_transfer (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  debit_account_id  bigint      NOT NULL,
  credit_account_id bigint      NOT NULL CHECK (credit_account_id <> debit_account_id),
  currency          char(3)     NOT NULL,
  amount_minor      bigint      NOT NULL CHECK (amount_minor > 0),
  kind              text        NOT NULL CHECK (kind IN ('hold', 'capture', 'fee', 'release',
                                                         'collect', 'top_up')),
  payout_id         uuid        REFERENCES payout,
  collection_id     uuid        REFERENCES collection,
  reference         text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (debit_account_id, currency) REFERENCES ledger_account (id, currency),
  FOREIGN KEY (credit_account_id, currency) REFERENCES ledger_account (id, currency),
  CHECK (CASE WHEN kind IN ('hold', 'capture', 'fee', 'release')
              THEN payout_id IS NOT NULL AND collection_id IS NULL
              WHEN kind = 'collect' THEN collection_id IS NOT NULL AND payout_id IS NULL
              ELSE payout_id IS NULL AND collection_id IS NULL AND reference IS NOT NULL END)
);
-- A payout is held once, captured once, charged once, released once; a collection credited once.
CREATE UNIQUE INDEX ledger_transfer_once_a_payout ON ledger_transfer (payout_id, kind)
  WHERE payout_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transfer_once_a_collection ON ledger_transfer (collection_id)
  WHERE collection_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transfer_once_a_top_up ON ledger_transfer (credit_account_id, reference)
  WHERE kind = 'top_up';
CREATE INDEX ledger_transfer_out_of ON ledger_transfer (debit_account_id, id);
CREATE INDEX ledger_transfer_into ON ledger_transfer (credit_account_id, id);

-- A transfer stays as it was written.
CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---- Webhooks ---------------------------------------------------------------------------------------

-- The outbox, written in the transaction that makes a status final. `body_encrypted` are the exact
-- bytes that every attempt sends; they carry personal data and the signature.
CREATE TABLE webhook_delivery (
  id              uuid        PRIMARY KEY,
  business_id     bigint      NOT NULL REFERENCES business,
  api_key_id      bigint      REFERENCES api_key,
  kind            text        NOT NULL CHECK (kind IN ('payout', 'collection')),
  subject_id      uuid        NOT NULL,
  url             text        NOT NULL CHECK (length(url) <= 2048),
  host            text        NOT NULL,
  body_encrypted  bytea       NOT NULL,
  status          text        NOT NULL DEFAULT 'pending'
                              CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts        integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- How often operators had it sent again; the attempts of each replay are counted from 1 on.
  replays         integer     NOT NULL DEFAULT 0 CHECK (replays >= 0),
  next_attempt_at timestamptz DEFAULT now(),
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
-- By receiver first: a claim goes from receiver to receiver and takes a few of each, so that
-- 100,000 due deliveries of a dead one cost no more than a single step.
CREATE INDEX webhook_delivery_due ON webhook_delivery (host, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE UNIQUE INDEX webhook_delivery_of_subject ON webhook_delivery (subject_id, kind);
CREATE INDEX webhook_delivery_newest_of_status
  ON webhook_delivery (status, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_of_business
  ON webhook_delivery (business_id, status, created_at DESC, id DESC);

CREATE TABLE webhook_attempt (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id   uuid        NOT NULL REFERENCES webhook_delivery,
  replay        integer     NOT NULL DEFAULT 0 CHECK (replay >= 0),
  attempt       integer     NOT NULL CHECK (attempt > 0),
  response_code integer,
  error         text        CHECK (length(error) <= 200),
  duration_ms   integer     NOT NULL CHECK (duration_ms >= 0),
  attempted_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_attempt_of_delivery ON webhook_attempt (delivery_id, attempt);

-- An attempt stays as it was written.
CREATE TRIGGER webhook_attempt_append_only BEFORE UPDATE OR TRUNCATE ON webhook_attempt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---- Operators --------------------------------------------------------------------------------------

-- The audit log: each change by an operator, with the values before and after (secrets masked).
CREATE TABLE audit_entry (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  operator   text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  before     jsonb,
  after      jsonb,
  request_id text        NOT NULL
);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject, id);
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---- Access -----------------------------------------------------------------------------------------

-- Requests that pods have reserved of a key's quota, one row per key and minute.
CREATE TABLE rate_window (
  api_key_id bigint      NOT NULL REFERENCES api_key,
  starts_at  timestamptz NOT NULL,
  reserved   integer     NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (api_key_id, starts_at)
);
CREATE INDEX rate_window_age ON rate_window (starts_at);

-- How often authentication failed in a minute: from an address, and for a key from an address.
-- The subject is a hash of them: nothing that a guesser sends is kept, and each row is as small as
-- the next.
CREATE TABLE failed_authentication (
  subject   uuid        NOT NULL,
  starts_at timestamptz NOT NULL,
  failures  integer     NOT NULL CHECK (failures > 0),
  PRIMARY KEY (subject, starts_at)
);
CREATE INDEX failed_authentication_age ON failed_authentication (starts_at);
