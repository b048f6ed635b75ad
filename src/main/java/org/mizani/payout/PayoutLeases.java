package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.payout.PendingPayout.Origin;
import org.mizani.payout.PendingPayout.Payee;
import org.mizani.payout.PendingPayout.WatchedPayout;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutInstruction.ForcedOutcome;
import org.mizani.screening.ScreeningConfig;
import org.mizani.screening.ScreeningState;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.ClaimedRows;
import org.mizani.work.LeaseSql;
import org.mizani.work.LeaseTable;
import org.mizani.work.Leases;

/** Leases of payouts: a pod or an operator claims them, by the database's clock. */
@Singleton
final class PayoutLeases {

  /** Pending payouts. */
  static final LeaseTable DUE =
      new LeaseTable(
          "payout_due", "next_poll_at", true, Optional.of("submitted_at"), Optional.empty());

  private static final LeaseTable WATCH =
      new LeaseTable(
          "payout_watch", "next_watch_at", true, Optional.empty(), Optional.of("payout"));

  /**
   * The poll of a lease counts as a call until it is skipped, though the row may not say so yet. A
   * final payout is only asked about.
   */
  private static final String READ_CLAIMED =
      """
      SELECT p.id, p.business_id, b.public_id, p.api_key_id, k.key, k.signature_encrypted,
             p.wallet_id, p.business_reference, p.status, p.channel, p.country, p.rail, p.sender_currency,
             p.sender_minor, p.receiver_currency, p.receiver_minor, d.parties_encrypted,
             d.purpose_of_transfer, d.source_of_funds, p.refund_of, q.network_ids, q.words,
             d.forced_status, q.polls, least(q.skipped_polls, q.polls - 1) AS skipped_polls,
             %3$s AS at_most_once, %4$s AS screening, d.callback_url,
             CASE WHEN p.api_key_id IS NOT NULL THEN b.callback_url END AS default_callback_url,
             p.known_until,
             (extract(epoch FROM now() - p.created_at) * 1000)::bigint AS age_ms,
             (extract(epoch FROM now() - %1$s) * 1000)::bigint AS submitted_ms,
             (extract(epoch FROM now() - %2$s) * 1000)::bigint AS watched_ms
      FROM claimed q
      CROSS JOIN LATERAL (SELECT * FROM payout WHERE id = q.id OFFSET 0) p
      LEFT JOIN LATERAL payout_detail_of(p.id, p.created_at) d ON true
      CROSS JOIN LATERAL (SELECT * FROM business WHERE id = p.business_id OFFSET 0) b
      LEFT JOIN LATERAL (SELECT * FROM api_key WHERE id = p.api_key_id OFFSET 0) k ON true
      """;

  private static final String READ_CLAIMED_DUE =
      READ_CLAIMED.formatted(
          "q.submitted_at", "NULL::timestamptz", "q.at_most_once", "q.screening");

  static final String CLAIM = LeaseSql.claimOf(DUE, SubmissionIntents.OF_CLAIM) + READ_CLAIMED_DUE;

  static final String CLAIM_SCREENED =
      LeaseSql.claimOf(DUE, SubmissionIntents.OF_SCREENED_CLAIM) + READ_CLAIMED_DUE;

  static final String CLAIM_WATCHED =
      LeaseSql.claimOf(WATCH)
          + READ_CLAIMED.formatted("NULL::timestamptz", "q.since", "true", "'none'");

  /**
   * Leases payout {@code $1} for {@code $2} milliseconds to an operator, where {@code $3} says so
   * only if it is held for review, unless a pod or another operator has it: the poll of a pod may
   * be submitting it. The operator's claim calls no rail, so it counts as a skipped poll.
   */
  static final String CLAIM_BY_HAND =
      """
      WITH claimed AS (
        UPDATE payout_due q
        SET next_poll_at = now() + $2 * interval '1 millisecond',
            leased_until = now() + $2 * interval '1 millisecond',
            polls = q.polls + 1, skipped_polls = q.skipped_polls + 1
        WHERE q.id = $1 AND (NOT $3 OR q.screening = 'held')
          AND (q.leased_until = q.next_poll_at AND q.leased_until > now()) IS NOT TRUE
        RETURNING q.*
      )
      """
          + READ_CLAIMED_DUE;

