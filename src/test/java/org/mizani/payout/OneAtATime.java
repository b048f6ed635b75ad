package org.mizani.payout;

import java.time.Duration;
import org.mizani.work.BatchSettings;

/** The settings of a pod that runs one creating statement at a time. */
record OneAtATime(Lookup lookup, Returns returns, Settlement settlement, BatchSettings creation)
    implements PayoutConfig {

  static OneAtATime of(PayoutConfig config) {
    BatchSettings usual = config.creation();
    return new OneAtATime(
        config.lookup(),
        config.returns(),
        config.settlement(),
        new Narrow(usual.maxBatch(), 1, usual.beside(), usual.maxQueued(), usual.maxWait()));
  }

  private record Narrow(
      int maxBatch, int maxRunning, Duration beside, int maxQueued, Duration maxWait)
      implements BatchSettings {}
}
