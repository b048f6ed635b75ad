package org.mizani.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.webhook.SignedHeaders.SigningKeys;
import org.mizani.webhook.WebhookDelivery.Signatory;

/**
 * Dispatcher of the outbox (ADR 7). A pod owns a delivery while it holds its lease, {@code
 * next_attempt_at} in the near future; a dead pod's lease ends by itself.
 *
 * <ol>
 *   <li>The statement that makes a status final writes the delivery, with {@code next_attempt_at} =
 *       {@code now()} + {@link #lease()} if it is handed off after the commit, else {@code now()}.
 *   <li>A handed-off delivery is sent at once by this pod.
 *   <li>A delivery that finds no room is given back, due at once for any pod.
 *   <li>A delivery that was not handed off, was given back or failed is claimed when it is due.
 * </ol>
 */
@Startup
@ApplicationScoped
public class WebhookDispatcher {

  private static final Logger LOG = Logger.getLogger(WebhookDispatcher.class);

  private final Outbox outbox;
  private final ReceiverQueues queues;
  private final SigningKeyring keyring;
  private final WebhookSender sender;
  private final AttemptRecorder recorder;
  private final InstantSource clock;
  private final WebhookConfig config;
  private final JobHealth health = new JobHealth(LOG, "Claiming webhooks");
  private final AtomicBoolean claiming = new AtomicBoolean();
  private final AtomicInteger wanted = new AtomicInteger();
  private volatile boolean claimAgain;
  private volatile boolean draining;
  private volatile boolean stopping;
  private volatile Set<String> moreDue = Set.of();

  WebhookDispatcher(
      Outbox outbox,
      ReceiverQueues queues,
      SigningKeyring keyring,
      WebhookSender sender,
      AttemptRecorder recorder,
      InstantSource clock,
      WebhookConfig config) {
    this.outbox = outbox;
    this.queues = queues;
    this.keyring = keyring;
    this.sender = sender;
    this.recorder = recorder;
    this.clock = clock;
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /** How far in the future {@code next_attempt_at} is to be of a delivery that is handed off. */
  public Duration lease() {
    return config.lease();
  }

  /**
   * Sends deliveries that were just committed with a lease of this pod. Returns at once and never
   * fails; a delivery that finds no room is given back, and claimed as soon as there is some.
   */
  public void handOff(Collection<WebhookDelivery> committed) {
    if (stopping) {
      giveBackAll(committed);
      return;
    }
    Instant startBefore = clock.instant().plus(outbox.usableLease());
    giveBackAll(
        committed.stream().filter(delivery -> !queues.offer(delivery, startBefore)).toList());
    send();
  }

  /** Claims due deliveries now rather than at the next tick. Returns at once and never fails. */
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
    return health.watch(Uni.createFrom().deferred(this::claim)).invoke(this::claimed);
  }

  private void claimed() {
    claiming.set(false);
    if (claimAgain) {
      nudge();
    }
  }

  private Uni<Void> claim() {
    return outbox
        .nextDueReceivers()
        .map(queues::capacities)
        .flatMap(
            capacities -> capacities.isEmpty() ? Uni.createFrom().voidItem() : claim(capacities));
  }

  private Uni<Void> claim(Map<String, Integer> capacities) {
    Instant startBefore = clock.instant().plus(outbox.usableLease());
    return outbox
        .claim(capacities)
        .invoke(deliveries -> admit(deliveries, capacities, startBefore))
        .replaceWithVoid();
  }

  private void admit(
      List<WebhookDelivery> claimed, Map<String, Integer> capacities, Instant startBefore) {
    if (stopping) {
      giveBackAll(claimed);
      return;
    }
    moreDue = Outbox.exhausted(capacities, claimed);
    // One whose last result is not recorded yet keeps its lease: it must not be sent again.
    giveBackAll(
        claimed.stream()
            .filter(delivery -> !queues.admit(delivery, startBefore))
            .filter(delivery -> !queues.holds(delivery.id()))
            .toList());
    send();
  }

  /** Sends the next deliveries of the queues; called again when an attempt has ended. */
  private void send() {
    // A loop rather than a call from each end of an attempt: those may nest without a bound.
    if (wanted.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = wanted.get();
      begin(queues.take(clock.instant()));
    } while (wanted.addAndGet(-seen) > 0);
  }

  private void begin(List<WebhookDelivery> turn) {
    if (!turn.isEmpty()) {
      keyring
          .of(turn)
          .subscribe()
          .with(keys -> attemptAll(turn, keys), failure -> turn.forEach(queues::abandon));
    }
  }

  private void attemptAll(List<WebhookDelivery> turn, Map<Signatory, SigningKeys> keys) {
    for (WebhookDelivery delivery : turn) {
      SigningKeys own = keys.get(delivery.signatory());
      if (own == null) {
        queues.abandon(delivery);
      } else {
        attempt(delivery, own);
      }
    }
  }

  private void attempt(WebhookDelivery delivery, SigningKeys keys) {
    Instant begun = clock.instant();
    sender
        .send(delivery, begun, keys)
        .onSuccess(outcome -> ended(delivery, outcome, Duration.between(begun, clock.instant())))
        .onFailure(failure -> abandon(delivery, failure));
  }

  private void abandon(WebhookDelivery delivery, Throwable failure) {
    LOG.errorf(failure, "Webhook delivery %s cannot be attempted", delivery);
    queues.abandon(delivery);
  }

  private void ended(WebhookDelivery delivery, AttemptOutcome outcome, Duration took) {
    recorder.record(delivery, outcome, took);
    boolean empty = queues.release(delivery, outcome.delivered());
    send();
    if (empty && outcome.delivered() && moreDue.contains(delivery.host())) {
      nudge();
    }
  }

  /** Leaves due deliveries to the other pods; this one still sends those that it has. */
  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    draining = true;
  }

  /** Stops claiming, gives waiting deliveries back and waits a while for attempts under way. */
  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    draining = true;
    stopping = true;
    giveBack(queues.clearWaiting()).await().indefinitely();
    if (!queues.awaitEmpty(config.shutdownWait())) {
      LOG.warn("Stopped before all webhook attempts had ended; their leases end by themselves.");
    }
  }

  private void giveBackAll(Collection<WebhookDelivery> leased) {
    giveBack(leased.stream().map(WebhookDelivery::id).toList()).subscribe().with(done -> {});
  }

  private Uni<Void> giveBack(List<UUID> unsent) {
    return outbox
        .giveBack(unsent)
        .ifNoItem()
        .after(config.shutdownWait())
        .fail()
        .onFailure()
        .invoke(health::failed)
        .onFailure()
        .recoverWithNull();
  }
}
