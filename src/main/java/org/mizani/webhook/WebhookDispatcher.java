package org.mizani.webhook;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.log.OutageNotice;

/**
 * Gets webhooks out of the outbox (design, "A payout's way"). A pod owns a delivery while it has
 * its lease, {@code next_attempt_at} in the near future; a dead pod's lease ends by itself.
 *
 * <ol>
 *   <li>Whoever makes a status final writes the delivery in the same transaction, with {@code
 *       next_attempt_at} = {@code now()} + {@link #lease()} if it is going to hand it off, else
 *       {@code now()}.
 *   <li>After the commit it hands the delivery off to this pod: sent at once.
 *   <li>What was not handed off, found no room or failed is claimed when it is due.
 * </ol>
 */
@Startup
@ApplicationScoped
public class WebhookDispatcher {

  private static final Logger LOG = Logger.getLogger(WebhookDispatcher.class);

  private final Outbox outbox;
  private final ReceiverQueues lanes;
  private final DeliveryWorker deliveries;
  private final AttemptRecorder recorder;
  private final InstantSource clock;
  private final WebhookConfig config;
  private final Duration usable;
  private final OutageNotice outage = new OutageNotice(LOG, "The webhook outbox");
  private final AtomicBoolean claiming = new AtomicBoolean();
  private volatile boolean claimAgain;
  private volatile boolean draining;
  private volatile boolean stopping;
  private volatile String resumeAt = "";
  private volatile Set<String> moreDue = Set.of();

  WebhookDispatcher(
      Outbox outbox,
      ReceiverQueues lanes,
      DeliveryWorker deliveries,
      AttemptRecorder recorder,
      InstantSource clock,
      WebhookConfig config) {
    this.outbox = outbox;
    this.lanes = lanes;
    this.deliveries = deliveries;
    this.recorder = recorder;
    this.clock = clock;
    this.config = config;
    this.usable = usable(config);
  }

  /** How much of a lease a delivery may wait: room for its attempt remains, and as much again. */
  private static Duration usable(WebhookConfig config) {
    Duration usable = config.lease().minus(config.http().timeout().multipliedBy(2));
    if (usable.isNegative() || usable.isZero()) {
      throw new IllegalArgumentException(
          "payments.webhook.lease must be longer than twice payments.webhook.http.timeout.");
    }
    return usable;
  }

  /** How far in the future {@code next_attempt_at} is to be of a delivery that is handed off. */
  public Duration lease() {
    return config.lease();
  }

  /**
   * Sends deliveries whose transaction has just committed and whose lease is this pod's. Returns at
   * once and never fails; what finds no room is claimed when its lease has ended.
   */
  public void handOff(Collection<WebhookDelivery> committed) {
    if (stopping) {
      returnAtOnce(committed);
      return;
    }
    Instant startBefore = clock.instant().plus(usable);
    committed.forEach(delivery -> lanes.offer(new Leased(delivery, startBefore)));
    deliveries.send(this::drained);
  }

  /** Claims what is due now, rather than with the next tick. Returns at once and never fails. */
  public void nudge() {
    claimAgain = true;
    tick().subscribe().with(done -> {});
  }

  @Scheduled(
      identity = "webhooks",
      every = "${payments.webhook.tick:1s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    recorder.flush();
    if (draining || !claiming.compareAndSet(false, true)) {
      return Uni.createFrom().voidItem();
    }
    claimAgain = false;
    return Uni.createFrom()
        .deferred(this::claim)
        .invoke(outage::over)
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull()
        .invoke(this::claimed);
  }

  private void claimed() {
    claiming.set(false);
    if (claimAgain) {
      nudge();
    }
  }

  private Uni<Void> claim() {
    return outbox
        .dueReceivers(resumeAt)
        .invoke(due -> resumeAt = due.resumeAt())
        .map(due -> lanes.rooms(due.hosts()))
        .flatMap(this::claim);
  }

  private Uni<Void> claim(Map<String, Integer> rooms) {
    if (rooms.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    Instant startBefore = clock.instant().plus(usable);
    return outbox.claim(rooms).invoke(found -> takeIn(found, rooms, startBefore)).replaceWithVoid();
  }

  private void takeIn(
      List<WebhookDelivery> found, Map<String, Integer> rooms, Instant startBefore) {
    if (stopping) {
      returnAtOnce(found);
      return;
    }
    Map<String, Integer> counts = new HashMap<>();
    found.forEach(delivery -> counts.merge(delivery.host(), 1, Integer::sum));
    moreDue =
        counts.keySet().stream()
            .filter(host -> counts.get(host).equals(rooms.get(host)))
            .collect(Collectors.toUnmodifiableSet());
    found.forEach(delivery -> lanes.admit(new Leased(delivery, startBefore)));
    deliveries.send(this::drained);
  }

  /** Whoever is there next sends them: not this pod, and not only when its leases have ended. */
  private void returnAtOnce(Collection<WebhookDelivery> leased) {
    List<UUID> ids = leased.stream().map(WebhookDelivery::id).toList();
    outbox.giveBack(ids).subscribe().with(done -> {}, outage::met);
  }

  private void drained(String host) {
    if (moreDue.contains(host)) {
      nudge();
    }
  }

  /** Leaves what is due to the other pods; what this one has, or is handed off, it still sends. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    draining = true;
  }

  /** Stops claiming, gives back what has not begun and waits a while for what has. */
  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    draining = true;
    stopping = true;
    giveBack(lanes.clearWaiting());
    if (!lanes.awaitEmpty(config.shutdownWait())) {
      LOG.warn("Stopped before all webhook attempts had ended; their leases end by themselves.");
    }
  }

  private void giveBack(List<UUID> unsent) {
    if (unsent.isEmpty()) {
      return;
    }
    outbox
        .giveBack(unsent)
        .ifNoItem()
        .after(config.shutdownWait())
        .fail()
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull()
        .await()
        .indefinitely();
  }
}
