-- The whole schema, by feature: businesses and keys, rates, ledger, payouts, collections, webhooks,
-- sweeps, operators, access.
--
-- Conventions
--   * Money is a bigint of minor units (cents) beside a three-letter currency; never a float.
--   * Closed sets are text with a CHECK: readable in psql, and the database refuses other values.
--   * Columns that end in _encrypted hold ciphertext of the field encryption (AES-256-GCM).
--   * Times are the database's (now()), never a pod's.
--   * What is due stands in a table of its own (*_due): the payments' own rows have no index on
--     anything that settling changes, so that settling is an update within the page (HOT).
--   * Rows that nobody touches again are partitioned by month (see month_table). Unique indexes of
--     a partition hold for its month.
--   * The primary key is a table's youngest index: of indexes that look equally good, because a table
--     was empty when it was planned for, the planner takes the youngest.
--   * No foreign key leads from a payment to a row that many payments share (business, key, wallet,
--     account): its share lock would be one more write to that row for each statement. These rows
--     are never deleted.

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

CREATE FUNCTION refuse_early_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % has not ended', TG_TABLE_NAME, OLD.id
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never deleted', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- ---- Months -----------------------------------------------------------------------------------------

-- The partitioned tables: the column of the time, that of the id, and what each partition gets beside
-- the columns and indexes of its table: a unique index without the time, to which nulls are equal, and a
-- trigger that refuses changes. A row stays for as long as one of `due`, the tables of due work, has its id.
CREATE TABLE month_table (
  name         text    PRIMARY KEY,
  time         text    NOT NULL DEFAULT 'created_at',
  key          text    NOT NULL DEFAULT 'id',
  filled_to    integer NOT NULL DEFAULT 100 CHECK (filled_to BETWEEN 10 AND 100),
  once         text,
  append_only  text,
  due          text[]  NOT NULL DEFAULT '{}',
  -- The age below which nobody erases a row, whatever the service is set to; null: never, the ledger's.
  kept_for     interval DEFAULT interval '7 days',
  -- Whether rows go with their whole month only: where no index finds the oldest, or none is deleted.
  whole_months boolean NOT NULL DEFAULT false
);

-- Creates the missing partitions of a table for this month and the following ones. A row of a month
-- without a partition goes to the default one: nothing fails because a job did not run, and the row
-- moves once its month is made. It runs as its owner, because the service's own role may not create
-- tables. It gives up after half a second without the table's lock: payments wait behind it.
CREATE FUNCTION create_months(parent_name text, following integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '500ms' AS $$
DECLARE
  parent  month_table;
  month   date;
  begins  timestamptz;
  ends    timestamptz;
  part    text;
  created integer := 0;
BEGIN
  IF following NOT BETWEEN 0 AND 24 THEN
    RAISE EXCEPTION 'months ahead: 0 to 24' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT * INTO STRICT parent FROM month_table WHERE name = parent_name;
  IF NOT pg_try_advisory_xact_lock(hashtext('create_months'), hashtext(parent_name)) THEN
    RETURN 0;
  END IF;
  FOR month IN SELECT generate_series(date_trunc('month', now() AT TIME ZONE 'UTC'),
                                      date_trunc('month', now() AT TIME ZONE 'UTC')
                                        + following * interval '1 month', interval '1 month') LOOP
    part := parent.name || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    begins := month::timestamp AT TIME ZONE 'UTC';
    ends := (month + interval '1 month') AT TIME ZONE 'UTC';
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = %s)',
                   part, parent.name, parent.filled_to);
    PERFORM move_to_month(parent, part, begins, ends);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   parent.name, part, begins, ends);
    PERFORM guard_partition(parent, part);
    created := created + 1;
  END LOOP;
  RETURN created;
END $$;

-- Moves the rows of a month from the default partition, which could not be beside the month otherwise.
CREATE FUNCTION move_to_month(
  parent month_table, part text, begins timestamptz, ends timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  other text := parent.name || '_other';
  strays boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE %2$I >= $1 AND %2$I < $2)', other, parent.time)
    INTO strays USING begins, ends;
  IF NOT strays THEN
    RETURN;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', other);
  IF parent.append_only IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER append_only', other);
  END IF;
  EXECUTE format('WITH moved AS (DELETE FROM ONLY %1$I WHERE %3$I >= $1 AND %3$I < $2 RETURNING *)'
                 ' INSERT INTO %2$I SELECT * FROM moved', other, part, parent.time)
    USING begins, ends;
  IF parent.append_only IS NOT NULL THEN
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER append_only', other);
  END IF;
END $$;

CREATE FUNCTION guard_partition(parent month_table, part text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF parent.once IS NOT NULL THEN
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (%s) NULLS NOT DISTINCT',
                   part || '_once', part, parent.once);
  END IF;
  IF parent.append_only IS NOT NULL THEN
    EXECUTE format('CREATE TRIGGER append_only BEFORE %s ON %I FOR EACH STATEMENT'
                   ' EXECUTE FUNCTION refuse_change()', parent.append_only, part);
  END IF;
END $$;

-- A partitioned table whose rows before a time may be erased. Whoever has the service's password may
-- ask for any time: what is younger than the table keeps its rows for is refused here.
CREATE FUNCTION erasable_before(parent_name text, oldest timestamptz) RETURNS month_table
LANGUAGE plpgsql AS $$
DECLARE
  parent month_table;
BEGIN
  SELECT * INTO STRICT parent FROM month_table WHERE name = parent_name;
  IF parent.kept_for IS NULL OR oldest > now() - parent.kept_for THEN
    RAISE EXCEPTION '% keeps its rows for %', parent_name, coalesce(parent.kept_for::text, 'ever')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN parent;
END $$;

-- The condition of a row `r` that something is still to be done about.
CREATE FUNCTION still_due(parent month_table) RETURNS text LANGUAGE sql AS $$
  SELECT '(' || coalesce(string_agg(format('EXISTS (SELECT FROM %I d WHERE d.id = r.%I)',
                                           due, parent.key), ' OR '), 'false') || ')'
  FROM unnest(parent.due) due
$$;

-- Drops the months of a partitioned table that are wholly older than a time, and answers their number.
-- One with a row that is still due stays. It gives up after half a second without the table's lock:
-- payments wait behind it.
CREATE FUNCTION drop_months_before(parent_name text, oldest timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '500ms' AS $$
DECLARE
  parent  month_table := erasable_before(parent_name, oldest);
  part    text;
  is_kept boolean;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent_name::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= oldest
    ORDER BY 1
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I r WHERE %s)', part, still_due(parent)) INTO is_kept;
    IF NOT is_kept THEN
      EXECUTE format('DROP TABLE %I', part);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  RETURN dropped;
END $$;

-- Deletes up to so many rows of a partitioned table that are older than a time, the oldest first, and
-- answers their number. Where rows go with their months, those without a month.
CREATE FUNCTION erase_before(parent_name text, oldest timestamptz, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '2s' AS $$
DECLARE
  parent month_table := erasable_before(parent_name, oldest);
  erased bigint := 0;
BEGIN
  IF coalesce(parent.append_only, '') LIKE '%DELETE%' THEN
    RETURN 0;
  END IF;
  EXECUTE format('DELETE FROM %1$I WHERE (%2$I, %3$I) IN (SELECT r.%2$I, r.%3$I FROM %1$I r'
                 ' WHERE r.%3$I < $1 AND NOT %4$s ORDER BY r.%2$I LIMIT $2)',
                 parent_name || CASE WHEN parent.whole_months THEN '_other' ELSE '' END,
                 parent.key, parent.time, still_due(parent))
    USING oldest, most;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;

-- What runs as its owner is for the service's own role only, which is granted it, and finds tables and
-- functions in this schema only: otherwise that role could put temporary tables of the same names in
-- front of them.
DO $$
DECLARE
  own text;
BEGIN
  FOREACH own IN ARRAY ARRAY['create_months(text, integer)',
                             'drop_months_before(text, timestamptz)',
                             'erase_before(text, timestamptz, integer)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', own, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own);
  END LOOP;
END $$;

-- ---- The database itself ----------------------------------------------------------------------------

-- The environment that it is of, written when its schema is first migrated: a service of another
-- environment does not start on it.
CREATE TABLE database_environment (
  environment text    NOT NULL CHECK (environment IN ('test', 'production')),
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row)
);

-- ---- Businesses and keys ----------------------------------------------------------------------------

