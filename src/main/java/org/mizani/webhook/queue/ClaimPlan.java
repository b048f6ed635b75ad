package org.mizani.webhook.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.mizani.webhook.address.FairShare;

/**
 * Plan of one claim: how many deliveries it takes of each receiver. Each business has an equal part
 * of the claim, and a fair share of the room that is free.
 */
final class ClaimPlan {

  private static final int BUSINESSES_OF_THE_RESERVE = 64;

  private final FairShare room;
  private final FairShare placesOfFailing;
  private final int mostOfEach;
  private final Map<Long, Integer> taken = new HashMap<>();
  private final Map<Long, Integer> takenOfFailing = new HashMap<>();
  private int left;
  private int free;
  private int freeForFailing;

  /**
   * @param due the receivers with due deliveries
   * @param free the room that is free
   * @param freeForFailing the deliveries that failing receivers may have yet
   */
  ClaimPlan(QueueLimits limits, Collection<Receiver> due, int free, int freeForFailing) {
    long businesses = due.stream().map(Receiver::businessId).distinct().count();
    this.room = room(limits);
    this.placesOfFailing = placesOfFailing(limits);
    this.mostOfEach = (int) Math.max(1, limits.claim() / Math.max(1, businesses));
    this.left = limits.claim();
    this.free = free;
    this.freeForFailing = freeForFailing;
  }

  /** Shares of the deliveries that wait. */
  static FairShare room(QueueLimits limits) {
    int few = Math.min(limits.claimPerReceiver(), limits.waiting() / BUSINESSES_OF_THE_RESERVE);
    return new FairShare(limits.waiting(), Math.max(1, few));
  }

  /** Shares of the deliveries of failing receivers. */
  static FairShare placesOfFailing(QueueLimits limits) {
    return new FairShare(allOfFailing(limits), 1);
  }

  /** The deliveries that all failing receivers may have together. */
  static int allOfFailing(QueueLimits limits) {
    return limits.inFlight() / 2;
  }

  /** Takes up to this many deliveries of a receiver of the business, and returns how many. */
  int take(BusinessQueue business, int wanted) {
    int own = taken.getOrDefault(business.id(), 0);
    int share = room.more(business.waiting() + own, free);
    int most = Math.min(share, Math.min(left, mostOfEach - own));
    int capacity = Math.max(0, Math.min(wanted, most));
    taken.put(business.id(), own + capacity);
    free -= capacity;
    left -= capacity;
    return capacity;
  }

  /**
   * The same of a failing receiver.
   *
   * @param ofFailing how many deliveries the failing receivers of its business have
   */
  int takeOfFailing(BusinessQueue business, int wanted, int ofFailing) {
    int own = takenOfFailing.getOrDefault(business.id(), 0);
    int share = placesOfFailing.more(ofFailing + own, freeForFailing);
    int capacity = take(business, Math.min(wanted, share));
    takenOfFailing.put(business.id(), own + capacity);
    freeForFailing -= capacity;
    return capacity;
  }
}
