package org.mizani.rail.guard;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static java.util.stream.Stream.concat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.mizani.database.NewestRead;
import org.mizani.log.JobHealth;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRouter;

/**
 * Pauses of rails: payouts wait, and none fails for it, until an operator clears the reason (ADR
 * 21); collections wait where the network is not to be called at all. All pods know of a pause
 * within seconds.
 */
@Singleton
public final class RailPauses {

  private static final Logger LOG = Logger.getLogger(RailPauses.class);

  private final PauseStore store;
  private final RailPaces paces;
  private final Set<String> rails;
  private final Set<String> connected;
  private final PacingConfig config;
  private final JobHealth health = new JobHealth(LOG, "The watch of paused rails");

  /** Reasons by rail. No connected rail is called about payments before they were read once. */
  private final NewestRead<Map<String, Set<PauseReason>>> known = new NewestRead<>(this::note);

  RailPauses(
      PauseStore store,
      RailPaces paces,
      PayoutRouter router,
      ConnectedRails connected,
      PacingConfig config) {
    this.store = store;
    this.paces = paces;
    this.connected = connected.all().stream().map(ConnectedRail::name).collect(toUnmodifiableSet());
    this.rails =
        concat(router.names().stream(), this.connected.stream()).collect(toUnmodifiableSet());
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
    rails.forEach(
        rail ->
            Gauge.builder("payments.rail.paused", () -> reasons(rail).isEmpty() ? 0 : 1)
                .description("1 while payments wait until an operator clears the reason")
                .tag("rail", rail)
                .register(registry));
  }

  /**
   * The time after which a payout of a rail asks again whether it may go; empty if it may now.
   *
   * @param question whether the rail would be asked about it, and not given it
   */
  Optional<Duration> pause(String rail, boolean question) {
    if (known.value().isEmpty()) {
      return untilKnown(rail);
    }
    return reasons(rail).stream().anyMatch(reason -> !question || reason.stopsQuestions())
        ? Optional.of(config.putOff())
        : Optional.empty();
  }

  /**
   * The time after which a collection of a rail asks again whether it may go; empty if it may now.
   * It brings money in, so it waits only where the network is not to be called at all.
   */
  Optional<Duration> pauseOfCollections(String rail) {
    if (known.value().isEmpty()) {
      return untilKnown(rail);
    }
    return forbidsCalls(rail) ? Optional.of(config.putOff()) : Optional.empty();
  }

  private Optional<Duration> untilKnown(String rail) {
    return connected.contains(rail) ? Optional.of(config.lookEvery()) : Optional.empty();
  }

  /** Whether the network of a rail is not to be called at all, whatever for. */
  public boolean forbidsCalls(String rail) {
    return reasons(rail).stream().anyMatch(PauseReason::stopsAllCalls);
  }

  /** Whether the network of a rail is not to be asked about payouts, nor for balances. */
  public boolean forbidsQuestions(String rail) {
    return reasons(rail).stream().anyMatch(PauseReason::stopsQuestions);
  }

  private Set<PauseReason> reasons(String rail) {
    return known.value().map(read -> read.get(rail)).orElse(Set.of());
  }

  /**
   * Pauses a connected rail if a payout has failed for a reason for which the next one would fail
   * too.
   *
   * @param sinceSubmission of that payout: a pause that was cleared later is over
   */
  public Uni<Void> heed(String rail, PayoutOutcome outcome, Duration sinceSubmission) {
    return connected.contains(rail) && outcome instanceof PayoutOutcome.Failed failed
        ? PauseReason.ofFailure(failed.code())
            .map(reason -> pause(rail, reason, failed.reason(), sinceSubmission))
            .orElseGet(() -> Uni.createFrom().voidItem())
        : Uni.createFrom().voidItem();
  }

  /** Pauses a rail of which the network refuses a payment, and would refuse the next one too. */
  Uni<Void> begin(String rail, PauseReason reason) {
    return pause(rail, reason, "nothing was taken: " + reason.code(), Duration.ZERO);
  }

  /** Pauses a rail, unless it pauses for this reason already. */
  Uni<Void> pause(String rail, PauseReason reason, String words, Duration since) {
    if (reasons(rail).contains(reason)) {
      return Uni.createFrom().voidItem();
    }
    return store
        .pause(rail, reason, words, since)
        .invoke(
            begun -> {
              if (begun) {
                LOG.errorf(
                    "%s of rail %s wait until an operator clears it: %s",
                    reason.stopsAllCalls() ? "payments" : "payouts", rail, reason.code());
              }
            })
        .chain(this::look);
  }

  /** Pauses a rail at an operator's wish; its audit entry is the caller's. */
  public Uni<Void> pauseByHand(String rail, String words) {
    return store.pause(rail, PauseReason.OPERATOR, words, Duration.ZERO).replaceWithVoid();
  }

  /** Clears all reasons, and tells which there were; the audit entry is the caller's. */
  public Uni<List<String>> clear(String rail) {
    return store.clear(rail);
  }

  /** Pauses that nobody has cleared. */
  public Uni<List<RailPause>> open() {
    return store.open();
  }

  @Scheduled(
      every = "${payments.rail.pacing.look-every:2s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> lookEveryFewSeconds() {
    return health.watch(
        rails.isEmpty() && connected.isEmpty() ? Uni.createFrom().voidItem() : look());
  }

  /** Reads the pauses again, at once after a change on this pod. */
  public Uni<Void> look() {
    return known.refresh(store.open().map(RailPauses::byRail)).replaceWithVoid();
  }

  private static Map<String, Set<PauseReason>> byRail(List<RailPause> open) {
    return open.stream()
        .collect(groupingBy(RailPause::rail, mapping(RailPause::reason, toUnmodifiableSet())));
  }

  private void note(
      Optional<Map<String, Set<PauseReason>>> before, Map<String, Set<PauseReason>> now) {
    before.stream()
        .flatMap(read -> read.keySet().stream())
        .filter(rail -> !now.containsKey(rail))
        .forEach(this::goOn);
  }

  private void goOn(String rail) {
    LOG.infof("payments of rail %s go on: an operator has cleared it", rail);
    paces.of(rail).ifPresent(RailPace::startSlowly);
  }
}
