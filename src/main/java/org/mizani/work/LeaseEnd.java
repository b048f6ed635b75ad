package org.mizani.work;

import java.time.Duration;

/**
 * End of a lease by the clocks of this pod, at the database's end of it or earlier: it is counted
 * from before the statement that leases the row. The database knows which pod has a row; this tells
 * a pod that was frozen meanwhile that it has it no more, before it calls a network.
 */
public final class LeaseEnd {

  private final long nanoTime;
  private final long wallMillis;

  private LeaseEnd(long nanoTime, long wallMillis) {
    this.nanoTime = nanoTime;
    this.wallMillis = wallMillis;
  }

  /** The end of a lease that begins now. */
  static LeaseEnd of(Duration lease) {
    return new LeaseEnd(
        System.nanoTime() + lease.toNanos(), System.currentTimeMillis() + lease.toMillis());
  }

  /**
   * Whether this much time is left. Both clocks are asked: the one stands still while a virtual
   * machine is suspended, the other can be set back.
   */
  boolean leaves(Duration time) {
    return nanoTime - System.nanoTime() >= time.toNanos()
        && wallMillis - System.currentTimeMillis() >= time.toMillis();
  }
}
