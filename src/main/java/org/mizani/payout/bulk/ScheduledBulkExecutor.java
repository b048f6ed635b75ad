package org.mizani.payout.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
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
import org.mizani.database.DatabaseOutage;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BulkFault;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.payout.bulk.BulkRepository.NewBulk;
import org.mizani.payout.schedule.DueBulk;
import org.mizani.payout.schedule.ScheduleConfig;
import org.mizani.payout.schedule.ScheduleRepository;
import org.mizani.payout.schedule.ScheduledItems;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * Job that executes the batches that are due, on every pod, one after the other. While payments are
 * not submitted they wait: a restored database may have forgotten an execution (ADR 22).
 */
@Singleton
class ScheduledBulkExecutor {

  private static final Logger LOG = Logger.getLogger(ScheduledBulkExecutor.class);

  private final ScheduleRepository schedules;
  private final Bulks bulks;
  private final Callers callers;
  private final SubmissionSwitch submission;
  private final ScheduleConfig config;
  private final JobHealth health = new JobHealth(LOG, "Executing scheduled batches");
  private volatile boolean draining;

  ScheduledBulkExecutor(
      ScheduleRepository schedules,
      Bulks bulks,
      Callers callers,
      SubmissionSwitch submission,
      ScheduleConfig config,
      BulkConfig bulkConfig) {
    config.validate(bulkConfig.judgedWithin());
    this.schedules = schedules;
    this.bulks = bulks;
    this.callers = callers;
    this.submission = submission;
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** Executes all due batches; never fails, because the next tick tries again. */
  @Scheduled(
      every = "${payments.bulk.schedule.every:1s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> executeDue() {
    return health.watch(executeAll());
  }

  /** A pod that is about to stop leaves due batches to the others. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    draining = true;
  }

  /** One after the other; those that have ended are not kept. */
  private Uni<Void> executeAll() {
    return Multi.createBy()
        .repeating()
        .uni(this::executeNext)
        .whilst(found -> found)
        .collect()
        .last()
        .replaceWithVoid();
  }

  /** Answers whether there was one that is due. */
  private Uni<Boolean> executeNext() {
    if (draining || !submission.isOn()) {
      return Uni.createFrom().item(false);
    }
    return schedules
        .claim(config.lease(), config.latestBy())
        .chain(
            found ->
                found
                    .map(due -> executeAlone(due).replaceWith(true))
                    .orElseGet(() -> Uni.createFrom().item(false)));
  }

  /** One that fails is given back, and holds up no other; an outage ends the tick too. */
  private Uni<Void> executeAlone(DueBulk due) {
    return Uni.createFrom()
        .deferred(() -> due.late() ? expire(due) : execute(due))
        .onFailure(ScheduledExecution.LeaseLost.class)
        .recoverWithNull()
        .onFailure()
        .call(failure -> giveBack(due, failure))
        .onFailure(failure -> !DatabaseOutage.isBehind(failure))
        .recoverWithNull();
  }

  /**
   * Until it is tried again it can be cancelled. One that was executed all the same stays so; if
   * this fails too the lease ends by itself.
   */
  private Uni<Void> giveBack(DueBulk due, Throwable failure) {
    LOG.warnf("%s given back: %s", due, RedactedFailure.words(failure));
    return schedules.giveBack(due.lease(), config.lease()).onFailure().recoverWithNull();
  }

  private Uni<Void> expire(DueBulk due) {
    return schedules
        .expire(due.lease())
        .invoke(
            ended -> {
              if (ended) {
                LOG.warnf("%s expired: it could not be executed in time", due);
              }
            })
        .replaceWithVoid();
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
    List<JsonNode> items =
        schedules.items(due).items().stream().map(ScheduledItems.Item::order).toList();
    return bulks.execute(bulk(due), caller, items).replaceWithVoid();
  }

  private NewBulk bulk(DueBulk due) {
    return new NewBulk(
        due.id(),
        due.businessId(),
        due.apiKeyId(),
        due.atomic(),
        Optional.empty(),
        new ScheduledExecution(schedules, due));
  }
}