CREATE TABLE business (
  id                      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id               uuid        NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  name                    text        NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  callback_url            text        CHECK (length(callback_url) <= 2048),
  collection_callback_url text        CHECK (length(collection_callback_url) <= 2048),
  collections_enabled     boolean     NOT NULL DEFAULT false,
  fee_rate                numeric(6,5) NOT NULL DEFAULT 0.02 CHECK (fee_rate >= 0 AND fee_rate < 1),
  -- The least fees of a payout, in minor units by the sender's currency.
  least_fees              jsonb       NOT NULL DEFAULT '{}'
                                      CHECK (jsonb_typeof(least_fees) = 'object'),
  signature_scheme        text        NOT NULL DEFAULT 'digest'
                                      CHECK (signature_scheme IN ('digest', 'legacy')),
  suspended               boolean     NOT NULL DEFAULT false,
  -- The greatest amounts of a payout, in minor units by the receiver's currency.
  largest_payouts         jsonb       NOT NULL DEFAULT '{}'
                                      CHECK (jsonb_typeof(largest_payouts) = 'object'),
  -- The greatest sums of the payouts of a day, in minor units of its currency by the country.
  daily_payouts           jsonb       NOT NULL DEFAULT '{}'
                                      CHECK (jsonb_typeof(daily_payouts) = 'object'),
  payouts_per_hour        integer     CHECK (payouts_per_hour > 0),
  prompts_per_phone       integer     CHECK (prompts_per_phone > 0),
  look_ups_per_phone      integer     CHECK (look_ups_per_phone > 0),
  created_at              timestamptz NOT NULL DEFAULT now(),
  updated_at              timestamptz NOT NULL DEFAULT now()
);

-- Of an API key's secret only the hash is kept. The static webhook signature (the contract's
-- section 6.2) is kept encrypted. The secret itself is kept, encrypted, only under the legacy
-- signature scheme, whose HMAC is keyed with it. Of its last uses those of the last minutes are in
-- rate_window.
CREATE TABLE api_key (
  id                  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id         bigint      NOT NULL REFERENCES business,
  environment         text        NOT NULL CHECK (environment IN ('test', 'production')),
  key                 text        NOT NULL UNIQUE CHECK (length(key) BETWEEN 8 AND 100),
  secret_hash         bytea       NOT NULL CHECK (octet_length(secret_hash) = 32),
  signature_encrypted bytea       NOT NULL,
  secret_encrypted    bytea,
  -- The operator that may draw its secret, once and until a time: nobody knows one before, and of a
  -- key that is not drawn by then nobody ever does. A person may in one epoch alone, so that who
  -- resets its access does not draw in its name.
  secret_for          text,
  secret_for_epoch    bigint      CHECK (secret_for_epoch IS NULL OR secret_for IS NOT NULL),
  secret_until        timestamptz CHECK ((secret_until IS NULL) = (secret_for IS NULL)),
  name                text        CHECK (length(name) BETWEEN 1 AND 100),
  scopes              text[]      NOT NULL DEFAULT '{read,pay,collect,verify}'
                                  CHECK (cardinality(scopes) > 0
                                    AND scopes <@ '{read,pay,collect,verify,manage}'),
  allowed_networks    text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(allowed_networks) <= 50),
  expires_at          timestamptz,
  last_used_at        timestamptz,
  -- The key of the same business that made it; none if an operator did.
  created_by          text,
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

