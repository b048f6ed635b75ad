package org.mizani.webhook.queue;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Businesses with deliveries, and the turns of those that have one to begin. */
final class BusinessTurns {

  private final QueueLimits limits;
  private final Map<Long, BusinessQueue> businesses = new HashMap<>();
  private final Set<BusinessQueue> turns = new LinkedHashSet<>();

  BusinessTurns(QueueLimits limits) {
    this.limits = limits;
  }

  /** The queue of a business; one that is not there is kept from its first delivery on. */
  BusinessQueue of(long id) {
    BusinessQueue known = businesses.get(id);
    return known == null ? new BusinessQueue(id, limits) : known;
  }

  List<BusinessQueue> all() {
    return List.copyOf(businesses.values());
  }

  /** How many have a delivery to begin. */
  int ready() {
    return turns.size();
  }

  /** Takes the business whose turn it is; settled again, it is the last in line. */
  BusinessQueue takeNext() {
    BusinessQueue next = turns.iterator().next();
    turns.remove(next);
    return next;
  }

  /** Keeps a business and its turn by what it has now. */
  void settle(BusinessQueue business) {
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
}
