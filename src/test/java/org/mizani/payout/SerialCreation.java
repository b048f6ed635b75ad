package org.mizani.payout;

import java.time.Duration;
import org.mizani.work.BatchSettings;

/** Settings of a pod that runs one creating statement at a time. */
record SerialCreation(Lookup lookup, Returns returns, Settlement settlement, BatchSettings creation)
    implements PayoutConfig {

  static SerialCreation of(PayoutConfig config) {
    BatchSettings usual = config.creation();
    return new SerialCreation(
        config.lookup(),
        config.returns(),
        config.settlement(),
        new SerialBatches(usual.maxBatch(), 1, usual.beside(), usual.maxQueued(), usual.maxWait()));
  }

  private record SerialBatches(
      int maxBatch, int maxRunning, Duration beside, int maxQueued, Duration maxWait)
      implements BatchSettings {}
}
