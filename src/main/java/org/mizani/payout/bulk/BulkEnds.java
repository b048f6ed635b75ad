package org.mizani.payout.bulk;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.payout.bulk.BulkEndRepository.Ended;
import org.mizani.payout.bulk.BulkEndRepository.Ending;
import org.mizani.payout.bulk.BulkProgress.Counts;
import org.mizani.payout.bulk.BulkRepository.Recorded;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.webhook.endpoint.EndpointWebhook;
import org.mizani.webhook.endpoint.EndpointWebhooks;
import org.mizani.webhook.endpoint.EventKind;

/**
 * Job that tells the ends of batches, on every pod (ADR 36). A batch has ended when none of its
 * payouts is pending. That is looked for beside the settlement, which has no part in it.
 */
@Singleton
class BulkEnds {

  /** Batches that one look takes. */
  private static final int MOST = 100;

  private static final String EVENT = "business.bulk.ended";
  private static final Logger LOG = Logger.getLogger(BulkEnds.class);

  private final BulkEndRepository ends;
  private final BulkRepository bulks;
  private final EndpointWebhooks endpoints;
  private final WebhookDispatcher dispatcher;
  private final JobHealth health = new JobHealth(LOG, "Telling ends of batches");

  BulkEnds(
      BulkEndRepository ends,
      BulkRepository bulks,
      EndpointWebhooks endpoints,
      WebhookDispatcher dispatcher) {
    this.ends = ends;
    this.bulks = bulks;
    this.endpoints = endpoints;
    this.dispatcher = dispatcher;
  }

  /** Body of the webhook. */
  @RegisterForReflection
  record Body(
      String event,
      String businessId,
      String bulkId,
      String status,
      long created,
      long refused,
      long paid,
      long failed) {}

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** Tells the ends of batches that are due. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.bulk.ends-every:1s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tellEnded() {
    return health.watch(
        ends.look(MOST)
            .chain(
                ended ->
                    Multi.createFrom()
                        .iterable(ended)
                        .onItem()
                        .transformToUniAndConcatenate(this::tell)
                        .toUni()));
  }

  /** What it counts is final, so it is counted and written down before the transaction. */
  private Uni<Void> tell(Ended bulk) {
    return bulks
        .count(new Recorded(bulk.id(), bulk.createdAt(), false))
        .map(counts -> counts.withRefused(bulk.refused()))
        .chain(
            counts ->
                endpoints
                    .of(bulk.businessId(), EventKind.BULK, () -> body(bulk, counts))
                    .chain(webhooks -> record(new Ending(bulk, counts, webhooks))));
  }

  private Uni<Void> record(Ending ending) {
    return ends.record(ending)
        .invoke(() -> dispatcher.claimMore(EndpointWebhook.receivers(Stream.of(ending.webhooks()))))
        .replaceWithVoid();
  }

  private static Body body(Ended bulk, Counts counts) {
    return new Body(
        EVENT,
        bulk.business().toString(),
        bulk.id().toString(),
        bulk.status(),
        counts.created(),
        counts.refused(),
        counts.paid(),
        counts.failed());
  }
}
