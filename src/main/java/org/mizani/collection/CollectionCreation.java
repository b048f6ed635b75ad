package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
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
import org.mizani.work.Batcher;
import org.mizani.work.Columns;

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

  /**
   * Creates collections; a reference that exists already is skipped. They expire {@code $13}
   * milliseconds from now, by the database's clock.
   */
  private static final String CREATE =
      """
      WITH request AS (
        SELECT * FROM unnest(
            $1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::bpchar[], $6::bigint[],
            $7::text[], $8::text[], $9::bytea[], $10::text[], $11::text[], $12::bigint[])
          WITH ORDINALITY AS r (
            id, business_id, api_key_id, reference, currency, amount_minor,
            rail, provider, customer_encrypted, callback_url, forced_status, lease_ms, position)
      ), created AS (
        INSERT INTO collection (
          id, business_id, api_key_id, wallet_id, reference, currency, amount_minor,
          rail, provider, customer_encrypted, callback_url, forced_status, status_message,
          polls, next_poll_at, expires_at)
        SELECT
          r.id, r.business_id, r.api_key_id, w.id, r.reference, r.currency, r.amount_minor,
          r.rail, r.provider, r.customer_encrypted, r.callback_url, r.forced_status, $14,
          CASE WHEN r.lease_ms > 0 THEN 1 ELSE 0 END,
          now() + r.lease_ms * interval '1 millisecond',
          now() + $13 * interval '1 millisecond'
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
      """;

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
    return database.execute(CREATE, parameters(collections)).map(CollectionCreation::results);
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

  private Tuple parameters(List<NewCollection> collections) {
    Columns<NewCollection> columns = new Columns<>(collections);
    return Tuple.from(
        List.<Object>of(
            columns.of(UUID[]::new, NewCollection::id),
            columns.numbers(c -> c.caller().businessId()),
            columns.numbers(c -> c.caller().apiKeyId()),
            columns.texts(c -> c.order().reference().orElse(null)),
            columns.texts(c -> c.order().amount().currency().name()),
            columns.numbers(c -> c.order().amount().minor()),
            columns.texts(NewCollection::rail),
            columns.texts(NewCollection::provider),
            columns.of(Buffer[]::new, c -> Buffer.buffer(c.encryptedCustomer())),
            columns.texts(c -> c.order().callbackUrl().map(CallbackUrl::toString).orElse(null)),
            columns.texts(
                c -> c.order().forcedOutcome().map(CollectionCreation::code).orElse(null)),
            columns.numbers(c -> c.handedOff() ? leaseMillis : 0L),
            expiryMillis,
            CollectionStatus.PENDING.message()));
  }

  private static String code(Enum<?> outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
