package org.mizani.webhook.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.mizani.webhook.queue.ReceiverQueue.Waiting;

/**
 * Queues of the deliveries that this pod holds a lease of, one for each receiver. Businesses are
 * served in turn, and of each its receivers in turn. They are bounded each and in all, so that no
 * business and no receiver delays another:
 *
 * <ol>
 *   <li>A business has at most as many attempts under way as are free, so that one alone has half
 *       of them, and five leave a sixth; likewise of those that wait.
 *   <li>A receiver has a few attempts under way, and more while it answers fast ({@link Pace}).
 *   <li>A failing receiver has one delivery in all, and all of them have half of the attempts.
 *   <li>A delivery is held until its result is recorded, and never admitted twice.
 * </ol>
 */
public final class ReceiverQueues {

  /**
   * Deliveries whose turn it is.
   *
   * @param begun the deliveries to attempt now; each counts as under way until it is released
   * @param unsent deliveries that have waited too long, to be given back
   */
  public record Turn(List<WebhookDelivery> begun, List<UUID> unsent) {}

  /**
   * End of an attempt.
   *
   * @param hasRoom whether the receiver has room for more
   * @param unsent its deliveries that waited, to be given back because it fails
   */
  public record Ended(boolean hasRoom, List<UUID> unsent) {}

  private final QueueLimits limits;
  private final FailingReceivers failing;
  private final Map<Long, BusinessQueue> businesses = new HashMap<>();
  private final Set<BusinessQueue> turns = new LinkedHashSet<>();
  private final Set<UUID> held = new HashSet<>();
  private int waiting;
  private int inFlight;

  /** Empty queues of a pod with these bounds. */
  public ReceiverQueues(QueueLimits limits) {
    this.limits = limits;
    this.failing = new FailingReceivers(limits);
  }

  /**
   * How many deliveries a claim may take of each receiver, without the receivers with none.
   *
   * @param due how many are due of each, the most urgent receiver first
   */
  public synchronized Map<Receiver, Integer> capacities(Map<Receiver, Integer> due) {
    int free = limits.waiting() - waiting;
    int left = Math.min(limits.claim(), free);
    int leftForFailing = capacityForFailing();
    Map<Long, Integer> ofBusinesses = new HashMap<>();
    Map<Receiver, Integer> capacities = new LinkedHashMap<>();
    for (Receiver receiver : due.keySet()) {
      boolean fails = failing.contains(receiver);
      int own = ofBusinesses.computeIfAbsent(receiver.businessId(), id -> business(id).waiting());
      int room = (fails ? 1 : claimable(receiver)) - queue(receiver).size();
      int capacity = Math.min(Math.min(room, due.get(receiver)), Math.min(left, free - own));
      if (capacity < 1 || (fails && leftForFailing < 1)) {
        continue;
      }
      capacities.put(receiver, capacity);
      ofBusinesses.merge(receiver.businessId(), capacity, Integer::sum);
      free -= capacity;
      left -= capacity;
      leftForFailing -= fails ? capacity : 0;
    }
    return capacities;
  }

  /**
   * Admits a claimed delivery.
   *
   * @param startBefore the last instant to begin an attempt that ends within the lease
   * @return false if it is held already or its queue is full
   */
  public synchronized boolean admit(WebhookDelivery delivery, Instant startBefore) {
    Receiver receiver = delivery.receiver();
    ReceiverQueue queue = queue(receiver);
    boolean fits =
        failing.contains(receiver)
            ? queue.size() < 1 && capacityForFailing() > 0
            : queue.waiting() < limits.waitingPerReceiver();
    if (!fits || !held.add(delivery.id())) {
      return false;
    }
    BusinessQueue business = business(receiver.businessId());
    business.add(queue, new Waiting(delivery, startBefore));
    waiting++;
    settle(business);
    return true;
  }

  /** Admits a handed-off delivery, likewise; half of the waiting room is left to claims. */
  public synchronized boolean offer(WebhookDelivery delivery, Instant startBefore) {
    int free = limits.waiting() / 2 - waiting;
    return business(delivery.businessId()).waiting() < free && admit(delivery, startBefore);
  }

  /** Whether a delivery waits, is under way, or its result is not recorded yet. */
  public synchronized boolean holds(UUID id) {
    return held.contains(id);
  }