-- The webhook endpoints that businesses make themselves. A deleted one has no URL and no secret, and goes
-- when its deliveries have gone. The secret before the last rotation is valid until a time.
CREATE TABLE webhook_endpoint (
  id                        uuid        PRIMARY KEY,
  business_id               bigint      NOT NULL REFERENCES business,
  url                       text        CHECK (length(url) <= 2048),
  host                      text        NOT NULL,
  kinds                     text[]      NOT NULL
                                        CHECK (cardinality(kinds) > 0
                                          AND kinds <@ '{payout,payout_release,payout_return,collection,bulk}'),
  -- Whether an event waits until the earlier one of its payment is delivered here, or given up.
  ordered                   boolean     NOT NULL DEFAULT false,
  status                    text        NOT NULL DEFAULT 'enabled'
                                        CHECK (status IN ('enabled', 'disabled', 'deleted')),
  secret_encrypted          bytea,
  previous_secret_encrypted bytea,
  previous_until            timestamptz,
  -- The number of its last change: drawn under one lock, in the order of commits. Pods read what is new by it.
  change                    bigint      NOT NULL,
  tested_at                 timestamptz,
  created_at                timestamptz NOT NULL DEFAULT now(),
  updated_at                timestamptz NOT NULL DEFAULT now(),
  deleted_at                timestamptz,
  CHECK ((status = 'deleted') = (url IS NULL)),
  CHECK ((status = 'deleted') = (secret_encrypted IS NULL)),
  CHECK ((status = 'deleted') = (deleted_at IS NOT NULL)),
  CHECK ((previous_secret_encrypted IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhook_endpoint_of_business ON webhook_endpoint (business_id);
CREATE INDEX webhook_endpoint_change ON webhook_endpoint (change);
CREATE INDEX webhook_endpoint_deleted ON webhook_endpoint (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhook_endpoint_rotated ON webhook_endpoint (previous_until) WHERE previous_until IS NOT NULL;
CREATE SEQUENCE webhook_endpoint_change_number AS bigint;

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

-- Quotes that businesses have locked, and the payout that has used one: it is debited at the rate and fee
-- of its quote. They are deleted some days after they have expired.
CREATE TABLE fx_quote (
  id                uuid        NOT NULL,
  business_id       bigint      NOT NULL,
  sender_minor      bigint      NOT NULL CHECK (sender_minor > 0),
  fee_minor         bigint      NOT NULL CHECK (fee_minor >= 0),
  receiver_minor    bigint      NOT NULL CHECK (receiver_minor > 0),
  created_at        timestamptz NOT NULL DEFAULT now(),
  expires_at        timestamptz NOT NULL,
  sender_currency   char(3)     NOT NULL,
  receiver_currency char(3)     NOT NULL,
  fx_rate           numeric(20,10) NOT NULL CHECK (fx_rate > 0),
  payout_id         uuid
) WITH (fillfactor = 70); -- updated once at most: room for that within the page
CREATE INDEX fx_quote_of_business ON fx_quote (business_id, expires_at);
CREATE INDEX fx_quote_age ON fx_quote (expires_at);
ALTER TABLE fx_quote ADD PRIMARY KEY (id);

-- A used quote stays used, by the same payout.
CREATE FUNCTION refuse_reuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'quote % is used', OLD.id;
END $$;
CREATE TRIGGER fx_quote_used_stays_used BEFORE UPDATE ON fx_quote FOR EACH ROW
  WHEN (OLD.payout_id IS NOT NULL)
  EXECUTE FUNCTION refuse_reuse();

-- ---- Ledger: accounts and wallets (its transfers stand below) ---------------------------------------

-- The number at the end of the ids of a currency's accounts (ISO 4217): account 17404 is in KES.
CREATE FUNCTION currency_number(currency text) RETURNS integer IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE currency WHEN 'USD' THEN 840 WHEN 'EUR' THEN 978 WHEN 'GBP' THEN 826
                       WHEN 'KES' THEN 404 WHEN 'TZS' THEN 834 WHEN 'UGX' THEN 800
                       WHEN 'ZAR' THEN 710 END
$$;

CREATE SEQUENCE ledger_account_number;

-- A new account's id: the next number, and the number of its currency.
CREATE FUNCTION next_account_id(currency text) RETURNS bigint LANGUAGE sql AS $$
  SELECT nextval('ledger_account_number') * 1000 + currency_number(currency)
$$;

-- A wallet has three accounts of its own. The others are the service's, one of each currency: the
-- bank accounts that fund wallets and rails (funding), the fees earned, the position that exchanges
-- leave (fx_position), the way from wallet to wallet (transit, always zero), and with each rail what
-- it owes us or we owe it (clearing).
CREATE TABLE ledger_account (
  id       bigint  PRIMARY KEY,
  kind     text    NOT NULL CHECK (kind IN ('available', 'holding', 'pending',
                                            'funding', 'fees', 'fx_position', 'transit',
                                            'clearing')),
  currency char(3) NOT NULL,
  rail     text,
  UNIQUE (id, currency),
  CHECK (id % 1000 = currency_number(currency)),
  CHECK ((kind = 'clearing') = (rail IS NOT NULL))
);
CREATE UNIQUE INDEX ledger_account_of_service ON ledger_account (currency, kind, rail)
  NULLS NOT DISTINCT WHERE kind IN ('funding', 'fees', 'fx_position', 'transit', 'clearing');
CREATE TRIGGER ledger_account_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The service's own accounts of each currency.
INSERT INTO ledger_account (id, kind, currency)
SELECT next_account_id(currency), kind, currency
FROM unnest(ARRAY['funding', 'fees', 'fx_position', 'transit']) AS kind,
     unnest(ARRAY['USD', 'EUR', 'GBP', 'KES', 'TZS', 'UGX', 'ZAR']) AS currency;

-- A balance is always the sum of its account's transfers; only the ledger writes here.
CREATE TABLE wallet (
  id                   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id          bigint      NOT NULL REFERENCES business,
  available_minor      bigint      NOT NULL DEFAULT 0 CHECK (available_minor >= 0),
  holding_minor        bigint      NOT NULL DEFAULT 0 CHECK (holding_minor >= 0),
  pending_minor        bigint      NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  available_account_id bigint      NOT NULL UNIQUE,
  holding_account_id   bigint      NOT NULL UNIQUE,
  pending_account_id   bigint      NOT NULL UNIQUE,
  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  currency             char(3)     NOT NULL,
  purpose              text        NOT NULL CHECK (purpose IN ('payout', 'collection')),
  UNIQUE (business_id, purpose, currency),
  FOREIGN KEY (available_account_id, currency) REFERENCES ledger_account (id, currency),
  FOREIGN KEY (holding_account_id, currency) REFERENCES ledger_account (id, currency),
  FOREIGN KEY (pending_account_id, currency) REFERENCES ledger_account (id, currency)
) WITH (fillfactor = 50); -- balances change all the time: room for updates within the page
CREATE TRIGGER wallet_stays BEFORE DELETE OR TRUNCATE ON wallet
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- The numbers of transfers, of collections that end unpaid, and of releases of payouts. Each is taken under
-- the wallet's lock: those of one wallet are committed in their order (ADR 37).
CREATE SEQUENCE ledger_transfer_number AS bigint;

-- Movements of money that operators enter: each once, by its reference, over all wallets.
CREATE TABLE ledger_movement (
  id         uuid        PRIMARY KEY,
  kind        text        NOT NULL CHECK (kind IN ('top_up', 'top_up_reversal', 'withdrawal',
                                                   'adjustment', 'wallet_transfer',
                                                   'rail_settlement', 'fee_income')),
  reference   text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  reason      text        CHECK (length(reason) BETWEEN 1 AND 500),
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- Whose wallet it moved; null between accounts of the service.
  business_id bigint      REFERENCES business,
  UNIQUE (kind, reference)
);
CREATE INDEX ledger_movement_of_business ON ledger_movement (business_id, kind, id)
  WHERE business_id IS NOT NULL;
CREATE TRIGGER ledger_movement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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

-- What stays for ever of a payout. Nothing that settling changes is in an index.
CREATE TABLE payout (
  id                  uuid        NOT NULL,
  business_id         bigint      NOT NULL,
  api_key_id          bigint,
  wallet_id           bigint      NOT NULL,
  sender_minor        bigint      NOT NULL CHECK (sender_minor > 0),
  fee_minor           bigint      NOT NULL CHECK (fee_minor >= 0),
  receiver_minor      bigint      NOT NULL CHECK (receiver_minor > 0),
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  -- Calls of the rail until it was final.
  calls               integer     NOT NULL DEFAULT 0 CHECK (calls >= 0),
  status              text        NOT NULL DEFAULT 'pending'
                                  CHECK (status IN ('pending', 'success', 'failure')),
  -- An operator has to investigate, such as a rail that contradicts the status.
  flagged             boolean     NOT NULL DEFAULT false,
  sender_currency     char(3)     NOT NULL,
  receiver_currency   char(3)     NOT NULL,
  country             char(2)     NOT NULL CHECK (country IN ('KE', 'TZ', 'UG', 'ZA')),
  channel             text        NOT NULL CHECK (channel IN ('mobile', 'till', 'paybill', 'bank')),
  rail                text        NOT NULL,
  fx_rate             numeric(20,10) NOT NULL CHECK (fx_rate > 0),
  business_reference  text        CHECK (length(business_reference) BETWEEN 1 AND 100),
  failure_code        text        CHECK (failure_code IN (
                                    'recipient_not_found', 'recipient_limit',
                                    'recipient_cannot_receive', 'amount_out_of_limits',
                                    'customer_declined', 'customer_short_of_funds', 'wrong_pin',
                                    'expired', 'cancelled', 'rail_out_of_funds',
                                    'rail_misconfigured', 'refused', 'unspecified')),
  -- The number that the recipient sees, and the network's own reference, where it tells them.
  receipt             text        CHECK (length(receipt) <= 200),
  network_reference   text        CHECK (length(network_reference) <= 200),
  -- Of a final payout: the ids under which its network acknowledged it, which its later words name.
  network_ids         text[],
  -- What the recipient was really paid, where the network tells another amount.
  paid_minor          bigint      CHECK (paid_minor > 0),
  -- When the rail first denied the final status; the status stays. Null again once an operator has
  -- cleared the flag: the clearing's audit entry has the time then.
  discrepancy_at      timestamptz,
  -- When it was last flagged, and when an operator last cleared a flag.
  flagged_at          timestamptz,
  flag_cleared_at     timestamptz,
  -- When the flag was raised that was cleared last: what the network had said by then is no news. A
  -- flag since then is another one, and what was said before it may be unheard yet.
  known_until         timestamptz,
  sweep_id            uuid        REFERENCES sweep,
  sweep_due_at        timestamptz,
  -- The collection whose customer gets it back.
  refund_of           uuid,
  CHECK (discrepancy_at IS NULL OR status <> 'pending'),
  CHECK (discrepancy_at IS NULL OR flagged),
  CHECK (flagged_at IS NOT NULL OR NOT flagged),
  CHECK (flag_cleared_at IS NULL OR status <> 'pending'),
  CHECK ((known_until IS NULL) = (flag_cleared_at IS NULL)),
  CHECK (paid_minor IS NULL
         OR (status = 'success' AND (flagged OR flag_cleared_at IS NOT NULL))),
  CHECK ((failure_code IS NOT NULL) = (status = 'failure')),
  CHECK ((sweep_id IS NULL) = (sweep_due_at IS NULL)),
  CHECK (sweep_id IS NULL OR refund_of IS NULL),
  -- The payout of a sweep, or of a refund, has no request with an API key and a reference.
  CHECK (
    CASE WHEN sweep_id IS NULL AND refund_of IS NULL
         THEN api_key_id IS NOT NULL AND business_reference IS NOT NULL
         ELSE api_key_id IS NULL AND business_reference IS NULL
              AND fee_minor = 0 AND sender_currency = receiver_currency
              AND sender_minor = receiver_minor END)
) WITH (fillfactor = 48); -- each row is updated once, soon: room for that within the page
CREATE UNIQUE INDEX payout_once_a_run ON payout (sweep_id, sweep_due_at)
  WHERE sweep_id IS NOT NULL;
-- The list of one business. The list over all businesses goes by id: ids are ordered by time.
CREATE INDEX payout_newest_first ON payout (business_id, created_at DESC, id DESC);
ALTER TABLE payout ADD PRIMARY KEY (id), ADD UNIQUE (business_id, business_reference);
CREATE INDEX payout_flagged ON payout (id) WHERE flagged;
CREATE INDEX payout_flag_cleared ON payout (id) WHERE flag_cleared_at IS NOT NULL;
CREATE TRIGGER payout_stays BEFORE DELETE OR TRUNCATE ON payout
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- A final payout stays final.
CREATE TRIGGER payout_final_stays_final BEFORE UPDATE ON payout FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();

-- The personal data of payouts, and what only their settling needs; erased after a time.
-- `created_at` is the payout's.
CREATE TABLE payout_detail (
  payout_id           uuid        NOT NULL,
  created_at          timestamptz NOT NULL,
  -- A cut, keyed hash of the recipient, which operators search by within a time range; null of one
  -- that was recorded without. No index: it would cost every payout.
  recipient_hash      integer,
  -- All personal data: sender, receiver and the recipient's number.
  parties_encrypted   bytea       NOT NULL,
  purpose_of_transfer text        NOT NULL,
  source_of_funds     text,
  callback_url        text        CHECK (length(callback_url) <= 2048),
  forced_status       text        CHECK (forced_status IN ('pending', 'success', 'failure')),
  PRIMARY KEY (payout_id, created_at)
) PARTITION BY RANGE (created_at);
INSERT INTO month_table (name, key, due, kept_for)
VALUES ('payout_detail', 'payout_id', '{payout_due, payout_watch}', interval '30 days');

-- Batches of payouts that were ordered in one request (ADR 36).
CREATE TABLE payout_bulk (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  api_key_id  bigint      NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  -- All of its payouts were to be created, or none.
  atomic      boolean     NOT NULL
);
CREATE INDEX payout_bulk_age ON payout_bulk (created_at);
ALTER TABLE payout_bulk ADD PRIMARY KEY (id);

-- What became of each item when its batch was ordered, written in the transaction that creates the
-- payouts. `created_at` is the batch's.
CREATE TABLE payout_bulk_item (
  bulk_id            uuid        NOT NULL,
  created_at         timestamptz NOT NULL,
  number             integer     NOT NULL CHECK (number >= 0),
  business_reference text        CHECK (length(business_reference) BETWEEN 1 AND 100),
  payout_id          uuid,
  refusal            jsonb,
  CHECK ((payout_id IS NULL) <> (refusal IS NULL)),
  CHECK (payout_id IS NULL OR business_reference IS NOT NULL),
  PRIMARY KEY (bulk_id, created_at, number)
) PARTITION BY RANGE (created_at);
INSERT INTO month_table (name, key, append_only, due)
VALUES ('payout_bulk_item', 'bulk_id', 'UPDATE OR TRUNCATE', '{payout_bulk_open}');

-- The batches whose end is not told yet, and when the next look at them is due. The payouts of the items
-- before `first_pending` are final.
CREATE TABLE payout_bulk_open (
  id            uuid        NOT NULL,
  business_id   bigint      NOT NULL,
  created_at    timestamptz NOT NULL,
  next_look_at  timestamptz NOT NULL DEFAULT now(),
  first_pending integer     NOT NULL DEFAULT 0,
  status        text        NOT NULL DEFAULT 'executed'
                            CHECK (status IN ('executed', 'cancelled', 'expired')),
  -- Items that were refused when a batch was ordered that was not executed, and so has none recorded.
  refused       bigint      NOT NULL DEFAULT 0 CHECK (refused = 0 OR status <> 'executed')
);
CREATE INDEX payout_bulk_open_next ON payout_bulk_open (next_look_at);
ALTER TABLE payout_bulk_open ADD PRIMARY KEY (id);

-- Batches that were ordered for a later time. Once one is executed it is a row of payout_bulk too, of the
-- same id, with all of its items. `due_at` is when a pod may take it: its time, or the end of a lease.
CREATE TABLE payout_bulk_schedule (
  id                 uuid        NOT NULL,
  business_id        bigint      NOT NULL,
  api_key_id         bigint      NOT NULL,
  created_at         timestamptz NOT NULL DEFAULT now(),
  execute_at         timestamptz NOT NULL,
  atomic             boolean     NOT NULL,
  status             text        NOT NULL DEFAULT 'scheduled'
                                 CHECK (status IN ('scheduled', 'executing', 'executed', 'cancelled', 'expired')),
  due_at             timestamptz,
  -- How often a pod has taken it. After ten times it is refused.
  polls              integer     NOT NULL DEFAULT 0,
  ended_at           timestamptz,
  -- What each item was told when the batch was ordered: its reference, and its refusal if it has one.
  results            jsonb       NOT NULL,
  -- The references of those that were not refused, which no other scheduled batch may name.
  claimed_references text[]      NOT NULL,
  -- Those items themselves, with personal data; erased by the end of the batch.
  items_encrypted    bytea,
  CHECK ((due_at IS NOT NULL) = (status IN ('scheduled', 'executing'))),
  CHECK ((items_encrypted IS NOT NULL) = (status IN ('scheduled', 'executing'))),
  CHECK ((ended_at IS NULL) = (status IN ('scheduled', 'executing')))
);
CREATE INDEX payout_bulk_schedule_due ON payout_bulk_schedule (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_bulk_schedule_open ON payout_bulk_schedule (business_id) WHERE due_at IS NOT NULL;
-- The time of the one that is late most.
CREATE INDEX payout_bulk_schedule_time ON payout_bulk_schedule (execute_at) WHERE due_at IS NOT NULL;
CREATE INDEX payout_bulk_schedule_ended ON payout_bulk_schedule (ended_at);
ALTER TABLE payout_bulk_schedule ADD PRIMARY KEY (id);

-- What has ended stays as it ended, and what has not is not lost.
CREATE TRIGGER payout_bulk_schedule_stays_ended BEFORE UPDATE ON payout_bulk_schedule FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();
CREATE TRIGGER payout_bulk_schedule_stays_until_its_end BEFORE DELETE ON payout_bulk_schedule FOR EACH ROW
  WHEN (OLD.ended_at IS NULL)
  EXECUTE FUNCTION refuse_early_deletion();

-- The detail of a payout that was claimed. A join would open the table of every month for each claim,
-- also for one that finds nothing due.
CREATE FUNCTION payout_detail_of(payout uuid, created timestamptz) RETURNS SETOF payout_detail
LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY SELECT * FROM payout_detail WHERE payout_id = payout AND created_at = created;
END $$;

-- The pending payouts, and when the settler is due. `polls` counts the leases taken on the payout
-- and tells one lease from the next. `skipped_polls` are those without a call, because the rail was
-- away; the difference tells whether the rail was called at all. A lease ends when the next poll is
-- due: `leased_until` equals `next_poll_at`. A postponement ends it earlier: `leased_until` is null.
-- During a lease the payout is not settled by hand; settling by hand is a lease itself.
CREATE TABLE payout_due (
  id            uuid        NOT NULL,
  business_id   bigint      NOT NULL,
  created_at    timestamptz NOT NULL,
  next_poll_at  timestamptz NOT NULL,
  leased_until  timestamptz,
  -- Before its rail is called with it for the first time, and each time that it is submitted again.
  submitted_at  timestamptz,
  -- Whether its rail would pay it again. Such a payout counts its polls as skipped until its call is
  -- about to be made: that is noted in its turn, and not by the claim or the creation.
  at_most_once  boolean     NOT NULL DEFAULT false,
  polls         integer     NOT NULL DEFAULT 0 CHECK (polls >= 0),
  skipped_polls integer     NOT NULL DEFAULT 0
                            CHECK (skipped_polls >= 0 AND skipped_polls <= polls),
  -- How many words its network has sent about it.
  words         integer     NOT NULL DEFAULT 0,
  -- Whether it was flagged for waiting too long.
  overdue       boolean     NOT NULL DEFAULT false,
  -- The ids under which its network acknowledged it, and questions about it, the oldest first.
  network_ids   text[],
  -- Where payouts are screened: whether it may be submitted, and when that was decided. One that is
  -- held is due at infinity. The reason is the service's own, where screening gave no decision that
  -- counts; its words are in payout_screening.
  screening     text        NOT NULL DEFAULT 'none' CHECK (screening IN ('none', 'held', 'cleared')),
  screened_at   timestamptz,
  held_reason   text
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);
CREATE INDEX payout_due_next ON payout_due (next_poll_at);
CREATE INDEX payout_due_held ON payout_due (screened_at) WHERE screening = 'held';
CREATE INDEX payout_due_once ON payout_due (created_at) WHERE at_most_once;
ALTER TABLE payout_due ADD PRIMARY KEY (id);

-- The payouts that screening has held or refused, and why in its own words, which may be about a person
-- and are erased after a time. Of several decisions about a payout it has the last.
CREATE TABLE payout_screening (
  id               uuid        NOT NULL,
  screened_at      timestamptz NOT NULL,
  decision         text        NOT NULL CHECK (decision IN ('held', 'refused', 'unanswered')),
  reason_encrypted bytea
);
CREATE INDEX payout_screening_with_reason ON payout_screening (screened_at)
  WHERE reason_encrypted IS NOT NULL;
ALTER TABLE payout_screening ADD PRIMARY KEY (id);

-- The payouts that were held and released, for the events of the businesses that have requested them. A
-- number is drawn under the wallet's lock, in the order of its transfers.
CREATE TABLE payout_release (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  wallet_id   bigint      NOT NULL,
  number      bigint      NOT NULL DEFAULT nextval('ledger_transfer_number'),
  released_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payout_release_of_wallet ON payout_release (wallet_id, number);
ALTER TABLE payout_release ADD PRIMARY KEY (id);

-- The networks' receipts of payouts that their rail would pay again, each with its payout: where an
-- acknowledgement was lost, a receipt tells of one payout alone. They stay like their payouts.
CREATE TABLE payout_receipt (
  receipt   text NOT NULL,
  rail      text NOT NULL,
  payout_id uuid NOT NULL,
  PRIMARY KEY (receipt, rail)
);

-- The final payouts whose rail is asked whether it says the contrary, and when: those that were
-- settled by hand, and those of which a network has sent a contrary word.
CREATE TABLE payout_watch (
  id            uuid        NOT NULL,
  since         timestamptz NOT NULL DEFAULT now(),
  next_watch_at timestamptz NOT NULL,
  leased_until  timestamptz,
  polls         integer     NOT NULL CHECK (polls >= 0),
  skipped_polls integer     NOT NULL CHECK (skipped_polls >= 0 AND skipped_polls <= polls),
  words         integer     NOT NULL,
  network_ids   text[]
);
CREATE INDEX payout_watch_next ON payout_watch (next_watch_at);
ALTER TABLE payout_watch ADD PRIMARY KEY (id);

-- The access token of each application at a network that shares one among pods and rails, sealed.
-- `refreshing_until` while a pod asks the network for the next one.
CREATE TABLE rail_token (
  application      text   PRIMARY KEY,
  version          bigint NOT NULL DEFAULT 0,
  token_encrypted  bytea,
  expires_at       timestamptz,
  refreshing_until timestamptz,
  CHECK ((token_encrypted IS NULL) = (expires_at IS NULL))
);

-- Why payouts of a rail wait until an operator clears it: one row for each reason, the last time it
-- was met. What became known of a submission before it was cleared does not pause the rail again.
CREATE TABLE rail_pause (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rail       text        NOT NULL,
  reason     text        NOT NULL CHECK (reason IN ('out_of_funds', 'credentials', 'initiator', 'operator')),
  -- Of the network or the operator, maybe about a person; null once it was cleared, or is old.
  words      text,
  paused_at  timestamptz NOT NULL DEFAULT now(),
  cleared_at timestamptz,
  UNIQUE (rail, reason)
);

-- The operators' switch of all submissions to networks: one row. What counts is the stricter of it and
-- of the setting PAYMENTS_PAYOUT_SUBMISSION. Why it was changed is in the audit log.
CREATE TABLE submission_switch (
  mode       text        NOT NULL CHECK (mode IN ('on', 'ask-only', 'off')),
  changed_at timestamptz NOT NULL DEFAULT now(),
  only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row)
);
INSERT INTO submission_switch (mode) VALUES ('on');
CREATE TRIGGER submission_switch_stays BEFORE DELETE OR TRUNCATE ON submission_switch
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- Pods that call networks under a limit of calls per second, which they share.
CREATE TABLE pacing_pod (
  id      uuid        PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- What networks have sent about payments, as it came: `by_path` to the path of this payment alone,
-- `allowed_source` from an address of the network. Whether a word counts is decided when it is read.
CREATE TABLE rail_callback (
  id             uuid        NOT NULL,
  received_at    timestamptz NOT NULL DEFAULT now(),
  rail           text        NOT NULL,
  -- Of what it speaks about, a payment or a question for balances; null if nobody could tell.
  kind           text        CHECK (kind IN ('payout', 'collection', 'balances')),
  payment_id     uuid,
  purpose        text,
  by_path        boolean     NOT NULL,
  allowed_source boolean     NOT NULL,
  source         text        NOT NULL,
  -- Whether it may say something definite: of more callbacks than are read these come first.
  speaks         boolean     NOT NULL,
  body_encrypted bytea       NOT NULL,
  PRIMARY KEY (id, received_at)
) PARTITION BY RANGE (received_at);
CREATE INDEX rail_callback_of_payment ON rail_callback (payment_id, speaks, received_at);
INSERT INTO month_table (name, time) VALUES ('rail_callback', 'received_at');

-- The last question for the balances that the service holds with a rail's network: one pod asks, and
-- `network_id` is what the network acknowledged, if it tells them by a callback.
CREATE TABLE rail_float_question (
  rail           text        PRIMARY KEY,
  id             uuid        NOT NULL UNIQUE,
  first_asked_at timestamptz NOT NULL DEFAULT now(),
  asked_at       timestamptz NOT NULL DEFAULT now(),
  network_id     text
);

-- Those balances, each as it was last read. `below` its threshold then, so that it is told once.
CREATE TABLE rail_balance (
  id            bigint      PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  rail          text        NOT NULL,
  account       text        NOT NULL,
  currency      text        NOT NULL,
  balance_minor bigint      NOT NULL,
  below         boolean     NOT NULL,
  read_at       timestamptz NOT NULL,
  UNIQUE (rail, account, currency)
);

-- The failed payouts, for their lists. `created_at` is the payout's.
CREATE TABLE payout_failed (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  created_at  timestamptz NOT NULL,
  -- In the words of the network or the operator, which may be about a person; erased after a time.
  reason      text
);
CREATE INDEX payout_failed_newest_first ON payout_failed (business_id, created_at DESC, id DESC);
CREATE INDEX payout_failed_with_reason ON payout_failed (created_at) WHERE reason IS NOT NULL;
ALTER TABLE payout_failed ADD PRIMARY KEY (id);

-- The payouts whose money came back after their success, each once, and once a reference of the rail.
-- `fee_minor` is what was refunded of the fee. The payout itself stays successful. The operator's
-- reason is in the audit log alone.
CREATE TABLE payout_return (
  payout_id  uuid        NOT NULL,
  rail       text        NOT NULL,
  reference  text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  fee_minor  bigint      NOT NULL CHECK (fee_minor >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (rail, reference)
);
CREATE INDEX payout_return_latest ON payout_return (created_at);
ALTER TABLE payout_return ADD PRIMARY KEY (payout_id);
CREATE TRIGGER payout_return_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_return
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---- Collections ------------------------------------------------------------------------------------

-- What stays for ever of a collection. Nothing that settling changes is in an index.
CREATE TABLE collection (
  id                    uuid        NOT NULL,
  business_id           bigint      NOT NULL,
  api_key_id            bigint      NOT NULL,
  wallet_id             bigint      NOT NULL,
  amount_minor          bigint      NOT NULL CHECK (amount_minor > 0),
  -- What the customer really paid, and the wallet was credited with, where that is another amount.
  paid_minor            bigint      CHECK (paid_minor > 0),
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  expires_at            timestamptz NOT NULL,
  -- When the wallet was credited, once. A collection that expired can still be paid late: it stays
  -- cancelled for the partner, and is credited and flagged.
  credited_at           timestamptz,
  -- Calls of the rail until it was final, or paid late.
  calls                 integer     NOT NULL DEFAULT 0 CHECK (calls >= 0),
  status                text        NOT NULL DEFAULT 'pending'
                                    CHECK (status IN ('pending', 'success', 'failure', 'cancelled')),
  flagged               boolean     NOT NULL DEFAULT false,
  flagged_at            timestamptz, -- all three as of payout
  flag_cleared_at       timestamptz,
  known_until           timestamptz,
  currency              char(3)     NOT NULL CHECK (currency IN ('KES', 'TZS', 'UGX')),
  rail                  text        NOT NULL,
  provider              text        NOT NULL DEFAULT '',
  failure_code          text        CHECK (failure_code IN (
                                      'recipient_not_found', 'recipient_limit',
                                      'recipient_cannot_receive', 'amount_out_of_limits',
                                      'customer_declined', 'customer_short_of_funds', 'wrong_pin',
                                      'expired', 'cancelled', 'rail_out_of_funds',
                                      'rail_misconfigured', 'refused', 'unspecified')),
  mno_payment_reference text,
  network_ids           text[],
  reference             text        CHECK (length(reference) BETWEEN 1 AND 100),
  CHECK (status <> 'success' OR credited_at IS NOT NULL),
  CHECK (flagged_at IS NOT NULL OR NOT flagged),
  CHECK ((known_until IS NULL) = (flag_cleared_at IS NULL)),
  CHECK ((failure_code IS NOT NULL) = (status IN ('failure', 'cancelled'))),
  CHECK (credited_at IS NULL OR status <> 'pending'),
  CHECK (paid_minor IS NULL OR credited_at IS NOT NULL)
) WITH (fillfactor = 60);
CREATE INDEX collection_newest_first ON collection (business_id, created_at DESC, id DESC);
ALTER TABLE collection ADD PRIMARY KEY (id), ADD UNIQUE (business_id, reference); -- as of payout
CREATE INDEX collection_flagged ON collection (id) WHERE flagged;
CREATE INDEX collection_flag_cleared ON collection (id) WHERE flag_cleared_at IS NOT NULL;
CREATE TRIGGER collection_stays BEFORE DELETE OR TRUNCATE ON collection
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- A final collection stays final.
CREATE TRIGGER collection_final_stays_final BEFORE UPDATE ON collection FOR EACH ROW
  WHEN (OLD.status <> 'pending' AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION refuse_reopening();

-- The personal data of collections, and what only their settling needs, as of payouts.
CREATE TABLE collection_detail (
  collection_id      uuid        NOT NULL,
  created_at         timestamptz NOT NULL,
  customer_hash      integer, -- as recipient_hash of payouts
  customer_encrypted bytea       NOT NULL,
  callback_url       text        CHECK (length(callback_url) <= 2048),
  forced_status      text        CHECK (forced_status IN ('pending', 'success', 'failure', 'cancelled')),
  PRIMARY KEY (collection_id, created_at)
) PARTITION BY RANGE (created_at);
INSERT INTO month_table (name, key, due, kept_for)
VALUES ('collection_detail', 'collection_id', '{collection_due}', interval '30 days');

-- The refunds of collections, each once by its reference. The payout of the same id pays it. The
-- operator's reason is in the audit log alone.
CREATE TABLE collection_refund (
  id            uuid        PRIMARY KEY,
  collection_id uuid        NOT NULL,
  reference     text        NOT NULL CHECK (length(reference) BETWEEN 1 AND 100),
  amount_minor  bigint      NOT NULL CHECK (amount_minor > 0),
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- Whether its business has entered it, or an operator.
  by_business   boolean     NOT NULL,
  UNIQUE (collection_id, reference)
);
CREATE INDEX collection_refund_newest_first
  ON collection_refund (collection_id, created_at DESC, id DESC);
CREATE TRIGGER collection_refund_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON collection_refund FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The detail of a collection that was claimed, as of payouts.
CREATE FUNCTION collection_detail_of(collection uuid, created timestamptz)
RETURNS SETOF collection_detail LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY SELECT * FROM collection_detail
               WHERE collection_id = collection AND created_at = created;
END $$;

-- The collections that are polled: the pending ones, and those ended without a payment while one
-- may still come. The columns mean the same as those of payouts.
CREATE TABLE collection_due (
  id            uuid        NOT NULL,
  business_id   bigint      NOT NULL,
  created_at    timestamptz NOT NULL,
  next_poll_at  timestamptz NOT NULL,
  -- The end of a lease, as of payouts.
  leased_until  timestamptz,
  -- While an operator settles it: of two who do so at once, one succeeds.
  by_hand_until timestamptz,
  -- Before its customer is prompted, and each time that this is done again.
  prompted_at   timestamptz,
  polls         integer     NOT NULL DEFAULT 0 CHECK (polls >= 0),
  skipped_polls integer     NOT NULL DEFAULT 0
                            CHECK (skipped_polls >= 0 AND skipped_polls <= polls),
  words         integer     NOT NULL DEFAULT 0,
  network_ids   text[]
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);
CREATE INDEX collection_due_next ON collection_due (next_poll_at);
ALTER TABLE collection_due ADD PRIMARY KEY (id);

-- The prompts whose acknowledgements were lost, each with the collection that it was noted for: an
-- answer of the network does not tell that. They are few, and stay like their collections.
CREATE TABLE named_prompt (
  rail          text NOT NULL,
  network_id    text NOT NULL,
  collection_id uuid NOT NULL,
  PRIMARY KEY (rail, network_id)
);

-- The collections that ended without a payment, for their lists. `created_at` is the collection's;
-- its `updated_at` tells when it ended only until a payment comes late or the polls are given up.
CREATE TABLE collection_unpaid (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  created_at  timestamptz NOT NULL,
  status      text        NOT NULL CHECK (status IN ('failure', 'cancelled')),
  settled_at  timestamptz NOT NULL DEFAULT now(),
  wallet_id   bigint      NOT NULL,
  number      bigint      NOT NULL DEFAULT nextval('ledger_transfer_number'),
  -- In the network's words, which may be about a person; erased after a time.
  reason      text
);
CREATE INDEX collection_unpaid_of_wallet ON collection_unpaid (wallet_id, number);
CREATE INDEX collection_unpaid_of_status ON collection_unpaid (status, id);
CREATE INDEX collection_unpaid_with_reason ON collection_unpaid (created_at)
  WHERE reason IS NOT NULL;
CREATE INDEX collection_unpaid_newest_first
  ON collection_unpaid (business_id, status, created_at DESC, id DESC);
ALTER TABLE collection_unpaid ADD PRIMARY KEY (id);

-- ---- Ledger: transfers ------------------------------------------------------------------------------

-- One balanced move of value out of the debit account into the credit account, of one currency: the
-- ids of both accounts end with its number. `subject_id` is the payout, collection or movement that
-- it belongs to; `wallet_id` the wallet in whose statement it stands, null between accounts of the
-- service.
CREATE TABLE ledger_transfer (
  id                bigint      NOT NULL DEFAULT nextval('ledger_transfer_number'),
  created_at        timestamptz NOT NULL DEFAULT now(),
  debit_account_id  bigint      NOT NULL,
  credit_account_id bigint      NOT NULL,
  amount_minor      bigint      NOT NULL CHECK (amount_minor > 0),
  wallet_id         bigint,
  subject_id        uuid        NOT NULL,
  kind              text        NOT NULL CHECK (kind IN (
                      'hold', 'capture', 'fee', 'release', 'exchange', 'return', 'fee_refund',
                      'exchange_return', 'collect', 'top_up', 'top_up_reversal', 'withdrawal', 'adjustment',
                      'transfer_out', 'transfer_in', 'rail_settlement', 'fee_income')),
  CHECK (debit_account_id <> credit_account_id),
  CHECK (debit_account_id % 1000 = credit_account_id % 1000),
  CHECK ((wallet_id IS NULL) = (kind IN ('exchange', 'exchange_return', 'rail_settlement',
                                         'fee_income')))
) PARTITION BY RANGE (created_at);
CREATE INDEX ledger_transfer_of_wallet ON ledger_transfer (wallet_id, id)
  WHERE wallet_id IS NOT NULL;
CREATE INDEX ledger_transfer_of_day ON ledger_transfer USING brin (created_at)
  WITH (pages_per_range = 16, autosummarize = on);
-- A payout is held once, captured once, charged once, released once, returned once; a collection
-- credited once.
INSERT INTO month_table (name, once, append_only, kept_for)
VALUES ('ledger_transfer', 'subject_id, kind', 'UPDATE OR DELETE OR TRUNCATE', NULL);

-- The days whose books are closed, in UTC and without a gap. `last_transfer_id` is the greatest id of
-- a transfer of this day or an earlier one; 0 before the first.
CREATE TABLE closed_day (
  day              date        PRIMARY KEY,
  transfers        bigint      NOT NULL CHECK (transfers >= 0),
  last_transfer_id bigint      NOT NULL CHECK (last_transfer_id >= 0),
  closed_at        timestamptz NOT NULL DEFAULT now()
);

-- What came out of and into an account until the end of a closed day, from its first transfer on. An
-- account has a row for each closed day on which it moved: the last one counts until the next.
CREATE TABLE daily_closing (
  account_id    bigint NOT NULL,
  day           date   NOT NULL REFERENCES closed_day,
  debits_minor  bigint NOT NULL CHECK (debits_minor >= 0),
  credits_minor bigint NOT NULL CHECK (credits_minor >= 0),
  balance_minor bigint NOT NULL,
  PRIMARY KEY (account_id, day),
  CHECK (balance_minor = credits_minor - debits_minor)
);
CREATE TRIGGER closed_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER daily_closing_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON daily_closing
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The last check of a closed day: the accounts whose closing was not the sum of their transfers.
CREATE TABLE closing_check (
  day         date        PRIMARY KEY REFERENCES closed_day,
  checked_at  timestamptz NOT NULL DEFAULT now(),
  differences bigint      NOT NULL CHECK (differences >= 0)
);

-- The transactions that write transfers, by the lock that each keeps from before its first one until it
-- ends. Every role sees all of them. Prepared ones begin with '-1/'.
CREATE FUNCTION transfer_writers() RETURNS SETOF text LANGUAGE sql AS $$
  SELECT virtualtransaction FROM pg_locks
  WHERE locktype = 'relation' AND relation = 'ledger_transfer'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND mode = 'RowExclusiveLock'
$$;

-- Closes a day in UTC and answers 'closed'; 'taken' where another transaction closes it or has done so;
-- 'held_up' where one that writes transfers has not ended within `patience`. Days are closed in their
-- order. No transfer of the day is missed:
--   * One written after the day's end shares the day's lock (check_transfers) until its transaction
--     ends. The closing takes the lock alone, and never waits in its queue, where payments would wait
--     behind it. A transaction that shares it later sees that the day is closed.
--   * One written before the day's end is of a transaction that is among the writers at first, or has
--     ended.
-- So what is to be summed up is committed, and each statement here sees what was committed before it.
CREATE FUNCTION close_day(closing date, patience interval) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  begins  timestamptz := closing::timestamp AT TIME ZONE 'UTC';
  ends    timestamptz := (closing + 1)::timestamp AT TIME ZONE 'UTC';
  latest  timestamptz := clock_timestamp() + patience;
  writers text[];
BEGIN
  IF clock_timestamp() < ends THEN
    RAISE EXCEPTION '% is not over', closing USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'a day is closed in a transaction that is READ COMMITTED'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtext('daily_closing')) THEN
    RETURN 'taken';
  END IF;
  IF EXISTS (SELECT FROM closed_day WHERE day >= closing) THEN
    RETURN 'taken';
  END IF;
  writers := ARRAY(SELECT transfer_writers());
  LOOP
    EXIT WHEN NOT EXISTS (SELECT FROM transfer_writers() writer
                          WHERE writer = ANY (writers) OR writer LIKE '-1/%')
      AND pg_try_advisory_xact_lock(hashtext('closed_day'), closing - '2000-01-01');
    IF clock_timestamp() > latest THEN
      RETURN 'held_up';
    END IF;
    PERFORM pg_sleep(0.02);
  END LOOP;
  WITH moved AS MATERIALIZED (
    SELECT debit_account_id, credit_account_id, sum(amount_minor) AS minor, count(*) AS transfers,
           max(id) AS last_id
    FROM ledger_transfer
    WHERE created_at >= begins AND created_at < ends
    GROUP BY debit_account_id, credit_account_id
  ), closed AS (
    INSERT INTO closed_day (day, transfers, last_transfer_id)
    SELECT closing, coalesce(sum(transfers), 0),
           greatest((SELECT max(last_transfer_id) FROM closed_day), max(last_id), 0)
    FROM moved
  ), turnover AS (
    SELECT account_id, sum(debit) AS debits, sum(credit) AS credits
    FROM (SELECT debit_account_id AS account_id, minor AS debit, 0 AS credit FROM moved
          UNION ALL
          SELECT credit_account_id, 0, minor FROM moved) side
    GROUP BY account_id
  ), total AS (
    SELECT t.account_id, coalesce(b.debits_minor, 0) + t.debits AS debits,
           coalesce(b.credits_minor, 0) + t.credits AS credits
    FROM turnover t
    LEFT JOIN LATERAL (
      SELECT d.debits_minor, d.credits_minor FROM daily_closing d
      WHERE d.account_id = t.account_id AND d.day < closing
      ORDER BY d.day DESC LIMIT 1) b ON true
  )
  INSERT INTO daily_closing (account_id, day, debits_minor, credits_minor, balance_minor)
  SELECT account_id, closing, debits, credits, credits - debits FROM total;
  RETURN 'closed';
END $$;

-- Locks a fees account until the end of the transaction, and answers what may be taken out of it: the
-- fees that closed days have earned, without those taken or refunded since. A function, because its
-- queries see what was committed while it waited for the lock. A refund does not wait for it: a payout
-- that is returned after its fee was taken leaves the account below zero until fees are earned again.
CREATE FUNCTION lock_fees(fees_account_id bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  last_day date;
BEGIN
  PERFORM id FROM ledger_account WHERE id = fees_account_id FOR UPDATE;
  SELECT max(day) INTO last_day FROM closed_day;
  RETURN coalesce((SELECT balance_minor FROM daily_closing WHERE account_id = fees_account_id
                   ORDER BY day DESC LIMIT 1), 0)
       - coalesce((SELECT sum(t.amount_minor)
                   FROM ledger_movement m
                   JOIN ledger_transfer t ON t.subject_id = m.id AND t.created_at = m.created_at
                   WHERE m.kind = 'fee_income' AND t.debit_account_id = fees_account_id
                     AND m.created_at >= (last_day + 1)::timestamp AT TIME ZONE 'UTC'), 0)
       - coalesce((SELECT sum(t.amount_minor)
                   FROM payout_return r
                   JOIN ledger_transfer t ON t.subject_id = r.payout_id
                                         AND t.created_at = r.created_at
                   WHERE t.kind = 'fee_refund' AND t.debit_account_id = fees_account_id
                     AND r.created_at >= (last_day + 1)::timestamp AT TIME ZONE 'UTC'), 0);
END $$;

-- What the unique indexes of single months cannot refuse: a transfer dated on a day that is closed,
-- and a second transfer of a kind for a payment that began in an earlier month. The begin is told by
-- its id (UUID version 7: milliseconds since 1970 first), with an hour for pods whose clocks differ.
-- A transfer dated on a day that is over shares this day's lock: it waits for a closing under way, and
-- a closing for it (close_day).
CREATE FUNCTION check_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  month     timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  begins    bigint := 1000 * extract(epoch FROM month + interval '1 hour')::bigint;
  first_id  uuid := rpad(lpad(to_hex(begins), 12, '0'), 32, '0')::uuid;
  today     timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
  oldest    timestamptz := (SELECT min(created_at) FROM written);
  closed_to timestamptz;
BEGIN
  IF oldest < today THEN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'only READ COMMITTED sees whether the books of an earlier day are closed'
        USING ERRCODE = 'serialization_failure';
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtext('closed_day'), past.day - '2000-01-01')
    FROM (SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date AS day
          FROM written WHERE created_at < today) past;
  END IF;
  -- After the lock: it sees a closing that was waited for.
  closed_to := (SELECT (max(day) + 1)::timestamp AT TIME ZONE 'UTC' FROM closed_day);
  IF oldest < closed_to THEN
    RAISE EXCEPTION 'the books of this day are closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  -- A statement that names the table opens all its months, whether it reads them or not.
  IF EXISTS (SELECT FROM written w WHERE w.subject_id < first_id) THEN
    IF EXISTS (SELECT FROM written w
               WHERE w.subject_id < first_id
                 AND EXISTS (SELECT FROM ledger_transfer t
                             WHERE t.subject_id = w.subject_id AND t.kind = w.kind AND t.id <> w.id)) THEN
      RAISE EXCEPTION 'a payment has a second transfer of a kind'
        USING ERRCODE = 'integrity_constraint_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_check AFTER INSERT ON ledger_transfer
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_transfers();

-- The batches of payouts that have ended, for events. A number is drawn under the lock of the business's
-- ends of batches, which is kept until the commit (ADR 37).
CREATE TABLE payout_bulk_ended (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  number      bigint      NOT NULL DEFAULT nextval('ledger_transfer_number'),
  ended_at    timestamptz NOT NULL DEFAULT now(),
  status      text        NOT NULL DEFAULT 'executed'
                          CHECK (status IN ('executed', 'cancelled', 'expired')),
  created     bigint      NOT NULL CHECK (created = paid + failed),
  refused     bigint      NOT NULL,
  paid        bigint      NOT NULL,
  failed      bigint      NOT NULL
);
CREATE INDEX payout_bulk_ended_of_business ON payout_bulk_ended (business_id, number);
ALTER TABLE payout_bulk_ended ADD PRIMARY KEY (id);

-- ---- Webhooks ---------------------------------------------------------------------------------------

-- The outbox, written in the transaction that makes a status final.
CREATE TABLE webhook_delivery (
  id              uuid        NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  business_id     bigint      NOT NULL,
  api_key_id      bigint,
  subject_id      uuid        NOT NULL,
  attempts        integer     NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- How often operators or its business had it sent again; attempts are counted from 1 in each replay.
  replays         integer     NOT NULL DEFAULT 0 CHECK (replays >= 0),
  status          text        NOT NULL DEFAULT 'pending'
                              CHECK (status IN ('pending', 'delivered', 'dead')),
  kind            text        NOT NULL
                              CHECK (kind IN ('payout', 'payout_release', 'payout_return', 'collection',
                                              'bulk', 'endpoint_test')),
  url             text        NOT NULL CHECK (length(url) <= 2048),
  host            text        NOT NULL,
  -- The endpoint of the business that it goes to; none of a call-back.
  endpoint_id     uuid,
  -- At an ordered endpoint, the delivery of the payment's earlier event: it waits while that is pending.
  follows         uuid
) PARTITION BY RANGE (created_at);
CREATE INDEX webhook_delivery_of_business ON webhook_delivery (business_id, created_at DESC, id DESC);
ALTER TABLE webhook_delivery ADD PRIMARY KEY (id, created_at);
-- Of an event there is one call-back, and a delivery to each endpoint beside it.
INSERT INTO month_table (name, filled_to, once, due)
VALUES ('webhook_delivery', 60, 'subject_id, kind, endpoint_id', '{webhook_due}');

-- The exact bytes that every attempt sends; they carry personal data and the signature.
CREATE TABLE webhook_body (
  delivery_id    uuid        NOT NULL,
  created_at     timestamptz NOT NULL,
  body_encrypted bytea       NOT NULL,
  PRIMARY KEY (delivery_id, created_at)
) PARTITION BY RANGE (created_at);
INSERT INTO month_table (name, key, due) VALUES ('webhook_body', 'delivery_id', '{webhook_due}');

-- The pending deliveries, and when each is due. By business and receiver first: a claim goes from one to
-- the next and takes a few of each, so that 100,000 due deliveries of a dead one cost no more than a
-- single step. `host` names the receiver: an endpoint is one of its own, `host:port/<id of the endpoint>`.
CREATE TABLE webhook_due (
  id              uuid        NOT NULL,
  business_id     bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  host            text        NOT NULL,
  -- Those of the delivery: an attempt of before the last one does not end it.
  replays         integer     NOT NULL DEFAULT 0
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_cost_delay = 0);
CREATE INDEX webhook_due_next ON webhook_due (business_id, host, next_attempt_at);
ALTER TABLE webhook_due ADD PRIMARY KEY (id);

-- The dead deliveries, for their lists and for replays, each with the endpoint that it was for.
CREATE TABLE webhook_dead (
  id          uuid        NOT NULL,
  business_id bigint      NOT NULL,
  created_at  timestamptz NOT NULL,
  endpoint_id uuid
);
CREATE INDEX webhook_dead_of_business ON webhook_dead (business_id, created_at DESC, id DESC);
ALTER TABLE webhook_dead ADD PRIMARY KEY (id);

-- How many deliveries a business has replayed one by one in the UTC day that begins at `starts_at` (ADR 38).
CREATE TABLE webhook_replay_day (
  business_id bigint      PRIMARY KEY REFERENCES business,
  starts_at   timestamptz NOT NULL,
  replayed    integer     NOT NULL CHECK (replayed > 0)
);

CREATE SEQUENCE webhook_attempt_number AS bigint;

CREATE TABLE webhook_attempt (
  id            bigint      NOT NULL DEFAULT nextval('webhook_attempt_number'),
  delivery_id   uuid        NOT NULL,
  attempted_at  timestamptz NOT NULL DEFAULT now(),
  replay        integer     NOT NULL DEFAULT 0 CHECK (replay >= 0),
  attempt       integer     NOT NULL CHECK (attempt > 0),
  response_code integer,
  duration_ms   integer     NOT NULL CHECK (duration_ms >= 0),
  error         text        CHECK (length(error) <= 200)
) PARTITION BY RANGE (attempted_at);
CREATE INDEX webhook_attempt_of_delivery ON webhook_attempt (delivery_id, attempt);
INSERT INTO month_table (name, time, append_only, whole_months)
VALUES ('webhook_attempt', 'attempted_at', 'UPDATE OR TRUNCATE', true);

-- ---- Operators --------------------------------------------------------------------------------------

-- The persons who operate the service; the audit log names their keys, so rows are never deleted. A
-- token names the epoch that it was issued in, and ends when the epoch does: with another secret,
-- another second factor, another end, or a disablement.
CREATE TABLE operator (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key               text        NOT NULL UNIQUE CHECK (key ~ '^[a-z0-9][a-z0-9._@-]{1,62}$'),
  display_name      text        CHECK (length(display_name) <= 100),
  role              text        NOT NULL
                                CHECK (role IN ('viewer', 'support', 'finance', 'administrator')),
  secret_hash       bytea       NOT NULL CHECK (octet_length(secret_hash) = 32),
  -- Whether the person has drawn its secret itself; else another operator has, and may know it.
  own_secret        boolean     NOT NULL DEFAULT false,
  epoch             bigint      NOT NULL DEFAULT 0 CHECK (epoch >= 0),
  -- The secret of the second factor: in force once its first code has confirmed it.
  totp_encrypted    bytea,
  totp_confirmed_at timestamptz CHECK (totp_confirmed_at IS NULL OR totp_encrypted IS NOT NULL),
  -- The time step of the last code that was accepted: no code is accepted twice.
  totp_step         bigint      NOT NULL DEFAULT 0,
  -- Codes that were tried since the last one that was accepted.
  tried_codes       integer     NOT NULL DEFAULT 0 CHECK (tried_codes >= 0),
  disabled          boolean     NOT NULL DEFAULT false,
  created_at        timestamptz NOT NULL DEFAULT now(),
  -- When others gave it the access that it has: made it, let it in again, raised its role, gave it a
  -- new secret or removed its second factor; or when it replaced a given secret. Until a time after
  -- that it has no part in four eyes. The epoch for the first two persons, who have no older ones
  -- beside them.
  access_given_at   timestamptz NOT NULL DEFAULT now(),
  expires_at        timestamptz,
  last_login_at     timestamptz
);
CREATE TRIGGER no_deletion BEFORE DELETE OR TRUNCATE ON operator
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_deletion();

-- Tokens that operators have ended before their time, until that has come.
CREATE TABLE operator_logout (
  token_id   text        PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_logout_age ON operator_logout (expires_at);

CREATE SEQUENCE audit_entry_number AS bigint;

-- The audit log: each change by an operator, with the values before and after (secrets masked).
CREATE TABLE audit_entry (
  id         bigint      NOT NULL DEFAULT nextval('audit_entry_number'),
  at         timestamptz NOT NULL DEFAULT now(),
  operator   text        NOT NULL,
  action     text        NOT NULL,
  subject    text        NOT NULL,
  before     jsonb,
  after      jsonb,
  request_id text        NOT NULL,
  PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE INDEX audit_entry_of_subject ON audit_entry (subject, id);
INSERT INTO month_table (name, time, append_only, kept_for, whole_months)
VALUES ('audit_entry', 'at', 'UPDATE OR DELETE OR TRUNCATE', interval '365 days', true);

-- The chain of the audit log (ADR 29): a link for each entry, in the order of the commits. Its content
-- is the hash of the entry's text, its own hash that of the hash before and the content. Links stay
-- when their entries are erased.
CREATE TABLE audit_link (
  number   bigint      PRIMARY KEY CHECK (number > 0),
  entry_id bigint      NOT NULL UNIQUE,
  at       timestamptz NOT NULL,
  content  bytea       NOT NULL CHECK (octet_length(content) = 32),
  hash     bytea       NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The text of an entry that its link's content is the hash of: a JSON array, as jsonb is written.
CREATE FUNCTION audit_text(entry audit_entry) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT jsonb_build_array(
    entry.id, extract(epoch FROM entry.at)::numeric(20, 6), entry.operator, entry.action,
    entry.subject, entry.before, entry.after, entry.request_id)::text
$$;

-- Links an entry at the end of its transaction. From here to the end of the commit transactions with
-- entries are one after the other, so that each sees the link before its own.
CREATE FUNCTION link_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  last  audit_link;
  entry bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_link'), 0);
  SELECT * INTO last FROM audit_link ORDER BY number DESC LIMIT 1;
  SELECT sha256(convert_to(audit_text(e), 'UTF8')) INTO STRICT entry
  FROM audit_entry e WHERE e.id = NEW.id AND e.at = NEW.at;
  INSERT INTO audit_link (number, entry_id, at, content, hash)
  VALUES (coalesce(last.number, 0) + 1, NEW.id, NEW.at, entry,
          sha256(coalesce(last.hash, '') || entry));
  RETURN NULL;
END $$;
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION link_audit_entry() SET search_path = %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION link_audit_entry() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER linked AFTER INSERT ON audit_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION link_audit_entry();

-- The last link that was written to the log, for keeping elsewhere.
CREATE TABLE audit_export (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  number   bigint  NOT NULL DEFAULT 0 CHECK (number >= 0)
);
INSERT INTO audit_export DEFAULT VALUES;

-- Operations that wait until another operator approves them, and those that were decided. Whether a
-- payment can still be settled, or a wallet covers a movement, is seen when it is approved.
CREATE TABLE approval (
  id                uuid        PRIMARY KEY,
  action            text        NOT NULL CHECK (action IN (
                      'wallet.top-up', 'wallet.top-up-reversal', 'wallet.withdrawal', 'wallet.adjustment',
                      'wallet.transfer', 'rate.enter', 'sweep.change', 'payout.settle', 'collection.settle',
                      'business.change', 'payout.return', 'payout.review', 'collection.refund',
                      'ledger.rail-settlement', 'api-key.create', 'api-key.change')),
  subject           text        NOT NULL,
  key               text        NOT NULL,
  -- The operation's fields, accounts masked; and the whole operation, erased with its end.
  asked             jsonb       NOT NULL,
  request_encrypted bytea,
  status            text        NOT NULL
                      CHECK (status IN ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
  requested_by      text        NOT NULL,
  -- The requester's epoch then; null for the credential of the environment.
  requester_epoch   bigint,
  requested_at      timestamptz NOT NULL DEFAULT now(),
  expires_at        timestamptz NOT NULL,
  decided_by        text,
  decided_at        timestamptz,
  reason            text,
  CHECK ((status = 'waiting') = (request_encrypted IS NOT NULL)),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK (status NOT IN ('approved', 'refused')
         OR (decided_by IS NOT NULL AND decided_by <> requested_by)),
  CHECK (status <> 'withdrawn' OR decided_by = requested_by)
);
CREATE INDEX approval_of_status ON approval (status, id);
CREATE INDEX approval_expiring ON approval (expires_at) WHERE status = 'waiting';
CREATE INDEX approval_ended ON approval (decided_at) WHERE status <> 'waiting';
-- A movement's reference, or the subject, has one request at a time.
CREATE UNIQUE INDEX approval_waits_once ON approval (action, key) WHERE status = 'waiting';

-- ---- Access -----------------------------------------------------------------------------------------

-- Requests that pods have reserved of a key's quota, one row per key and minute.
CREATE TABLE rate_window (
  api_key_id bigint      NOT NULL REFERENCES api_key,
  starts_at  timestamptz NOT NULL,
  reserved   integer     NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (api_key_id, starts_at)
);
CREATE INDEX rate_window_age ON rate_window (starts_at);

-- How often a business prompted a phone in an hour, or looked it up. The subject is a keyed hash of
-- them, without the number.
CREATE TABLE phone_hour (
  subject   uuid        NOT NULL,
  starts_at timestamptz NOT NULL,
  counted   integer     NOT NULL CHECK (counted > 0),
  PRIMARY KEY (subject, starts_at)
);
CREATE INDEX phone_hour_age ON phone_hour (starts_at);

-- Idempotency keys of businesses' requests (ADR 32), each with the digest of its first request, which is
-- encrypted because a digest of personal data confirms a guess. That request was to create the payout,
-- collection or quote `payment_id`, or was refused. Of one that made an API key or a webhook endpoint it is
-- the refusal of repeats, for their secret is not kept (ADR 35). A payment that does not exist: its reference
-- was used, and the row does not say so yet.
CREATE TABLE idempotency_key (
  business_id       bigint      NOT NULL,
  key               text        COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  created_at        timestamptz NOT NULL DEFAULT now(),
  request_encrypted bytea       NOT NULL,
  payment_id        uuid,
  refusal           jsonb,
  CHECK ((payment_id IS NULL) <> (refusal IS NULL))
);
CREATE INDEX idempotency_key_age ON idempotency_key (created_at);
ALTER TABLE idempotency_key ADD PRIMARY KEY (business_id, key);

-- What a business with limits has used of them in the hour or UTC day that begins at `starts_at`: the
-- number of its payouts in an hour, and their sum in a country in a day, in minor units.
CREATE TABLE payout_usage (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id bigint      NOT NULL REFERENCES business,
  limited     text        NOT NULL CHECK (limited IN ('hour', 'KE', 'TZ', 'UG', 'ZA')),
  starts_at   timestamptz NOT NULL,
  used        bigint      NOT NULL CHECK (used >= 0),
  UNIQUE (business_id, limited)
) WITH (fillfactor = 50); -- updated by each payout: room for that within the page

-- How often authentication failed in a minute: from an address, for a key from an address, and for an
-- operator, whose refusals the audit log has once a minute.
-- The subject is a hash of them: nothing that a guesser sends is kept, and each row is as small as
-- the next.
CREATE TABLE failed_authentication (
  subject   uuid        NOT NULL,
  starts_at timestamptz NOT NULL,
  failures  integer     NOT NULL CHECK (failures > 0),
  PRIMARY KEY (subject, starts_at)
);
CREATE INDEX failed_authentication_age ON failed_authentication (starts_at);

-- ---- The first months -------------------------------------------------------------------------------

DO $$
DECLARE
  parent month_table;
BEGIN
  FOR parent IN SELECT * FROM month_table LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent.name || '_other', parent.name);
    PERFORM guard_partition(parent, parent.name || '_other');
    IF parent.append_only IS NOT NULL THEN
      EXECUTE format('CREATE TRIGGER append_only BEFORE %s ON %I FOR EACH STATEMENT'
                     ' EXECUTE FUNCTION refuse_change()', parent.append_only, parent.name);
    END IF;
    PERFORM create_months(parent.name, 3);
  END LOOP;
END $$;
