package org.mizani.work;

import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of a {@link Batcher}, as a group of settings. */
public interface BatchSettings {

  /** Items in one statement. */
  @WithDefault("128")
  int maxBatch();

  /** Statements at once. */
  @WithDefault("2")
  int maxRunning();

  /**
   * Time that items wait for the running statements to end before another begins beside them; 1s at
   * most. One statement of many costs PostgreSQL less than two of fewer; another helps where one is
   * held up.
   */
  @WithDefault("20ms")
  Duration beside();

  /** Items that wait for a statement; a request beyond it is answered 503 at once. */
  @WithDefault("10000")
  int maxQueued();

  /** Time that an item waits for a statement; a request beyond it is answered 503. */
  @WithDefault("5s")
  Duration maxWait();
}
