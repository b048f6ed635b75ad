package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.DatabaseOutage;
import org.mizani.log.RedactedFailure;
import org.mizani.work.Batcher;
import org.mizani.work.Lease;
import org.mizani.work.Overflow;

/**
 * Intents to submit payouts, each in the database before the first byte leaves (ADR 18). Of most
 * networks the claim, or the creation, notes it: whoever takes such a payout over asks first, and
 * may submit it again. One that may be submitted only once would be left to people by a pod that
 * dies before its call, so its intent is noted when its turn has come.
 */
@Singleton
final class SubmissionIntents {

  private static final Logger LOG = Logger.getLogger(SubmissionIntents.class);

  private static final String NOTED_BY_CLAIM =
      """
      submitted_at = CASE WHEN r.polls > r.skipped_polls THEN r.submitted_at
                          WHEN NOT (r.at_most_once OR %1$s) THEN now() END,
      skipped_polls = CASE WHEN (r.at_most_once OR %1$s) AND r.polls = r.skipped_polls
                           THEN r.polls + 1 ELSE r.skipped_polls END""";

  /**
   * The changes by which a claim notes that the row {@code r} is about to be submitted. One that
   * may be submitted only once, and never was, counts this poll as skipped until {@link #BEGIN};
   * one that is held for review until it is cleared (ADR 40).
   */
  static final String OF_CLAIM = NOTED_BY_CLAIM.formatted("r.screening = 'held'");

  /** The same where each payout has to be cleared before its submission. */
  static final String OF_SCREENED_CLAIM = NOTED_BY_CLAIM.formatted("r.screening <> 'cleared'");

  /**
   * Notes that payouts are about to be submitted for the first time, each under its lease: not one
   * that was submitted before, whose lease has ended, that another pod or an operator has, or that
   * is locked by either at this moment.
   */
  static final String BEGIN =
      """
      WITH free AS (
        SELECT r.id
        FROM payout_due r
        JOIN unnest($1::uuid[], $2::integer[]) AS l (id, polls)
          ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
            AND r.polls = l.polls
        WHERE r.id = ANY ($1) AND r.skipped_polls = r.polls
          AND r.leased_until = r.next_poll_at AND r.leased_until > now()
        FOR NO KEY UPDATE OF r SKIP LOCKED
      )
      UPDATE payout_due r SET skipped_polls = r.skipped_polls - 1, submitted_at = now()
      WHERE r.id = ANY (ARRAY(SELECT id FROM free))
      RETURNING r.id, r.polls
      """;

  /** Notes that a payout is about to be submitted again, if this pod has its lease yet. */
  private static final String SUBMIT_AGAIN =
      "UPDATE payout_due SET submitted_at = now() WHERE id = $1 AND polls = $2 RETURNING id";

  private final Database database;
  private final Batcher<Lease, Boolean> beginning;

  SubmissionIntents(Database database, PayoutConfig config) {
    this.database = database;
    this.beginning = new Batcher<>(config.settlement().apply(), this::beginAll);
  }

  /**
   * Notes that a payout is about to be submitted for the first and only time. False if it must not
   * be, and if the database does not say within this time that it is noted.
   */
  Uni<Boolean> begin(Lease lease, Duration within) {
    return beginning
        .submit(lease)
        .ifNoItem()
        .after(within)
        .fail()
        .onFailure()
        .invoke(failure -> notBegun(lease, failure))
        .onFailure()
        .recoverWithItem(false);
  }

  private static void notBegun(Lease lease, Throwable failure) {
    boolean outage = DatabaseOutage.isBehind(failure) || failure instanceof Overflow;
    LOG.logf(
        outage ? Logger.Level.DEBUG : Logger.Level.WARN,
        "payout %s not submitted yet, its intent is not noted: %s",
        lease.id(),
        RedactedFailure.words(failure));
  }

  /** Notes that a payout is about to be submitted again; false if its lease is another's now. */
  Uni<Boolean> submitAgain(Lease lease) {
    return database
        .find(SUBMIT_AGAIN, Tuple.of(lease.id(), lease.polls()), row -> true)
        .map(Optional::isPresent);
  }

  Uni<List<Boolean>> beginAll(List<Lease> leases) {
    return changed(database, BEGIN, leases);
  }

  /**
   * For each of these leases, in their order, whether the statement changed its payout, that is
   * whether the payout was this lease's yet. The statement takes ids and polls and returns those
   * that it changed. Of two leases of one payout the newer one alone may be the row's.
   */
  static Uni<List<Boolean>> changed(Database database, String statement, List<Lease> leases) {
    return database
        .list(
            statement,
            Tuple.of(
                leases.stream().map(Lease::id).toArray(UUID[]::new),
                leases.stream().map(Lease::polls).toArray(Integer[]::new)),
            row -> new Lease(row.getUUID("id"), row.getInteger("polls")))
        .map(HashSet::new)
        .map(
            changed ->
                leases.stream()
                    .map(lease -> changed.contains(new Lease(lease.id(), lease.polls())))
                    .toList());
  }
}
