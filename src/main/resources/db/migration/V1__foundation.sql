-- Businesses, their credentials, wallets, the ledger, payouts, collections and the webhook outbox.
--
-- Conventions
--   * Money is a bigint of minor units (cents) beside a three-letter currency; never a float.
--   * Closed sets are text with a CHECK: readable in psql, and the database refuses anything else.
--   * Columns that end in _sealed hold ciphertext of the service's vault (AES-256-GCM).
--   * Times are the database's (now()), never a pod's.

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

-- An API key. Of the secret only its hash is kept. The static webhook signature (the contract's
-- section 6.2) is kept sealed; the secret itself, sealed, only for the legacy signature scheme,
-- whose HMAC is keyed with it.
CREATE TABLE api_key (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id      bigint      NOT NULL REFERENCES business,
  environment      text        NOT NULL CHECK (environment IN ('test', 'production')),
  key              text        NOT NULL UNIQUE CHECK (length(key) BETWEEN 8 AND 100),
  secret_hash      bytea       NOT NULL CHECK (octet_length(secret_hash) = 32),
  signature_sealed bytea       NOT NULL,
  secret_sealed    bytea,
  created_at       timestamptz NOT NULL DEFAULT now(),
  revoked_at       timestamptz
);
CREATE INDEX api_key_of_business ON api_key (business_id);

-- Requests that pods have reserved of a key's allowance, one row a key and minute.
CREATE TABLE rate_window (
  api_key_id bigint      NOT NULL REFERENCES api_key,
  starts_at  timestamptz NOT NULL,
  reserved   integer     NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (api_key_id, starts_at)
);
CREATE INDEX rate_window_age ON rate_window (starts_at);

-- The secrets of Standard Webhooks signatures; a rotated one has an end.
CREATE TABLE webhook_secret (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id   bigint      NOT NULL REFERENCES business,
  secret_sealed bytea       NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  expires_at    timestamptz
);
CREATE INDEX webhook_secret_of_business ON webhook_secret (business_id);

-- One unit of `from_currency` is `rate` units of `to_currency` from `effective_from` on.
CREATE TABLE fx_rate (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  from_currency  char(3)        NOT NULL,
  to_currency    char(3)        NOT NULL CHECK (to_currency <> from_currency),
  -- Bounded above too, for NaN counts as greater than everything.
  rate           numeric(20,10) NOT NULL CHECK (rate > 0 AND rate < 1000000000),
  effective_from timestamptz    NOT NULL,
  created_at     timestamptz    NOT NULL DEFAULT now(),
  UNIQUE (from_currency, to_currency, effective_from)
);

-- Every place where value can be. A wallet has three accounts of its own; the others are the
-- service's: where funding comes from, fees go, and rails are settled with.
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

-- A balance is always what its account's transfers sum up to; only the ledger writes here.
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

-- `parties_sealed` holds everything personal: sender, receiver and the recipient's number.
-- `next_look_at` is when the settler is due (again): a lease while somebody works on the payout,
-- null once it is final.
CREATE TABLE payout (
  id                  uuid        PRIMARY KEY,
  business_id         bigint      NOT NULL REFERENCES business,
  api_key_id          bigint      NOT NULL REFERENCES api_key,
  wallet_id           bigint      NOT NULL REFERENCES wallet,
  business_reference  text        NOT NULL CHECK (length(business_reference) BETWEEN 1 AND 100),
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
  parties_sealed      bytea       NOT NULL,
  callback_url        text        CHECK (length(callback_url) <= 2048),
  forced_status       text        CHECK (forced_status IN ('pending', 'success', 'failure')),
  failure_reason      text,
  looks               integer     NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at        timestamptz,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, business_reference),
  CHECK (status = 'pending' OR next_look_at IS NULL)
);
CREATE INDEX payout_newest_first ON payout (business_id, created_at DESC, id DESC);
CREATE INDEX payout_due ON payout (next_look_at) WHERE next_look_at IS NOT NULL;

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
  customer_sealed       bytea       NOT NULL,
  callback_url          text        CHECK (length(callback_url) <= 2048),
  forced_status         text        CHECK (forced_status IN ('pending', 'success', 'failure', 'cancelled')),
  flagged               boolean     NOT NULL DEFAULT false,
  looks                 integer     NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at          timestamptz,
  expires_at            timestamptz NOT NULL,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  UNIQUE (business_id, reference)
);
CREATE INDEX collection_newest_first ON collection (business_id, created_at DESC, id DESC);
CREATE INDEX collection_due ON collection (next_look_at) WHERE next_look_at IS NOT NULL;

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

-- The outbox. Written in the transaction that makes a status final; `body_sealed` are the exact
-- bytes that every attempt sends (sealed, for they carry personal data and the signature).
CREATE TABLE webhook_delivery (
  id              uuid        PRIMARY KEY,
  business_id     bigint      NOT NULL REFERENCES business,
  api_key_id      bigint      REFERENCES api_key,
  kind            text        NOT NULL CHECK (kind IN ('payout', 'collection')),
  subject_id      uuid        NOT NULL,
  url             text        NOT NULL CHECK (length(url) <= 2048),
  host            text        NOT NULL,
  body_sealed     bytea       NOT NULL,
  status          text        NOT NULL DEFAULT 'pending'
                              CHECK (status IN ('pending', 'delivered', 'dead')),
  attempts        integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
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

CREATE TABLE webhook_attempt (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id   uuid        NOT NULL REFERENCES webhook_delivery,
  attempt       integer     NOT NULL CHECK (attempt > 0),
  response_code integer,
  error         text        CHECK (length(error) <= 200),
  duration_ms   integer     NOT NULL CHECK (duration_ms >= 0),
  attempted_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_attempt_of_delivery ON webhook_attempt (delivery_id, attempt);

-- What was moved stays written: the ledger and the attempts are append-only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_attempt_append_only BEFORE UPDATE OR TRUNCATE ON webhook_attempt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A final payout stays final. (A collection's late success after expiry is a rule of the code.)
CREATE FUNCTION refuse_reopening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payout % is final', OLD.id USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER payout_final_stays_final BEFORE UPDATE ON payout FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();

-- The service's own accounts of each currency.
INSERT INTO ledger_account (kind, currency)
SELECT kind, currency
FROM unnest(ARRAY['funding', 'fees']) AS kind,
     unnest(ARRAY['USD', 'EUR', 'GBP', 'KES', 'TZS', 'UGX', 'ZAR']) AS currency;