  private final Database database;
  private final Originator.Reader originators;
  private final Parties.Encryption encryption;
  private final String claim;

  PayoutLeases(
      Database database,
      Originator.Reader originators,
      Parties.Encryption encryption,
      ScreeningConfig screening) {
    this.claim = screening.isOn() ? CLAIM_SCREENED : CLAIM;
    this.database = database;
    this.originators = originators;
    this.encryption = encryption;
  }

  /** The leases of pending payouts. */
  static Leases leases(Database database, PayoutConfig config) {
    return new Leases(database, DUE, config.settlement());
  }

  /** The leases of payouts that are watched. */
  static Leases leasesOfWatched(Database database, PayoutConfig config) {
    return new Leases(database, WATCH, config.settlement());
  }

  /** Leases due payouts, the longest due first. */
  Uni<List<PendingPayout>> claim(int most, Duration lease) {
    return database.list(claim, Tuple.of(most, lease.toMillis()), this::pendingPayout);
  }

  /** Leases watched payouts whose rail is due to be asked, the longest due first. */
  Uni<List<WatchedPayout>> claimWatched(int most, Duration lease) {
    return database.list(CLAIM_WATCHED, Tuple.of(most, lease.toMillis()), this::watchedPayout);
  }

  /**
   * Claims a pending payout for an operator; empty if it is final or has a lease. Its recipient is
   * not needed and may be unreadable.
   */
  Uni<Optional<PendingPayout>> claimByHand(UUID serviceReference, Duration claim) {
    return claimByHand(serviceReference, claim, false);
  }

  /** Claims a payout that is held for review likewise. */
  Uni<Optional<PendingPayout>> claimHeldByHand(UUID serviceReference, Duration claim) {
    return claimByHand(serviceReference, claim, true);
  }

  private Uni<Optional<PendingPayout>> claimByHand(UUID id, Duration claim, boolean held) {
    return database.find(CLAIM_BY_HAND, Tuple.of(id, claim.toMillis(), held), this::pendingPayout);
  }

  private WatchedPayout watchedPayout(Row row) {
    return new WatchedPayout(
        pendingPayout(row),
        PayoutStatus.ofCode(row.getString("status")),
        Duration.ofMillis(row.getLong("watched_ms")),
        ClaimedRows.time(row, "known_until"));
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
        webhookCanBeSigned ? payee(row) : Optional.empty(),
        row.getString("rail"),
        Optional.ofNullable(row.getUUID("refund_of")),
        notice,
        Origin.of(row),
        Optional.ofNullable(row.getString("forced_status")).map(PayoutLeases::forcedOutcome),
        Duration.ofMillis(row.getLong("age_ms")),
        Optional.ofNullable(row.getLong("submitted_ms")).map(Duration::ofMillis),
        ClaimedRows.networkIds(row),
        row.getInteger("words"),
        row.getInteger("polls"),
        row.getInteger("skipped_polls"),
        row.getBoolean("at_most_once"),
        row.getUUID("public_id"),
        ScreeningState.ofCode(row.getString("screening")));
  }

  private Optional<Notice> notice(Row row, CallbackUrl url) {
    return ClaimedRows.decrypted(
        "The API key of payout",
        row.getUUID("id"),
        () -> new Notice(originators.read(row), row.getString("business_reference"), url));
  }

  private Optional<Payee> payee(Row row) {
    UUID id = row.getUUID("id");
    Country country = Country.valueOf(row.getString("country"));
    Channel channel = Channel.valueOf(row.getString("channel").toUpperCase(Locale.ROOT));
    return ClaimedRows.decrypted(
            "The recipient of payout", id, () -> encryption.decrypt(id, bytes(row)))
        .map(
            parties ->
                new Payee(
                    parties.recipient(country, channel),
                    parties.toldToRail(
                        row.getString("purpose_of_transfer"),
                        Optional.ofNullable(row.getString("source_of_funds"))),
                    Objects.requireNonNullElse(row.getString("business_reference"), "")));
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
