package org.mizani.webhook.queue;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Receivers and businesses with several failures in a row; the least recently used are forgotten. A
 * business with a new name for each webhook fails as a whole, though none of its receivers fails
 * often. An endpoint says nothing about its business: it has few, and they fail one by one.
 */
final class FailingReceivers {

  private static final int REMEMBERED = 10_000;

  /** Failures in a row. */
  private static final class Rows<K> extends LinkedHashMap<K, Integer> {

    private static final long serialVersionUID = 1L;

    Rows() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, Integer> eldest) {
      return size() > REMEMBERED;
    }
  }

  private final int untilReceiverFails;
  private final int untilBusinessFails;
  private final Map<Receiver, Integer> ofReceivers = new Rows<>();
  private final Map<Long, Integer> ofBusinesses = new Rows<>();

  FailingReceivers(QueueLimits limits) {
    this.untilReceiverFails = limits.failuresUntilFailing();
    this.untilBusinessFails = limits.failuresUntilBusinessFails();
  }

  boolean contains(Receiver receiver) {
    Integer failures = ofReceivers.get(receiver);
    if (failures != null && (failures == 0 || failures >= untilReceiverFails)) {
      return failures > 0;
    }
    return ofBusinesses.getOrDefault(receiver.businessId(), 0) >= untilBusinessFails;
  }

  /**
   * Notes how an attempt ended.
   *
   * @return whether the receiver, or its business, begins to fail with it
   */
  boolean note(Receiver receiver, boolean delivered) {
    if (delivered) {
      ofReceivers.put(receiver, 0);
    }
    int failures = delivered ? 0 : ofReceivers.merge(receiver, 1, Integer::sum);
    return noteBusiness(receiver, delivered) || failures == untilReceiverFails;
  }

  private boolean noteBusiness(Receiver receiver, boolean delivered) {
    if (receiver.isEndpoint()) {
      return false;
    }
    if (delivered) {
      ofBusinesses.remove(receiver.businessId());
      return false;
    }
    return ofBusinesses.merge(receiver.businessId(), 1, Integer::sum) == untilBusinessFails;
  }
}
