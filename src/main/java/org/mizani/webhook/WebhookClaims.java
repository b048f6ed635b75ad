package org.mizani.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.webhook.order.PaymentOrder;
import org.mizani.webhook.queue.Lease;
import org.mizani.webhook.queue.Receiver;
import org.mizani.webhook.queue.ReceiverQueues;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Claims of due deliveries into this pod's queues: of all receivers in turn, and of a receiver with
 * more due ones as soon as it has room. A delivery without room is given back at once, so that none
 * waits for the lease of a living pod. One that waits for an earlier one of its payment takes no
 * room.
 */
@Singleton
final class WebhookClaims {

  private static final Logger LOG = Logger.getLogger(WebhookClaims.class);
  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1);

  private final Outbox outbox;
  private final DueReceivers dueReceivers;
  private final PaymentOrder order;
  private final ReceiverQueues queues;
  private final InstantSource clock;
  private final Duration giveBackTimeout;
  private final JobHealth health = new JobHealth(LOG, "Claiming webhooks");
  private final AtomicBoolean claiming = new AtomicBoolean();
  private final AtomicBoolean claimingMore = new AtomicBoolean();
  private final Set<Receiver> withMore = ConcurrentHashMap.newKeySet();
  private final Set<Receiver> wanted = ConcurrentHashMap.newKeySet();
  private volatile boolean claimAgain;
  private volatile boolean stopped;

  WebhookClaims(
      Outbox outbox,
      DueReceivers dueReceivers,
      PaymentOrder order,
      ReceiverQueues queues,
      InstantSource clock,
      WebhookConfig config) {
    this.outbox = outbox;
    this.dueReceivers = dueReceivers;
    this.order = order;
    this.queues = queues;
    this.clock = clock;
    this.giveBackTimeout = config.shutdownWait();
  }

  void measure(MeterRegistry registry) {
    health.measure(registry);
  }

  /**
   * Claims due deliveries of the receivers whose turn it is. Never fails; ends at once while
   * another claim is under way.
   *
   * @param send called when deliveries were admitted to the queues
   */
  Uni<Void> claimDue(Runnable send) {
    if (!claiming.compareAndSet(false, true)) {
      return Uni.createFrom().voidItem();
    }
    claimAgain = false;
    return health
        .watch(
            Uni.createFrom()
                .deferred(dueReceivers::next)
                .invoke(withMore::clear)
                .flatMap(due -> claim(due, send)))
        .invoke(() -> claimed(send));
  }

  /** Claims due deliveries now, or once more when the claim that is under way has ended. */
  void nudge(Runnable send) {
    claimAgain = true;
    claimDue(send).subscribe().with(done -> {});
  }

  private void claimed(Runnable send) {
    claiming.set(false);
    if (claimAgain && !stopped) {
      nudge(send);
    }
  }

  /** Claims more of these receivers, each as soon as it has room. */
  void claimMore(Collection<Receiver> receivers, Runnable send) {
    wanted.addAll(receivers);
    if (stopped || wanted.isEmpty() || !claimingMore.compareAndSet(false, true)) {
      return;
    }
    Set<Receiver> now = Set.copyOf(wanted);
    wanted.removeAll(now);
    Map<Receiver, Integer> due =
        now.stream().collect(Collectors.toMap(one -> one, one -> Integer.MAX_VALUE));
    Uni.createFrom()
        .deferred(() -> claim(due, send))
        .onFailure()
        .invoke(health::failed)
        .onFailure()
        .recoverWithNull()
        .subscribe()
        .with(
            done -> {
              claimingMore.set(false);
              claimMore(Set.of(), send);
            });
  }

  private Uni<Void> claim(Map<Receiver, Integer> due, Runnable send) {
    Map<Receiver, Integer> capacities = queues.capacities(due);
    Set<Receiver> full = new HashSet<>(due.keySet());
    full.removeAll(capacities.keySet());
    withMore.addAll(full);
    if (capacities.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    Lease lease = outbox.leaseFrom(clock.instant());
    return outbox
        .claim(capacities)
        .chain(
            claimed ->
                order
                    .waiting(claimed)
                    .invoke(waiting -> admit(claimed, waiting, capacities, lease, send)))
        .replaceWithVoid();
  }

  private void admit(
      List<WebhookDelivery> claimed,
      Set<UUID> waiting,
      Map<Receiver, Integer> capacities,
      Lease lease,
      Runnable send) {
    if (stopped) {
      giveBackAll(claimed);
      return;
    }
    withMore.addAll(Outbox.exhausted(capacities, claimed));
    // One whose last result is not recorded yet keeps its lease: it must not be sent again.
    giveBackAll(
        claimed.stream()
            .filter(delivery -> !waiting.contains(delivery.id()))
            .filter(delivery -> !queues.admit(delivery, lease))
            .filter(delivery -> !queues.holds(delivery))
            .toList());
    send.run();
    if (!waiting.isEmpty()) {
      claimMore(receiversOf(claimed, waiting), send); // in their places
    }
  }

  private static Set<Receiver> receiversOf(List<WebhookDelivery> claimed, Set<UUID> ids) {
    return claimed.stream()
        .filter(delivery -> ids.contains(delivery.id()))
        .map(WebhookDelivery::receiver)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Claims more of a receiver that has room, if more are due. */
  void hasRoom(Receiver receiver, Runnable send) {
    if (withMore.remove(receiver)) {
      claimMore(Set.of(receiver), send);
    }
  }

  /** Claims no more. */
  void stop() {
    stopped = true;
  }

  private void giveBackAll(Collection<WebhookDelivery> leased) {
    giveBack(leased.stream().map(WebhookDelivery::id).toList()).subscribe().with(done -> {});
  }

  /** Ends the leases of deliveries that were not sent, as soon as the database takes it. */
  void giveBack(List<UUID> unsent, Instant before) {
    long left = Duration.between(clock.instant(), before).toMillis();
    if (left > 0) {
      Uni.createFrom()
          .deferred(() -> outbox.giveBack(unsent))
          .onFailure()
          .retry()
          .withBackOff(FIRST_RETRY, LONGEST_RETRY)
          .expireIn(left)
          .subscribe()
          .with(done -> {}, health::failed);
    }
  }

  /** Ends the leases of deliveries that were not sent. Never fails. */
  Uni<Void> giveBack(List<UUID> unsent) {
    return outbox
        .giveBack(unsent)
        .ifNoItem()
        .after(giveBackTimeout)
        .fail()
        .onFailure()
        .invoke(health::failed)
        .onFailure()
        .recoverWithNull();
  }
}
