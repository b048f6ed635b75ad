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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.webhook.SignedHeaders.SigningKeys;
import org.mizani.webhook.queue.Lease;
import org.mizani.webhook.queue.Receiver;
import org.mizani.webhook.queue.ReceiverQueues;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.webhook.queue.WebhookDelivery.Signatory;

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
  private final WebhookClaims claims;
  private final ReceiverQueues queues;
  private final SigningKeyring keyring;
  private final WebhookSender sender;
  private final AttemptRecorder recorder;
  private final PendingWebhooks pending;
  private final InstantSource clock;
  private final WebhookConfig config;
  private final AtomicInteger wanted = new AtomicInteger();
  private volatile boolean draining;
  private volatile boolean stopping;

  WebhookDispatcher(
      Outbox outbox,
      WebhookClaims claims,
      ReceiverQueues queues,
      SigningKeyring keyring,
      WebhookSender sender,
      AttemptRecorder recorder,
      PendingWebhooks pending,
      InstantSource clock,
      WebhookConfig config) {
    this.outbox = outbox;
    this.claims = claims;
    this.queues = queues;
    this.keyring = keyring;
    this.sender = sender;
    this.recorder = recorder;
    this.pending = pending;
    this.clock = clock;
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    claims.measure(registry);
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
    Lease lease = outbox.leaseFrom(clock.instant());
    List<WebhookDelivery> unsent =
        committed.stream().filter(delivery -> stopping || !queues.offer(delivery, lease)).toList();
    send();
    if (!unsent.isEmpty()) {
      Set<Receiver> receivers =
          unsent.stream().map(WebhookDelivery::receiver).collect(Collectors.toSet());
      claims
          .giveBack(unsent.stream().map(WebhookDelivery::id).toList())
          .subscribe()
          .with(done -> claimMore(receivers));
    }
  }

  /** Claims the due deliveries of these receivers now. Returns at once and never fails. */
  public void claimMore(Set<Receiver> receivers) {
    if (!draining) {
      claims.claimMore(receivers, this::send);
    }
  }

  /** Claims due deliveries now rather than at the next tick. Returns at once and never fails. */
  public void nudge() {
    recorder.flush();
    if (!draining) {
      claims.nudge(this::send);
    }
  }

  @Scheduled(
      identity = "webhooks",
      every = "${payments.webhook.tick:1s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    recorder.flushAll();
    send(); // of a turn that was abandoned no attempt ends, which would begin the next
    return draining ? Uni.createFrom().voidItem() : claims.claimDue(this::send);
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
      ReceiverQueues.Turn turn = queues.take(clock.instant());
      giveBack(turn.unsent());
      begin(turn.begun());
    } while (wanted.addAndGet(-seen) > 0);
  }

  private void begin(List<WebhookDelivery> turn) {
    if (!turn.isEmpty()) {
      // Each began in time for a whole attempt, and is this pod's for as long at least.
      Instant before = clock.instant().plus(config.http().timeout());
      keyring
          .of(turn)
          .subscribe()
          .with(keys -> attemptAll(turn, keys), failure -> putOff(turn, before));
    }
  }

  /** Gives deliveries back whose keys could not be read: the next tick claims them. */
  private void putOff(List<WebhookDelivery> turn, Instant before) {
    turn.forEach(queues::abandon);
    claims.giveBack(turn.stream().map(WebhookDelivery::id).toList(), before);
  }

  private void attemptAll(List<WebhookDelivery> turn, Map<Signatory, SigningKeys> keys) {
    Map<Receiver, UUID> withheld = new HashMap<>();
    for (WebhookDelivery delivery : turn) {
      SigningKeys own = keys.get(delivery.signatory());
      if (own == null) {
        queues.abandon(delivery);
      } else if (own == SigningKeys.OF_DISABLED_ENDPOINT) {
        queues.abandon(delivery);
        withheld.put(delivery.receiver(), delivery.endpoint().orElseThrow().id());
      } else {
        attempt(delivery, own);
      }
    }
    withheld.forEach(
        (receiver, endpoint) ->
            pending.withhold(receiver, endpoint).subscribe().with(done -> send()));
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
    ReceiverQueues.Ended ended =
        queues.release(delivery, outcome.delivered(), took, clock.instant());
    giveBack(ended.unsent());
    send();
    if (ended.hasRoom() && !draining) {
      claims.hasRoom(delivery.receiver(), this::send);
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
    claims.stop();
    claims.giveBack(queues.clearWaiting(clock.instant())).await().indefinitely();
    if (!queues.awaitEmpty(config.shutdownWait())) {
      LOG.warn("Stopped before all webhook attempts had ended; their leases end by themselves.");
    }
  }

  private void giveBack(List<UUID> unsent) {
    claims.giveBack(unsent).subscribe().with(done -> {});
  }
}
