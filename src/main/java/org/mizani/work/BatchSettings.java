package org.mizani.work;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The sizes of a batch, as a group of settings. */
public interface BatchSettings {

  /** Items in one statement. */
  @WithDefault("128")
  int maxBatch();

  /** Statements at once. */
  @WithDefault("2")
  int maxRunning();

  /** Items that wait for a statement; beyond it a request is answered 503 at once. */
  @WithDefault("10000")
  int maxQueued();

  /** How long one waits for a statement; beyond it a request is answered 503. */
  @WithDefault("5s")
  Duration maxWait();

  /** These as the batcher's. */
  default Batcher.Limits limits() {
    return new Batcher.Limits(maxBatch(), maxRunning(), maxQueued(), maxWait());
  }
}
