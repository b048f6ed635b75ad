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
import org.mizani.webhook.address.FairShare;
import org.mizani.webhook.queue.ReceiverQueue.Waiting;

/**
 * Queues of the deliveries that this pod holds a lease of, one for each receiver. Businesses are
 * served in turn, and of each its receivers in turn. They are bounded each and in all, so that no
 * business and no receiver delays another:
 *
 * <ol>
 *   <li>A business has a fair share of the attempts under way, and of those that wait ({@link
 *       FairShare}).
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

  private static final int BUSINESSES_OF_THE_RESERVE = 64;

  private final QueueLimits limits;
  private final FailingReceivers failing;
  private final FairShare places;
  private final FairShare placesOfFailing;
  private final FairShare room;
  private final Map<Long, BusinessQueue> businesses = new HashMap<>();
  private final Set<BusinessQueue> turns = new LinkedHashSet<>();
  private final Set<UUID> held = new HashSet<>();
  private int waiting;
  private int offered;
  private int inFlight;

  /** Empty queues of a pod with these bounds. */
  public ReceiverQueues(QueueLimits limits) {
    this.limits = limits;
    this.failing = new FailingReceivers(limits);
    this.places = new FairShare(limits.inFlight(), limits.inFlightPerReceiver());
    this.placesOfFailing = new FairShare(limits.inFlight() / 2, 1);
    int few = Math.min(limits.claimPerReceiver(), limits.waiting() / BUSINESSES_OF_THE_RESERVE);
    this.room = new FairShare(limits.waiting(), Math.max(1, few));
  }

  /**
   * How many deliveries a claim may take of each receiver, without the receivers with none.
   *
   * @param due how many are due of each, the most urgent receiver first
   */
  public synchronized Map<Receiver, Integer> capacities(Map<Receiver, Integer> due) {
    long businesses = due.keySet().stream().map(Receiver::businessId).distinct().count();
    int ofEach = (int) Math.max(1, limits.claim() / Math.max(1, businesses));
    int free = limits.waiting() - waiting;
    int left = limits.claim();
    int leftForFailing = limits.inFlight() / 2 - sizeOfFailing();
    Map<Long, Integer> planned = new HashMap<>();
    Map<Long, Integer> failingOnes = new HashMap<>();
    Map<Receiver, Integer> capacities = new LinkedHashMap<>();
    for (Receiver receiver : due.keySet()) {
      BusinessQueue business = business(receiver.businessId());
      int own = planned.getOrDefault(business.id(), 0);
      int most = Math.min(room.more(business.waiting() + own, free), Math.min(left, ofEach - own));
      boolean fails = failing.contains(receiver);
      if (fails) {
        int ofFailing = failingOnes.computeIfAbsent(business.id(), id -> sizeOfFailing(business));
        most = Math.min(most, placesOfFailing.more(ofFailing, leftForFailing));
      }
      int fits = (fails ? 1 : claimable(receiver)) - queue(receiver).size();
      int capacity = Math.min(Math.min(fits, due.get(receiver)), most);
      if (capacity < 1) {
        continue;
      }
      capacities.put(receiver, capacity);
      planned.merge(business.id(), capacity, Integer::sum);
      free -= capacity;
      left -= capacity;
      if (fails) {
        leftForFailing--;
        failingOnes.merge(business.id(), 1, Integer::sum);
      }
    }
    return capacities;
  }

  /**
   * Admits a claimed delivery.
   *
   * @return false if it is held already or its queue is full
   */
  public synchronized boolean admit(WebhookDelivery delivery, Lease lease) {
    return admit(new Waiting(delivery, lease, false));
  }

  /** Admits a handed-off delivery, likewise; half of the waiting room is left to claims. */
  public synchronized boolean offer(WebhookDelivery delivery, Lease lease) {
    int own = business(delivery.businessId()).waiting();
    return offered < limits.waiting() / 2
        && room.more(own, limits.waiting() - waiting) > 0
        && admit(new Waiting(delivery, lease, true));
  }

  private boolean admit(Waiting one) {
    Receiver receiver = one.delivery().receiver();
    BusinessQueue business = business(receiver.businessId());
    ReceiverQueue queue = business.of(receiver);
    if (!fits(business, queue) || !held.add(one.delivery().id())) {
      return false;
    }
    business.add(queue, one);
    waiting++;
    offered += one.offered() ? 1 : 0;
    settle(business);
    return true;
  }

  private boolean fits(BusinessQueue business, ReceiverQueue queue) {
    if (!failing.contains(queue.receiver())) {
      return queue.waiting() < limits.waitingPerReceiver();
    }
    int free = limits.inFlight() / 2 - sizeOfFailing();
    return queue.size() < 1 && placesOfFailing.more(sizeOfFailing(business), free) > 0;
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
      if (places.more(business.inFlight(), limits.inFlight() - inFlight) > 0) {
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
    if (next.isInTime(now)) {
      waiting--;
      offered -= next.offered() ? 1 : 0;
      inFlight++;
      turn.begun().add(next.delivery());
    } else {
      turn.unsent().addAll(removed(List.of(next), now));
    }
  }

  /** Ends an attempt that took so long. */
  public synchronized Ended release(
      WebhookDelivery delivery, boolean delivered, Duration took, Instant now) {
    Receiver receiver = delivery.receiver();
    queue(receiver).note(delivered, took);
    end(receiver);
    List<UUID> unsent = new ArrayList<>();
    if (failing.note(receiver, delivered)) {
      BusinessQueue business = business(receiver.businessId());
      business.receivers().stream()
          .filter(one -> failing.contains(one.receiver()))
          .forEach(one -> unsent.addAll(removed(business.clear(one), now)));
      settle(business);
    }
    return new Ended(delivered && queue(receiver).size() <= claimable(receiver) / 2, unsent);
  }

  /** Gives up a delivery that cannot be attempted: it is due again when its lease ends. */
  public synchronized void abandon(WebhookDelivery delivery) {
    end(delivery.receiver());
    forget(delivery.id());
  }

  private void end(Receiver receiver) {
    BusinessQueue business = business(receiver.businessId());
    inFlight--;
    business.end(business.of(receiver));
    settle(business);
  }

  /** Forgets a delivery after its result is recorded. */
  public synchronized void forget(UUID id) {
    held.remove(id);
    notifyAll();
  }

  /** Removes all waiting deliveries and returns the ids of those that are to be given back. */
  public synchronized List<UUID> clearWaiting(Instant now) {
    List<UUID> ids = new ArrayList<>();
    for (BusinessQueue business : List.copyOf(businesses.values())) {
      business.receivers().forEach(queue -> ids.addAll(removed(business.clear(queue), now)));
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

  /** Forgets deliveries that waited; their leases are given back while they are this pod's. */
  private List<UUID> removed(List<Waiting> unsent, Instant now) {
    waiting -= unsent.size();
    unsent.forEach(
        one -> {
          offered -= one.offered() ? 1 : 0;
          held.remove(one.delivery().id());
        });
    return unsent.stream()
        .filter(one -> one.mayBeGivenBack(now))
        .map(one -> one.delivery().id())
        .toList();
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

  private int sizeOfFailing() {
    return businesses.values().stream().mapToInt(this::sizeOfFailing).sum();
  }

  private int sizeOfFailing(BusinessQueue business) {
    return business.receivers().stream()
        .filter(queue -> failing.contains(queue.receiver()))
        .mapToInt(ReceiverQueue::size)
        .sum();
  }
}
