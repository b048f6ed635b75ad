package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mizani.access.Caller;
import org.mizani.access.PhoneCounts;
import org.mizani.access.PhoneCounts.PhoneLimit;
import org.mizani.database.Database;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.RecordedKeys;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;

/**
 * Creation of collections: one statement for all collections that are waiting (ADR 2). The
 * statement is one transaction.
 */
@Singleton
final class CollectionCreation {

  /** Outcome of a request to create a collection. */
  enum Outcome {
    CREATED,
    DUPLICATE,
    /** The customer's phone has been prompted as often as it may be in this hour. */
    TOO_MANY_PROMPTS
  }

  /**
   * @param createdAt by the database's clock; null unless the collection was created
   * @param untilNextHour by the same clock
   */
  record Result(Outcome outcome, Instant createdAt, Duration untilNextHour) {}

  private static BatchColumns<NewCollection> columns() {
    return new BatchColumns<NewCollection>()
        .uuid("id", NewCollection::id)
        .bigint("business_id", c -> c.caller().businessId())
        .bigint("api_key_id", c -> c.caller().apiKeyId())
        .bigint("wallet_id", NewCollection::walletId)
        .text("reference", c -> c.order().reference().orElse(null))
        .bpchar("currency", c -> c.order().amount().currency().name())
        .bigint("amount_minor", c -> c.order().amount().minor())
        .text("rail", NewCollection::rail)
        .text("provider", NewCollection::provider)
        .integer("customer_hash", NewCollection::customerHash)
        .bytea("customer_encrypted", NewCollection::encryptedCustomer)
        .text("callback_url", c -> c.order().callbackUrl().map(CallbackUrl::toString).orElse(null))
        .text(
            "forced_status",
            c -> c.order().forcedOutcome().map(CollectionCreation::code).orElse(null))
        .uuid("prompts_of", c -> c.prompts().map(PhoneLimit::subject).orElse(null))
        .integer("most_prompts", c -> c.prompts().map(PhoneLimit::most).orElse(null))
        .integer("polls", c -> c.handedOff() ? 1 : 0);
  }

  /**
   * Creates collections, with their details and when they are due. Each request with a limit counts
   * as a prompt of its phone in this hour, also one that is refused; one that comes to more than it
   * may is not created. The counts are locked in one order, and before the references. A reference
   * that exists already is not counted, and skipped, and so is a key. Of the requests with one key
   * the first is counted, and its limit is that of all. Its parameters after the columns are the
   * lease and the time to expiry in milliseconds of the database's clock.
   */
  private static final String STATEMENT =
      """
      WITH request AS (
        SELECT *%9$s FROM %1$s
      ), limited AS (
        SELECT r.* FROM request r
        WHERE r.prompts_of IS NOT NULL AND (
          SELECT c.id FROM collection c
          WHERE c.business_id = r.business_id AND c.reference = r.reference) IS NULL%6$s
      ), counted AS (
        INSERT INTO phone_hour AS h (subject, starts_at, counted)
        SELECT prompts_of, %4$s, count(*) FROM limited GROUP BY prompts_of ORDER BY prompts_of
        ON CONFLICT (subject, starts_at) DO UPDATE SET counted = h.counted + excluded.counted
        RETURNING subject, counted
      ), numbered AS (
        SELECT l.id, n.counted - row_number() OVER (
                 PARTITION BY l.prompts_of ORDER BY l.position DESC) + 1 AS nth_prompt
        FROM limited l JOIN counted n ON n.subject = l.prompts_of
      ), admitted AS (
        SELECT r.* FROM request r LEFT JOIN numbered n ON n.id = r.%10$s
        WHERE n.id IS NULL OR n.nth_prompt <= r.most_prompts
      )%7$s
      , created AS (
        INSERT INTO collection (
          id, business_id, api_key_id, wallet_id, reference, currency, amount_minor,
          rail, provider, expires_at)
        SELECT
          id, business_id, api_key_id, wallet_id, reference, currency, amount_minor,
          rail, provider, now() + %3$s::bigint * interval '1 millisecond'
        FROM admitted%8$s
        ORDER BY business_id, reference
        ON CONFLICT (business_id, reference) DO NOTHING
        RETURNING id, created_at
      ), detail AS (
        INSERT INTO collection_detail (
          collection_id, created_at, customer_hash, customer_encrypted, callback_url,
          forced_status)
        SELECT r.id, now(), r.customer_hash, r.customer_encrypted, r.callback_url,
               r.forced_status
        FROM created c JOIN request r ON r.id = c.id
      ), due AS (
        INSERT INTO collection_due (
          id, business_id, created_at, next_poll_at, leased_until, prompted_at, polls)
        SELECT r.id, r.business_id, now(),
               now() + r.polls * %2$s::bigint * interval '1 millisecond',
               now() + r.polls * %2$s::bigint * interval '1 millisecond',
               CASE WHEN r.polls > 0 THEN now() END, r.polls
        FROM created c JOIN request r ON r.id = c.id
      )
      SELECT c.created_at, a.id IS NULL AS too_many_prompts, %5$s AS ends_in_ms
      FROM request r
      LEFT JOIN admitted a ON a.id = r.id
      LEFT JOIN created c ON c.id = r.id
      ORDER BY r.position
      """;

