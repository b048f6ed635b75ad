package org.mizani.payout;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.mizani.database.CallerContext;
import org.mizani.database.Database;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutDecision.ByHand;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.payout.record.ScreeningDecisions;
import org.mizani.payout.record.ScreeningDecisions.Decision;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailAway;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.screening.Screening;
import org.mizani.screening.ScreeningState;
import org.mizani.screening.Verdict;
import org.mizani.work.Batcher;
import org.mizani.work.Lease;

/**
 * Screening of payouts before their submission (ADR 40). A decision is in the database, under the
 * payout's lease, before it counts.
 */
@Singleton
final class ScreenedSubmissions {

  /** Failure of a payout, as its partner reads it: without a word of screening. */
  static final PayoutOutcome.Failed REFUSED =
      new PayoutOutcome.Failed(FailureCode.REFUSED, "refused");

  /** Why a refused payout is held for an operator. */
  private static final Optional<String> MAY_BE_PAID =
      Optional.of("refused, but its network may have it");

  /**
   * Clears payouts, each under its lease, and notes that one which counts as never submitted is
   * about to be, unless that is noted in its turn: see {@link SubmissionIntents#BEGIN}.
   */
  static final String CLEAR =
      """
      WITH free AS (
        SELECT r.id
        FROM payout_due r
        JOIN unnest($1::uuid[], $2::integer[]) AS l (id, polls)
          ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
            AND r.polls = l.polls
        WHERE r.id = ANY ($1) AND r.screening = 'none'
          AND r.leased_until = r.next_poll_at AND r.leased_until > now()
        FOR NO KEY UPDATE OF r SKIP LOCKED
      )
      UPDATE payout_due r
      SET screening = 'cleared', screened_at = now(),
          skipped_polls = r.skipped_polls
                          - (r.skipped_polls = r.polls AND NOT r.at_most_once)::integer,
          submitted_at = CASE WHEN r.skipped_polls = r.polls AND NOT r.at_most_once THEN now()
                              ELSE r.submitted_at END
      WHERE r.id = ANY (ARRAY(SELECT id FROM free))
      RETURNING r.id, r.polls
      """;

  private final Database database;
  private final Screening screening;
  private final ScreeningDecisions decisions;
  private final SubmissionSwitch submission;
  private final PayoutSettlement settlement;
  private final PayoutWebhook webhooks;
  private final Duration putOff;
  private final Batcher<Lease, Boolean> clearing;

  /**
   * @throws ConfigurationException where a lease could end while the payout is screened
   */
  ScreenedSubmissions(
      Database database,
      Screening screening,
      ScreeningDecisions decisions,
      SubmissionSwitch submission,
      PayoutSettlement settlement,
      PayoutWebhook webhooks,
      PayoutConfig config) {
    if (screening.isOn()
        && config.settlement().lease().compareTo(screening.timeout().multipliedBy(2)) <= 0) {
      throw new ConfigurationException(
          "PAYMENTS_SCREENING_TIMEOUT must be shorter than half of PAYMENTS_PAYOUT_SETTLEMENT_LEASE.");
    }
    this.database = database;
    this.screening = screening;
    this.decisions = decisions;
    this.submission = submission;
    this.settlement = settlement;
    this.webhooks = webhooks;
    this.putOff = config.settlement().polls().waitAfter(1);
    this.clearing =
        new Batcher<>(
            config.settlement().apply(),
            leases -> SubmissionIntents.changed(database, CLEAR, leases));
  }

  /** End of the work on a payout that is not to be submitted: its lease has ended. */
  static final class Withheld extends RuntimeException {

    Withheld() {
      super("not to be submitted", null, false, false);
    }
  }

  /**
   * Clears a payout that is about to be submitted, if its screening allows it. While submissions
   * are held none is screened: its network may have it, and a restored database does not know.
   *
   * @throws Withheld (as failure) if it is held, or refused and failed for that
   * @throws RailAway (as failure) if it was not screened, or this pod does not have it any more
   */
  Uni<Void> clear(PendingPayout payout, PayoutInstruction instruction) {
    if (payout.screening() == ScreeningState.HELD) {
      return withhold(decisions.holdAgain(payout.lease()));
    }
    return payout.screening() == ScreeningState.CLEARED || !screening.isOn()
        ? Uni.createFrom().voidItem()
        : whileSubmitting(payout).chain(() -> screen(payout, instruction));
  }

  private Uni<Void> whileSubmitting(PendingPayout payout) {
    return submission
        .heldFor(false)
        .map(wait -> Uni.createFrom().<Void>failure(() -> RailAway.paused(payout.rail(), wait)))
        .orElseGet(() -> Uni.createFrom().voidItem());
  }

  private Uni<Void> screen(PendingPayout payout, PayoutInstruction instruction) {
    return CallerContext.backTo(screening.verdict(payout.business(), payout.sender(), instruction))
        .chain(
            verdict ->
                verdict
                    .map(given -> apply(payout, given))
                    .orElseGet(() -> putOff(payout, spread())));
  }

  /** A place is free after the service's time at the latest; not all come for it at once. */
  private Duration spread() {
    return putOff.plusMillis(
        ThreadLocalRandom.current().nextLong(screening.timeout().toMillis() + 1));
  }

  private Uni<Void> apply(PendingPayout payout, Verdict verdict) {
    return switch (verdict.decision()) {
      case ALLOW ->
          clearing
              .submit(payout.lease())
              .chain(ours -> ours ? Uni.createFrom().voidItem() : putOff(payout, putOff));
      case HOLD ->
          verdict.answered()
              ? hold(payout, Decision.HELD, verdict.reason(), Optional.empty())
              : hold(payout, Decision.UNANSWERED, Optional.empty(), verdict.reason());
      case REFUSE ->
          payout.isUnsubmitted()
              ? whileSubmitting(payout).chain(() -> refuse(payout, verdict.reason()))
              : hold(payout, Decision.REFUSED, verdict.reason(), MAY_BE_PAID);
    };
  }

  private Uni<Void> putOff(PendingPayout payout, Duration wait) {
    return Uni.createFrom().failure(() -> RailAway.busy(payout.rail(), wait));
  }

  private Uni<Void> hold(
      PendingPayout payout, Decision decision, Optional<String> words, Optional<String> why) {
    return withhold(decisions.hold(payout.lease(), decision, words, why));
  }

  /** Without effect once another pod has the payout, which may have submitted it. */
  private Uni<Void> refuse(PendingPayout payout, Optional<String> words) {
    Settlement failure =
        new Settlement(
            payout,
            Settle.of(REFUSED),
            webhooks.of(payout, PayoutStatus.FAILURE),
            Optional.of(new ByHand(payout.polls(), Optional.empty())));
    return withhold(
        decisions.noteRefusal(payout.lease(), words).chain(() -> settlement.apply(failure)));
  }

  private static Uni<Void> withhold(Uni<?> recorded) {
    return recorded.chain(() -> Uni.createFrom().failure(Withheld::new));
  }
}