  /** Takes the deliveries to attempt now. */
  public synchronized Turn take(Instant now) {
    Turn turn = new Turn(new ArrayList<>(), new ArrayList<>());
    int passedOver = 0;
    while (inFlight < limits.inFlight() && passedOver < turns.size()) {
      BusinessQueue business = turns.iterator().next();
      turns.remove(business);
      if (business.inFlight() < limits.inFlight() - inFlight) {
        passedOver = 0;
        take(business, now, turn);
      } else {
        passedOver++;
      }
      settle(business);
    }
    notifyAll();
    return turn;
  }

  private void take(BusinessQueue business, Instant now, Turn turn) {
    Waiting next = business.takeNext(now);
    UUID id = next.delivery().id();
    waiting--;
    if (next.isInTime(now)) {
      inFlight++;
      turn.begun().add(next.delivery());
    } else {
      held.remove(id);
      turn.unsent().add(id);
    }
  }

  /** Ends an attempt. */
  public synchronized Ended release(WebhookDelivery delivery, boolean delivered, Duration took) {
    Receiver receiver = delivery.receiver();
    failing.note(receiver, delivered);
    queue(receiver).note(delivered, took);
    List<UUID> unsent = end(receiver);
    return new Ended(delivered && queue(receiver).size() <= claimable(receiver) / 2, unsent);
  }

  /**
   * Gives up a delivery that cannot be attempted: it is due again when its lease ends.
   *
   * @return deliveries to be given back, because the receiver fails
   */
  public synchronized List<UUID> abandon(WebhookDelivery delivery) {
    List<UUID> unsent = end(delivery.receiver());
    forget(delivery.id());
    return unsent;
  }

  private List<UUID> end(Receiver receiver) {
    BusinessQueue business = business(receiver.businessId());
    ReceiverQueue queue = queue(receiver);
    inFlight--;
    business.end(queue);
    List<UUID> unsent = new ArrayList<>();
    if (failing.contains(receiver)) {
      // All that fail, because with this one the business may.
      business.receivers().stream()
          .filter(one -> failing.contains(one.receiver()))
          .forEach(one -> unsent.addAll(clear(business, one)));
    }
    settle(business);
    return unsent;
  }

  /** Forgets a delivery after its result is recorded. */
  public synchronized void forget(UUID id) {
    held.remove(id);
    notifyAll();
  }

  /** Removes all waiting deliveries and returns their ids. */
  public synchronized List<UUID> clearWaiting() {
    List<UUID> ids = new ArrayList<>();
    for (BusinessQueue business : List.copyOf(businesses.values())) {
      business.receivers().forEach(queue -> ids.addAll(clear(business, queue)));
      settle(business);
    }
    return ids;
  }

  /** Waits until no delivery is held; false if that takes longer. */
  public synchronized boolean awaitEmpty(Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!held.isEmpty()) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  private List<UUID> clear(BusinessQueue business, ReceiverQueue queue) {
    List<UUID> ids = business.clear(queue).stream().map(one -> one.delivery().id()).toList();
    ids.forEach(held::remove);
    waiting -= ids.size();
    return ids;
  }

  private void settle(BusinessQueue business) {
    if (business.isReady()) {
      turns.add(business);
    } else {
      turns.remove(business);
    }
    if (business.isEmpty()) {
      businesses.remove(business.id());
    } else {
      businesses.put(business.id(), business);
    }
  }

  // One that is not there is made, and kept from its first delivery on.
  private BusinessQueue business(long id) {
    BusinessQueue known = businesses.get(id);
    return known == null ? new BusinessQueue(id, limits) : known;
  }

  private ReceiverQueue queue(Receiver receiver) {
    return business(receiver.businessId()).of(receiver);
  }

  private int claimable(Receiver receiver) {
    int pace = queue(receiver).atATime();
    return Math.min(limits.waitingPerReceiver(), Math.max(limits.claimPerReceiver(), 4 * pace));
  }

  private int capacityForFailing() {
    int taken =
        businesses.values().stream()
            .flatMap(business -> business.receivers().stream())
            .filter(queue -> failing.contains(queue.receiver()))
            .mapToInt(ReceiverQueue::size)
            .sum();
    return limits.inFlight() / 2 - taken;
  }
}
