package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.ClaimedRows;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;
import org.mizani.work.Leases;

/** Leases of payouts: a pod or an operator claims them, by the database's clock. */
@Singleton
final class PayoutLeases {

  private static final String DUE = "payout_due";
  private static final String WATCH = "payout_watch";
  private static final String NEXT_POLL = "next_poll_at";
  private static final String NEXT_WATCH = "next_watch_at";

  private static final String READ_CLAIMED =
      """
      SELECT p.id, p.business_id, b.public_id, p.api_key_id, k.key, k.signature_encrypted,
             p.wallet_id, p.business_reference, p.channel, p.country, p.rail, p.sender_currency,
             p.sender_minor, p.receiver_currency, p.receiver_minor, d.parties_encrypted,
             d.forced_status, q.polls, q.skipped_polls, d.callback_url,
             CASE WHEN p.sweep_id IS NULL THEN b.callback_url END AS default_callback_url,
             (extract(epoch FROM now() - p.created_at) * 1000)::bigint AS age_ms,
             (extract(epoch FROM now() - p.updated_at) * 1000)::bigint AS unchanged_ms
      FROM claimed q
      CROSS JOIN LATERAL (SELECT * FROM payout WHERE id = q.id OFFSET 0) p
      LEFT JOIN LATERAL (SELECT * FROM payout_detail
                         WHERE payout_id = p.id AND created_at = p.created_at OFFSET 0) d ON true
      CROSS JOIN LATERAL (SELECT * FROM business WHERE id = p.business_id OFFSET 0) b
      LEFT JOIN LATERAL (SELECT * FROM api_key WHERE id = p.api_key_id OFFSET 0) k ON true
      """;

  static final String CLAIM = Leases.claimOf(DUE, NEXT_POLL, "leased_until") + READ_CLAIMED;
  static final String CLAIM_FAILED = Leases.claimOf(WATCH, NEXT_WATCH) + READ_CLAIMED;

  /**
   * Leases payout {@code $1} for {@code $2} milliseconds to an operator, unless a pod or another
   * operator has it: the poll of a pod may be submitting it. The operator's claim calls no rail, so
   * it counts as a skipped poll.
   */
  static final String CLAIM_BY_HAND =
      """
      WITH claimed AS (
        UPDATE payout_due q
        SET next_poll_at = now() + $2 * interval '1 millisecond',
            leased_until = now() + $2 * interval '1 millisecond',
            polls = q.polls + 1, skipped_polls = q.skipped_polls + 1
        WHERE q.id = $1
          AND (q.leased_until = q.next_poll_at AND q.leased_until > now()) IS NOT TRUE
        RETURNING q.*
      )
      """
          + READ_CLAIMED;

  private final Database database;
  private final Originator.Reader originators;
  private final Parties.Encryption encryption;

  PayoutLeases(Database database, Originator.Reader originators, Parties.Encryption encryption) {
    this.database = database;
    this.originators = originators;
    this.encryption = encryption;
  }

  /**
   * A payout that failed by hand, though its rail may have paid it.
   *
   * @param failedFor the time since it failed
   */
  record FailedPayout(PendingPayout payout, Duration failedFor) implements LeasedWork.Row {

    @Override
    public Lease lease() {
      return payout.lease();
    }

    @Override
    public String toString() {
      return "FailedPayout[" + payout.serviceReference() + "]";
    }
  }

  /** The leases of pending payouts. */
  static Leases leases(Database database, PayoutConfig config) {
    return new Leases(database, DUE, NEXT_POLL, config.settlement());
  }

  /** The leases of failed payouts. */
  static Leases leasesOfFailed(Database database, PayoutConfig config) {
    return new Leases(database, WATCH, NEXT_WATCH, config.settlement());
  }

  /** Leases due payouts, the longest due first. */
  Uni<List<PendingPayout>> claim(int most, Duration lease) {
    return database.list(CLAIM, Tuple.of(most, lease.toMillis()), this::pendingPayout);
  }

  /** Leases failed payouts that are due to be watched, the longest due first. */
  Uni<List<FailedPayout>> claimFailed(int most, Duration lease) {
    return database.list(CLAIM_FAILED, Tuple.of(most, lease.toMillis()), this::failedPayout);
  }

  /**
   * Claims a pending payout for an operator; empty if it is final or has a lease. Its recipient is
   * not needed and may be unreadable.
   */
  Uni<Optional<PendingPayout>> claimByHand(UUID serviceReference, Duration claim) {
    return database.find(
        CLAIM_BY_HAND, Tuple.of(serviceReference, claim.toMillis()), this::pendingPayout);
  }

  private FailedPayout failedPayout(Row row) {
    return new FailedPayout(pendingPayout(row), Duration.ofMillis(row.getLong("unchanged_ms")));
  }

  private PendingPayout pendingPayout(Row row) {
    UUID id = row.getUUID("id");
    Optional<CallbackUrl> destination = WebhookDestination.of(row);
    Optional<Notice> notice = destination.flatMap(url -> notice(row, url));
    boolean webhookCanBeSigned = destination.isEmpty() || notice.isPresent();
    return new PendingPayout(
        id,
        row.getLong("wallet_id"),
        money(row, "sender"),
        money(row, "receiver"),
        webhookCanBeSigned ? recipient(row) : Optional.empty(),
        row.getString("rail"),
        notice,
        Optional.ofNullable(row.getString("forced_status")).map(PayoutLeases::forcedOutcome),
        Duration.ofMillis(row.getLong("age_ms")),
        row.getInteger("polls"),
        row.getInteger("skipped_polls"));
  }

  private Optional<Notice> notice(Row row, CallbackUrl url) {
    return ClaimedRows.decrypted(
        "The API key of payout",
        row.getUUID("id"),
        () -> new Notice(originators.read(row), row.getString("business_reference"), url));
  }

  private Optional<Recipient> recipient(Row row) {
    UUID id = row.getUUID("id");
    Country country = Country.valueOf(row.getString("country"));
    Channel channel = Channel.valueOf(row.getString("channel").toUpperCase(Locale.ROOT));
    return ClaimedRows.decrypted(
            "The recipient of payout", id, () -> encryption.decrypt(id, bytes(row)))
        .map(parties -> parties.recipient(country, channel));
  }

  private static byte[] bytes(Row row) {
    Buffer encrypted = row.getBuffer("parties_encrypted");
    if (encrypted == null) {
      throw new IllegalStateException("erased");
    }
    return encrypted.getBytes();
  }

  private static Money money(Row row, String side) {
    return new Money(
        CurrencyUnit.valueOf(row.getString(side + "_currency")), row.getLong(side + "_minor"));
  }

  private static ForcedOutcome forcedOutcome(String code) {
    return ForcedOutcome.valueOf(code.toUpperCase(Locale.ROOT));
  }
}
