package org.mizani.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Leases that this pod holds, each until the work on its row has ended. */
final class HeldLeases {

  private static final long STOP_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Map<Lease, HeldLease> held = new ConcurrentHashMap<>();

  /**
   * Holds a lease. A row that was deleted and made anew can have one that equals that of the row
   * before, while the work on that one is about to end: it removes its own alone.
   */
  HeldLease add(Lease lease, LeaseEnd end) {
    HeldLease added = new HeldLease(end);
    held.put(lease, added);
    return added;
  }

  void remove(Lease lease, HeldLease added) {
    held.remove(lease, added);
  }

  /** Uses a lease for this long; empty if it was given back, ends earlier, or is not held. */
  Optional<HeldLease> use(Lease lease, Duration timeout) {
    return Optional.ofNullable(held.get(lease)).filter(one -> one.use(timeout));
  }

  /** Whether a lease that was used has not ended; false once its work is over. */
  boolean lasts(Lease lease, HeldLease used) {
    return held.get(lease) == used && used.lasts();
  }

  /** Gives a lease back; false if it is used, was given back before, or is not held. */
  boolean giveBack(Lease lease) {
    HeldLease one = held.get(lease);
    return one != null && one.giveBack();
  }

  /** Gives back the leases under which no network was called; answers them. */
  List<Lease> giveBackUnused() {
    return held.entrySet().stream()
        .filter(entry -> entry.getValue().giveBack())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Waits for the work on rows whose networks were called; answers how much of it goes on. */
  long awaitCalls(Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    while (callsUnderWay() > 0 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(STOP_STEP_NANOS);
    }
    return callsUnderWay();
  }

  private long callsUnderWay() {
    return held.values().stream().filter(HeldLease::isUsed).count();
  }
}
