package org.mizani.webhook.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 *   <li>An attempt that takes long leaves its place to others ({@link AttemptsUnderWay}).
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
  private final FairShare places;
  private final FairShare placesOfFailing;
  private final FairShare room;
  private final BusinessTurns businesses;
  private final HeldDeliveries held = new HeldDeliveries();
  private final AttemptsUnderWay underWay;
  private int waiting;
  private int offered;

  /** Empty queues of a pod with these bounds. */
  public ReceiverQueues(QueueLimits limits) {
    this.limits = limits;
    this.underWay = new AttemptsUnderWay(limits);
    this.businesses = new BusinessTurns(limits);
    this.failing = new FailingReceivers(limits);
    this.places = new FairShare(limits.inFlight(), limits.inFlightPerReceiver());
    this.placesOfFailing = ClaimPlan.placesOfFailing(limits);
    this.room = ClaimPlan.room(limits);
  }

  /**
   * How many deliveries a claim may take of each receiver, without the receivers with none.
   *
   * @param due how many are due of each, the most urgent receiver first
   */
  public synchronized Map<Receiver, Integer> capacities(Map<Receiver, Integer> due) {
    ClaimPlan plan =
        new ClaimPlan(limits, due.keySet(), limits.waiting() - waiting, freeForFailing());
    Map<Receiver, Integer> capacities = new LinkedHashMap<>();
    due.forEach(
        (receiver, deliveries) -> {
          BusinessQueue business = businesses.of(receiver.businessId());
          int size = business.of(receiver).size();
          int capacity =
              failing.contains(receiver)
                  ? plan.takeOfFailing(business, 1 - size, sizeOfFailing(business))
                  : plan.take(business, Math.min(deliveries, claimable(receiver) - size));
          if (capacity > 0) {
            capacities.put(receiver, capacity);
          }
        });
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
    int own = businesses.of(delivery.businessId()).waiting();
    return offered < limits.waiting() / 2
        && room.more(own, limits.waiting() - waiting) > 0
        && admit(new Waiting(delivery, lease, true));
  }

  private boolean admit(Waiting one) {
    Receiver receiver = one.delivery().receiver();
    BusinessQueue business = businesses.of(receiver.businessId());
    ReceiverQueue queue = business.of(receiver);
    if (!fits(business, queue) || !held.add(one.delivery())) {
      return false;
    }
    business.add(queue, one);
    waiting++;
    offered += one.offered() ? 1 : 0;
    businesses.settle(business);
    return true;
  }

  private boolean fits(BusinessQueue business, ReceiverQueue queue) {
    if (!failing.contains(queue.receiver())) {
      return queue.waiting() < limits.waitingPerReceiver();
    }
    return queue.size() < 1 && placesOfFailing.more(sizeOfFailing(business), freeForFailing()) > 0;
  }

  /** Whether a delivery waits, is under way, or its result is not recorded yet. */
  public boolean holds(WebhookDelivery delivery) {
    return held.contain(delivery);
  }

  /** Takes the deliveries to attempt now. */
  public synchronized Turn take(Instant now) {
    Turn turn = new Turn(new ArrayList<>(), new ArrayList<>());
    int passedOver = 0;
    int free = underWay.free(now);
    while (free > 0 && passedOver < businesses.ready()) {
      BusinessQueue business = businesses.takeNext();
      if (places.more(business.inFlight(), free - underWay.slowOf(business.id())) > 0) {
        passedOver = 0;
        take(business, now, turn);
      } else {
        passedOver++;
      }
      businesses.settle(business);
      free = underWay.free(now);
    }
    return turn;
  }

  private void take(BusinessQueue business, Instant now, Turn turn) {
    Waiting next = business.takeNext(now);
    if (next.isInTime(now)) {
      waiting--;
      offered -= next.offered() ? 1 : 0;
      underWay.begin(next.delivery(), now);
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
    end(delivery);
    List<UUID> unsent = new ArrayList<>();
    if (failing.note(receiver, delivered)) {
      BusinessQueue business = businesses.of(receiver.businessId());
      business.receivers().stream()
          .filter(one -> failing.contains(one.receiver()))
          .forEach(one -> unsent.addAll(removed(business.clear(one), now)));
      businesses.settle(business);
    }
    return new Ended(delivered && queue(receiver).size() <= claimable(receiver) / 2, unsent);
  }

  /** Gives up a delivery that cannot be attempted: it is due again when its lease ends. */
  public synchronized void abandon(WebhookDelivery delivery) {
    end(delivery);
    forget(delivery);
  }

  private void end(WebhookDelivery delivery) {
    BusinessQueue business = businesses.of(delivery.businessId());
    underWay.end(delivery.id());
    business.end(business.of(delivery.receiver()));
    businesses.settle(business);
  }

  /** Forgets a delivery after its result is recorded. */
  public void forget(WebhookDelivery delivery) {
    held.remove(delivery);
  }

  /** Removes all waiting deliveries and returns the ids of those that are to be given back. */
  public synchronized List<UUID> clearWaiting(Instant now) {
    List<UUID> ids = new ArrayList<>();
    for (BusinessQueue business : businesses.all()) {
      business.receivers().forEach(queue -> ids.addAll(removed(business.clear(queue), now)));
      businesses.settle(business);
    }
    return ids;
  }

  /** Waits until no delivery is held; false if that takes longer. */
  public boolean awaitEmpty(Duration longest) throws InterruptedException {
    return held.awaitNone(longest);
  }

  /** Forgets deliveries that waited; their leases are given back while they are this pod's. */
  private List<UUID> removed(List<Waiting> unsent, Instant now) {
    waiting -= unsent.size();
    unsent.forEach(
        one -> {
          offered -= one.offered() ? 1 : 0;
          held.remove(one.delivery());
        });
    return unsent.stream()
        .filter(one -> one.mayBeGivenBack(now))
        .map(one -> one.delivery().id())
        .toList();
  }

  private ReceiverQueue queue(Receiver receiver) {
    return businesses.of(receiver.businessId()).of(receiver);
  }

  private int claimable(Receiver receiver) {
    int pace = queue(receiver).atATime();
    return Math.min(limits.waitingPerReceiver(), Math.max(limits.claimPerReceiver(), 4 * pace));
  }

  private int freeForFailing() {
    int taken = businesses.all().stream().mapToInt(this::sizeOfFailing).sum();
    return ClaimPlan.allOfFailing(limits) - taken;
  }

  private int sizeOfFailing(BusinessQueue business) {
    return business.receivers().stream()
        .filter(queue -> failing.contains(queue.receiver()))
        .mapToInt(ReceiverQueue::size)
        .sum();
  }
}
