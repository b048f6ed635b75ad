package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.collection.PendingCollection.Origin;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.webhook.WebhookDestination;
import org.mizani.work.ClaimedRows;
import org.mizani.work.Lease;
import org.mizani.work.LeaseSql;
import org.mizani.work.LeaseTable;
import org.mizani.work.Leases;

/** Leases of collections: a pod or an operator claims them, by the database's clock. */
@Singleton
final class CollectionLeases {

  /** Collections that are pending, or watched for what their networks say after their end. */
  static final LeaseTable DUE =
      new LeaseTable(
          "collection_due",
          "next_poll_at",
          true,
          Optional.of("prompted_at"),
          Optional.of("collection"));

  static final String CLAIM = LeaseSql.claimOf(DUE, LeaseSql.firstCallAt("prompted_at"));

  /** {@code OFFSET 0} has each row found by its key, however the planner sees the tables. */
  static final String READ_CLAIMED =
      """
      SELECT c.id, c.wallet_id, c.business_id, b.public_id, c.api_key_id, k.key, k.signature_encrypted,
             c.reference, c.status, c.currency, c.amount_minor, c.rail, c.provider,
             CASE WHEN c.credited_at IS NOT NULL
               THEN coalesce(c.mno_payment_reference, '') END AS credited_as,
             d.customer_encrypted, d.forced_status, q.polls, q.skipped_polls,
             q.network_ids, q.words, d.callback_url, b.collection_callback_url AS default_callback_url,
             (extract(epoch FROM now() - c.created_at) * 1000)::bigint AS age_ms,
             (extract(epoch FROM now() - q.prompted_at) * 1000)::bigint AS prompted_ms,
             (extract(epoch FROM c.expires_at - now()) * 1000)::bigint AS expires_in_ms
      FROM claimed q
      CROSS JOIN LATERAL (SELECT * FROM collection WHERE id = q.id OFFSET 0) c
      LEFT JOIN LATERAL collection_detail_of(q.id, q.created_at) d ON true
      JOIN business b ON b.id = c.business_id
      JOIN api_key k ON k.id = c.api_key_id
      """;

  /**
   * Keeps collection {@code $1} for one operator for {@code $2} milliseconds, unless another has
   * it, or a pod may be prompting its customer, for the first time or again under its lease, which
   * lasts as long as the claim. One gets no prompt meanwhile. A pod that asks about it is not held
   * up: the first of the two settles it.
   */
  static final String CLAIM_BY_HAND =
      """
      WITH pending AS MATERIALIZED (
        SELECT id FROM collection WHERE id = $1 AND status = 'pending'
        FOR NO KEY UPDATE
      ), claimed AS (
        UPDATE collection_due q
        SET by_hand_until = now() + $2 * interval '1 millisecond',
            next_poll_at = CASE WHEN q.polls = q.skipped_polls
              THEN greatest(q.next_poll_at, now() + $2 * interval '1 millisecond')
              ELSE q.next_poll_at END
        FROM pending
        WHERE q.id = $1 AND q.id = pending.id
          AND (q.by_hand_until IS NULL OR q.by_hand_until < now())
          AND (q.leased_until = q.next_poll_at AND q.leased_until > now()
               AND (q.polls - q.skipped_polls = 1
                    OR q.prompted_at >= q.leased_until - $2 * interval '1 millisecond'))
              IS NOT TRUE
        RETURNING q.*
      )
      """;

  /**
   * Notes that a customer is about to be prompted again, while the collection is pending, the lease
   * lasts and no operator has it: of this statement and an operator's claim the first one wins.
   */
  private static final String PROMPT_AGAIN =
      """
      UPDATE collection_due SET prompted_at = now()
      WHERE id = $1 AND polls = $2 AND leased_until > now()
        AND (by_hand_until IS NULL OR by_hand_until < now())
        AND EXISTS (SELECT FROM collection WHERE id = $1 AND status = 'pending')
      RETURNING id
      """;

  private final Database database;
  private final Originator.Reader originators;
  private final Customer.Encryption encryption;
  private final Leases all;

  CollectionLeases(
      Database database,
      Originator.Reader originators,
      Customer.Encryption encryption,
      CollectionConfig config) {
    this.all = new Leases(database, DUE, config.settlement());
    this.database = database;
    this.originators = originators;
    this.encryption = encryption;
  }

  /** The leases of all collections, which this pod ends together. */
  Leases all() {
    return all;
  }

  /** Leases due collections, the longest due first. */
  Uni<List<PendingCollection>> claim(int most, Duration lease) {
    return database.list(
        CLAIM + READ_CLAIMED, Tuple.of(most, lease.toMillis()), this::pendingCollection);
  }

  /** Claims a pending collection for an operator; empty if it is final or another has it. */
  Uni<Optional<PendingCollection>> claimByHand(UUID id, Duration claim) {
    return database.find(
        CLAIM_BY_HAND + READ_CLAIMED, Tuple.of(id, claim.toMillis()), this::pendingCollection);
  }

  /**
   * Notes that a customer is about to be prompted again; false if the collection has ended, an
   * operator has it, or its lease has ended or is another's now.
   */
  Uni<Boolean> promptAgain(Lease lease) {
    return database
        .find(PROMPT_AGAIN, Tuple.of(lease.id(), lease.polls()), row -> true)
        .map(Optional::isPresent);
  }

  private PendingCollection pendingCollection(Row row) {
    UUID id = row.getUUID("id");
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    return new PendingCollection(
        id,
        row.getLong("wallet_id"),
        new Origin(row.getLong("business_id"), row.getUUID("public_id")),
        ClaimedRows.decrypted("The API key of collection", id, () -> originators.read(row)),
        CollectionStatus.ofCode(row.getString("status")),
        new Money(currency, row.getLong("amount_minor")),
        customer(row),
        Optional.ofNullable(row.getString("reference")).orElse(""),
        row.getString("rail"),
        row.getString("provider"),
        WebhookDestination.of(row),
        Optional.ofNullable(row.getString("forced_status")).map(CollectionLeases::forcedOutcome),
        PendingCollection.Timing.of(
            Duration.ofMillis(row.getLong("age_ms")),
            Optional.ofNullable(row.getLong("prompted_ms")).map(Duration::ofMillis),
            Duration.ofMillis(row.getLong("expires_in_ms"))),
        Optional.ofNullable(row.getString("credited_as")),
        ClaimedRows.networkIds(row),
        row.getInteger("words"),
        row.getInteger("polls"),
        row.getInteger("skipped_polls"));
  }

  private Customer customer(Row row) {
    UUID id = row.getUUID("id");
    return Optional.ofNullable(row.getBuffer("customer_encrypted"))
        .flatMap(
            encrypted ->
                ClaimedRows.decrypted(
                    "The customer of collection",
                    id,
                    () -> encryption.decrypt(id, encrypted.getBytes())))
        .orElse(Customer.UNREADABLE);
  }

  private static ForcedOutcome forcedOutcome(String code) {
    return ForcedOutcome.valueOf(code.toUpperCase(Locale.ROOT));
  }
}
