package org.mizani.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Leases that this pod holds, each until the work on its row has ended. */
final class HeldLeases {

  private static final long STOP_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Map<Lease, HeldLease> held = new ConcurrentHashMap<>();

  void add(Lease lease, LeaseEnd end) {
    held.put(lease, new HeldLease(end));
  }

  void remove(Lease lease) {
    held.remove(lease);
  }

  /** Uses a lease for this long; false if it was given back, or ends earlier. */
  boolean use(Lease lease, Duration timeout) {
    return held.get(lease).use(timeout);
  }

  /** Whether a lease is in use, and has not ended; false once its work is over. */
  boolean lasts(Lease lease) {
    HeldLease mine = held.get(lease);
    return mine != null && mine.lasts();
  }

  /** Gives a lease back; false if it is used, or was given back before. */
  boolean giveBack(Lease lease) {
    return held.get(lease).giveBack();
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