  private static final BatchColumns<NewCollection> REQUEST = columns();

  private static final BatchColumns<NewCollection> KEYED_REQUEST =
      RecordedKeys.with(columns(), NewCollection::key);

  /** Creates collections by requests without keys. */
  static final String CREATE = statement(REQUEST, false);

  /** Creates collections by requests of which at least one has a key. */
  static final String CREATE_KEYED = statement(KEYED_REQUEST, true);

  private static String statement(BatchColumns<NewCollection> request, boolean keyed) {
    return STATEMENT.formatted(
        request.as("r"),
        request.parameterAfter(1),
        request.parameterAfter(2),
        PhoneCounts.HOUR,
        PhoneCounts.ENDS_IN_MS,
        keyed ? RecordedKeys.AND_IS_NEW : "",
        keyed ? RecordedKeys.recordedOf("admitted") : "",
        keyed ? RecordedKeys.WHERE_IS_FIRST : "",
        keyed ? RecordedKeys.FIRST_ID : "",
        keyed ? "first_id" : "id");
  }

  private final Database database;
  private final WalletIds wallets;
  private final Ledger ledger;
  private final long leaseMillis;
  private final long expiryMillis;
  private final Batcher<NewCollection, Result> batcher;

  CollectionCreation(Database database, WalletIds wallets, Ledger ledger, CollectionConfig config) {
    this.database = database;
    this.wallets = wallets;
    this.ledger = ledger;
    this.leaseMillis = config.settlement().lease().toMillis();
    this.expiryMillis = config.expiresAfter().toMillis();
    this.batcher = new Batcher<>(config.creation(), this::run);
  }

  /** The wallet that collections of this business and currency credit; the first opens it. */
  Uni<Long> walletOf(Caller caller, CurrencyUnit currency) {
    return findWallet(caller, currency)
        .chain(
            found ->
                found
                    .map(id -> Uni.createFrom().item(id))
                    .orElseGet(() -> openWallet(caller, currency)));
  }

  private Uni<Long> openWallet(Caller caller, CurrencyUnit currency) {
    return ledger
        .openWallet(caller.businessId(), WalletPurpose.COLLECTION, currency)
        .chain(() -> findWallet(caller, currency))
        .map(Optional::orElseThrow);
  }

  private Uni<Optional<Long>> findWallet(Caller caller, CurrencyUnit currency) {
    return wallets.find(caller.businessId(), WalletPurpose.COLLECTION, currency);
  }

  /** Creates this collection, unless its reference was used before. */
  Uni<Result> create(NewCollection collection) {
    return batcher.submit(collection);
  }

  private Uni<List<Result>> run(List<NewCollection> collections) {
    boolean keyed = collections.stream().anyMatch(collection -> collection.key().isPresent());
    BatchColumns<NewCollection> request = keyed ? KEYED_REQUEST : REQUEST;
    return database.list(
        keyed ? CREATE_KEYED : CREATE,
        request.parameters(collections, leaseMillis, expiryMillis),
        CollectionCreation::result);
  }

  private static Result result(Row row) {
    OffsetDateTime createdAt = row.getOffsetDateTime("created_at");
    Duration untilNextHour = Duration.ofMillis(row.getLong("ends_in_ms"));
    if (createdAt != null) {
      return new Result(Outcome.CREATED, createdAt.toInstant(), untilNextHour);
    }
    boolean tooMany = row.getBoolean("too_many_prompts");
    return new Result(tooMany ? Outcome.TOO_MANY_PROMPTS : Outcome.DUPLICATE, null, untilNextHour);
  }

  private static String code(Enum<?> outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
