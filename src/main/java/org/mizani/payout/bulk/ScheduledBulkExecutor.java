package org.mizani.payout.bulk;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.mizani.access.Caller;
import org.mizani.access.Callers;
import org.mizani.business.KeyScope;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.DatabaseOutage;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.DueBulks;
import org.mizani.payout.schedule.DueTurns;
import org.mizani.payout.schedule.ScheduleConfig;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * Job that executes the batches that are due, on every pod, some at once. While payments are not
 * submitted they wait: a restored database may have forgotten an execution (ADR 22).
 */
@Singleton
class ScheduledBulkExecutor {

  private static final Logger LOG = Logger.getLogger(ScheduledBulkExecutor.class);

  private final DueBulks schedules;
  private final DueTurns turns;
  private final Bulks bulks;
  private final Callers callers;
  private final SubmissionSwitch submission;
  private final ScheduleConfig config;
  private final JobHealth health = new JobHealth(LOG, "Executing scheduled batches");
  private volatile boolean draining;

  ScheduledBulkExecutor(
      DueBulks schedules,
      DueTurns turns,
      Bulks bulks,
      Callers callers,
      SubmissionSwitch submission,
      ScheduleConfig config,
      BulkConfig bulkConfig,
      DatabaseConfig database) {
    config.validate(bulkConfig.judgedWithin(), database.timeout());
    this.schedules = schedules;
    this.turns = turns;
    this.bulks = bulks;
    this.callers = callers;
    this.submission = submission;
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /**
   * Executes all due batches, beside the runs that began before and have not ended; never fails,
   * because the next tick tries again.
   */
  @Scheduled(every = "${payments.bulk.schedule.every:1s}")
  Uni<Void> executeDue() {
    return turns.run(
        this::executeAlone, () -> !draining && submission.isOn(), run -> health.watch(run));
  }

  /** A pod that is about to stop leaves due batches to the others. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    draining = true;
  }

  /** One that fails is given back, and holds up no other; an outage ends the tick too. */
  private Uni<Void> executeAlone(DueBulk due) {
    return Uni.createFrom()
        .deferred(() -> end(due))
        .onFailure(ScheduledExecution.LeaseLost.class)
        .recoverWithUni(() -> tellLost(due))
        .onFailure()
        .call(failure -> giveBack(due, failure))
        .onFailure(failure -> !DatabaseOutage.isBehind(failure))
        .recoverWithNull();
  }

  private Uni<Void> end(DueBulk due) {
    if (due.late()) {
      return expire(due);
    }
    return due.isSpent() ? refuseSpent(due) : execute(due);
  }

  /** Nothing was recorded under it; whoever has the next lease goes on. */
  private static Uni<Void> tellLost(DueBulk due) {
    LOG.warnf("%s not executed here: its lease has ended, or is another pod's", due);
    return Uni.createFrom().voidItem();
  }

  /**
   * Until it is tried again it can be cancelled: after a lease, then two, then three, so that ten
   * tries outlast an outage of two hours. One that was executed all the same stays so; if this
   * fails too the lease ends by itself.
   */
  private Uni<Void> giveBack(DueBulk due, Throwable failure) {
    LOG.warnf(
        "%s given back after try %d of %d: %s",
        due, due.lease().polls(), DueBulk.MOST_TRIES, RedactedFailure.words(failure));
    return schedules
        .giveBack(due.lease(), config.lease().multipliedBy(due.lease().polls()))
        .onFailure()
        .recoverWithNull();
  }

  private Uni<Void> expire(DueBulk due) {
    return schedules
        .expire(due.lease())
        .invoke(ScheduledExecution::requireLease)
        .invoke(() -> LOG.errorf("%s expired: it could not be executed in time", due))
        .replaceWithVoid();
  }

  /** However little its tries took: what ended each of them would end the next one too. */
  private Uni<Void> refuseSpent(DueBulk due) {
    return refuse(due, BulkFault.NOT_EXECUTED)
        .invoke(
            () ->
                LOG.errorf(
                    "%s refused: it could not be executed in %d tries", due, DueBulk.MOST_TRIES));
  }

  /** By the rights that its key has now, as if the request had come now. */
  private Uni<Void> execute(DueBulk due) {
    return callers
        .find(due.apiKeyId())
        .chain(
            found ->
                refusal(found)
                    .map(refusal -> refuse(due, refusal))
                    .orElseGet(() -> execute(due, found.get())));
  }

  private static Optional<ApiFault> refusal(Optional<Caller> found) {
    if (found.isEmpty()) {
      return Optional.of(BulkFault.KEY_ENDED);
    }
    if (found.get().suspended()) {
      return Optional.of(ApiFault.BUSINESS_SUSPENDED);
    }
    return found.get().permissions().scopes().contains(KeyScope.PAY)
        ? Optional.empty()
        : Optional.of(ApiFault.scopeMissing(KeyScope.PAY.code()));
  }

  /** All items that wait are refused so, as it may be read and is told by an event. */
  private Uni<Void> refuse(DueBulk due, ApiFault refusal) {
    List<String> references = due.references();
    return bulks
        .recordRefused(
            bulk(due),
            IntStream.range(0, references.size())
                .mapToObj(index -> new JudgedItem(index, references.get(index), null, refusal))
                .toList())
        .replaceWithVoid();
  }

  private Uni<Void> execute(DueBulk due, Caller caller) {
    return bulks.execute(bulk(due), caller, schedules.items(due).items()).replaceWithVoid();
  }

  private NewBulk bulk(DueBulk due) {
    return new NewBulk(
        due.id(),
        due.businessId(),
        due.apiKeyId(),
        due.atomic(),
        Optional.empty(),
        new ScheduledExecution(
            schedules,
            due,
            () -> callers.find(due.apiKeyId()).map(ScheduledBulkExecutor::refusal)));
  }
}
