package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletPurpose;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.BatchColumns;
import org.mizani.work.Batcher;

/**
 * Creation of collections: one statement for all collections that are waiting (ADR 2). The
 * statement is one transaction.
 */
@Singleton
final class CollectionCreation {

  /**
   * Collection to create.
   *
   * @param id the id that it will have
   * @param caller the business that orders it
   * @param rail the name of the rail that will prompt the customer
   * @param provider the customer's network by the number's prefix, {@code ""} if unknown
   * @param encryptedCustomer the column {@code customer_encrypted}
   * @param handedOff whether this pod's settler takes it on at once, under a lease
   */
  record NewCollection(
      UUID id,
      Caller caller,
      CollectionOrder order,
      String rail,
      String provider,
      byte[] encryptedCustomer,
      boolean handedOff) {

    @Override
    public String toString() {
      return "NewCollection[" + id + "]";
    }
  }

  /** Outcome of a request to create a collection. */
  enum Outcome {
    CREATED,
    DUPLICATE,
    /** The business has no collection wallet of the currency yet. */
    NO_WALLET
  }

  /**
   * @param createdAt by the database's clock; null unless the collection was created
   */
  record Result(Outcome outcome, Instant createdAt) {}

  private static final BatchColumns<NewCollection> REQUEST =
      new BatchColumns<NewCollection>()
          .uuid("id", NewCollection::id)
          .bigint("business_id", c -> c.caller().businessId())
          .bigint("api_key_id", c -> c.caller().apiKeyId())
          .text("reference", c -> c.order().reference().orElse(null))
          .bpchar("currency", c -> c.order().amount().currency().name())
          .bigint("amount_minor", c -> c.order().amount().minor())
          .text("rail", NewCollection::rail)
          .text("provider", NewCollection::provider)
          .bytea("customer_encrypted", NewCollection::encryptedCustomer)
          .text(
              "callback_url", c -> c.order().callbackUrl().map(CallbackUrl::toString).orElse(null))
          .text(
              "forced_status",
              c -> c.order().forcedOutcome().map(CollectionCreation::code).orElse(null))
          .integer("polls", c -> c.handedOff() ? 1 : 0);

  /**
   * Creates collections; a reference that exists already is skipped. Their parameters after the
   * columns are the message, the lease and the time to expiry, in milliseconds of the database's
   * clock.
   */
  private static final String CREATE =
      """
      WITH request AS (
        SELECT * FROM %1$s
      ), created AS (
        INSERT INTO collection (
          id, business_id, api_key_id, wallet_id, reference, currency, amount_minor,
          rail, provider, customer_encrypted, callback_url, forced_status, status_message,
          polls, next_poll_at, expires_at)
        SELECT
          r.id, r.business_id, r.api_key_id, w.id, r.reference, r.currency, r.amount_minor,
          r.rail, r.provider, r.customer_encrypted, r.callback_url, r.forced_status, %2$s,
          r.polls, now() + r.polls * %3$s * interval '1 millisecond',
          now() + %4$s * interval '1 millisecond'
        FROM request r
        JOIN wallet w ON w.business_id = r.business_id AND w.currency = r.currency
          AND w.purpose = 'collection'
        ORDER BY r.business_id, r.reference
        ON CONFLICT (business_id, reference) DO NOTHING
        RETURNING id, created_at
      )
      SELECT CASE
               WHEN c.id IS NOT NULL THEN 'created'
               WHEN w.id IS NOT NULL THEN 'duplicate'
               ELSE 'no_wallet'
             END AS outcome, c.created_at
      FROM request r
      LEFT JOIN created c ON c.id = r.id
      LEFT JOIN wallet w ON w.business_id = r.business_id AND w.currency = r.currency
        AND w.purpose = 'collection'
      ORDER BY r.position
      """
          .formatted(
              REQUEST.as("r"),
              REQUEST.parameterAfter(1),
              REQUEST.parameterAfter(2) + "::bigint",
              REQUEST.parameterAfter(3));

  private final Database database;
  private final Ledger ledger;
  private final long leaseMillis;
  private final long expiryMillis;
  private final Batcher<NewCollection, Result> batcher;

  CollectionCreation(Database database, Ledger ledger, CollectionConfig config) {
    this.database = database;
    this.ledger = ledger;
    this.leaseMillis = config.settlement().lease().toMillis();
    this.expiryMillis = config.expiresAfter().toMillis();
    this.batcher = new Batcher<>(config.creation(), this::run);
  }

  /** Creates this collection, opening its wallet where it is the first of its currency. */
  Uni<Result> create(NewCollection collection) {
    return batcher
        .submit(collection)
        .chain(
            result ->
                result.outcome() == Outcome.NO_WALLET
                    ? openWallet(collection).chain(() -> batcher.submit(collection))
                    : Uni.createFrom().item(result));
  }

  private Uni<Void> openWallet(NewCollection collection) {
    return ledger.openWallet(
        collection.caller().businessId(),
        WalletPurpose.COLLECTION,
        collection.order().amount().currency());
  }

  private Uni<List<Result>> run(List<NewCollection> collections) {
    return database
        .execute(
            CREATE,
            REQUEST.parameters(
                collections, CollectionStatus.PENDING.message(), leaseMillis, expiryMillis))
        .map(CollectionCreation::results);
  }

  private static List<Result> results(RowSet<Row> rows) {
    List<Result> results = new ArrayList<>(rows.size());
    for (Row row : rows) {
      Outcome outcome = Outcome.valueOf(row.getString("outcome").toUpperCase(Locale.ROOT));
      OffsetDateTime createdAt = row.getOffsetDateTime("created_at");
      results.add(new Result(outcome, createdAt == null ? null : createdAt.toInstant()));
    }
    return results;
  }

  private static String code(Enum<?> outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
