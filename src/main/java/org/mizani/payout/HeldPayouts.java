package org.mizani.payout;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.database.SqlState;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.log.JobHealth;
import org.mizani.payout.PaidPayouts.PaidPayout;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.payout.PendingPayout.Origin;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.payout.record.ReleasedPayouts;
import org.mizani.payout.record.ReleasedPayouts.Release;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * Payouts that their screening holds for review (ADR 40). An operator releases one, so that it is
 * submitted, or refuses it, so that its money goes back: once, whichever comes first.
 */
@Singleton
public final class HeldPayouts {

  /** Operator's decision about a held payout. */
  public enum Review {
    RELEASE,
    REFUSE
  }

  private static final String READ_STATUS =
      """
      SELECT p.status, coalesce(d.screening = 'held', false) AS held,
             greatest(ceil(extract(epoch FROM d.leased_until - now())), 1)::bigint AS seconds
      FROM payout p LEFT JOIN payout_due d ON d.id = p.id
      WHERE p.id = $1
      """;

  private static final String COUNT =
      "SELECT count(*) AS held FROM payout_due WHERE screening = 'held'";

  private static final Logger LOG = Logger.getLogger(HeldPayouts.class);

  private final Database database;
  private final PayoutLeases payoutLeases;
  private final PayoutManualSettlement settlement;
  private final PaidPayouts payouts;
  private final PayoutWebhook webhooks;
  private final ReleasedPayouts released;
  private final SubmissionSwitch submission;
  private final Duration claim;
  private final JobHealth health = new JobHealth(LOG, "Counting held payouts");
  private final NewestRead<Long> held = new NewestRead<>();

  HeldPayouts(
      Database database,
      PayoutLeases payoutLeases,
      PayoutManualSettlement settlement,
      PaidPayouts payouts,
      PayoutWebhook webhooks,
      ReleasedPayouts released,
      SubmissionSwitch submission,
      PayoutConfig config,
      MeterRegistry registry) {
    this.database = database;
    this.payoutLeases = payoutLeases;
    this.settlement = settlement;
    this.payouts = payouts;
    this.webhooks = webhooks;
    this.released = released;
    this.submission = submission;
    this.claim = config.settlement().lease();
    Gauge.builder("payments.payout.held", () -> held.value().orElse(0L))
        .description("Payouts that wait for a review by an operator, over all pods")
        .register(registry);
    health.measure(registry);
  }

  /** Counts them. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.payout.settlement.flag-every:30s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> count() {
    return health.watch(
        held.refresh(database.one(COUNT, Tuple.tuple(), row -> row.getLong("held"))));
  }

  /**
   * Decides about a held payout.
   *
   * @param note runs in the transaction of the decision, after it; if it fails, the payout stays as
   *     it is
   * @throws ApiException (as failure) as {@link #ready}
   */
  public Uni<Void> decide(UUID serviceReference, Review review, Supplier<Uni<Void>> note) {
    return ready(serviceReference, review)
        .chain(decision -> database.inTransaction(() -> decision.get().chain(() -> note.get())));
  }

  /**
   * Makes a decision ready. A refusal claims the payout, and commits that, as {@link
   * PayoutManualSettlement#claim} does.
   *
   * @return the decision, for a transaction of the caller; it fails likewise
   * @throws ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is final},
   *     {@code payout is not held}; 409 {@code payout is being settled} by another operator
   */
  public Uni<Supplier<Uni<Void>>> ready(UUID serviceReference, Review review) {
    return review == Review.RELEASE
        ? requireHeld(serviceReference).chain(() -> release(serviceReference))
        : payoutLeases
            .claimHeldByHand(serviceReference, claim)
            .chain(
                claimed ->
                    claimed
                        .map(payout -> item(() -> refuse(payout)))
                        .orElseGet(() -> fail(serviceReference)));
  }

  /**
   * Requires that a payout is held, so that it can be decided about now or soon.
   *
   * @throws ApiException (as failure) 404 {@code payout not found}; 409 {@code payout is final} or
   *     {@code payout is not held}
   */
  public Uni<Void> requireHeld(UUID serviceReference) {
    return state(serviceReference)
        .chain(
            state ->
                state.fault().isPresent()
                    ? state.fault().get().asFailure()
                    : Uni.createFrom().voidItem());
  }

  /**
   * State of a payout.
   *
   * @param fault why it cannot be decided about; empty if it is held
   * @param claimed the time that an operator's claim may last yet
   */
  private record State(Optional<ApiFault> fault, Duration claimed) {

    private static State of(Row row) {
      boolean isFinal = PayoutStatus.ofCode(row.getString("status")).isFinal();
      return new State(
          isFinal
              ? Optional.of(OperatorFault.PAYOUT_FINAL)
              : Optional.of(OperatorFault.PAYOUT_NOT_HELD).filter(no -> !row.getBoolean("held")),
          Duration.ofSeconds(row.getLong("seconds")));
    }
  }

  private Uni<State> state(UUID serviceReference) {
    return database
        .find(READ_STATUS, Tuple.of(serviceReference), State::of)
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException));
  }

  private <T> Uni<T> fail(UUID serviceReference) {
    return state(serviceReference)
        .chain(
            state ->
                state
                    .fault()
                    .orElseGet(() -> OperatorFault.PAYOUT_BEING_SETTLED.retryIn(state.claimed()))
                    .asFailure());
  }

  /**
   * The payout of a sweep or a refund is released without an event: no business has asked for it.
   */
  private Uni<Supplier<Uni<Void>>> release(UUID serviceReference) {
    return payouts
        .find(serviceReference)
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            payout ->
                payout
                    .origin()
                    .map(origin -> toldRelease(payout, origin))
                    .orElseGet(
                        () ->
                            item(
                                () ->
                                    applied(
                                        serviceReference,
                                        released.releaseUntold(serviceReference)))));
  }

  private Uni<Supplier<Uni<Void>>> toldRelease(PaidPayout payout, Origin origin) {
    UUID id = payout.payment().serviceReference();
    return webhooks
        .ofReleaseToEndpoints(origin, payout.payment())
        .map(toEndpoints -> new Release(id, payout.walletId(), toEndpoints))
        .chain(release -> item(() -> applied(id, released.release(release))));
  }

  private Uni<Void> applied(UUID serviceReference, Uni<Boolean> release) {
    return release
        .onFailure(SqlState::isLockNotAvailable) // of the wallet
        .transform(locked -> OperatorFault.PAYOUT_BEING_SETTLED.retryIn(claim).asException())
        .chain(done -> done ? Uni.createFrom().voidItem() : fail(serviceReference));
  }

  /**
   * A payout that was never submitted is not asked about, unless submissions are held: after a
   * restore the database may have forgotten a release.
   */
  private Uni<Void> refuse(PendingPayout payout) {
    boolean maybeSubmitted =
        payout.sinceSubmission().isPresent() || submission.heldFor(false).isPresent();
    return settlement.apply(
        payout,
        Settle.of(ScreenedSubmissions.REFUSED),
        maybeSubmitted ? settlement.watchAfter(payout) : Optional.empty());
  }

  private static Uni<Supplier<Uni<Void>>> item(Supplier<Uni<Void>> decision) {
    return Uni.createFrom().item(() -> decision);
  }
}
