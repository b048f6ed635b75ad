package org.mizani.rail.callback;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.mizani.work.BatchSettings;

/** Settings {@code payments.rail-callback.*}. */
@ConfigMapping(prefix = "payments.rail-callback")
interface CallbackConfig {

  /** Largest callback, in bytes. */
  @WithDefault("32768")
  int maxBodyBytes();

  /** Callbacks of one rail that a pod takes in a second; one beyond it is answered 429. */
  @WithDefault("1000")
  int perSecond();

  /**
   * Words about one payment that are read, the youngest first, and those that decide nothing last.
   */
  @WithDefault("20")
  int maxWords();

  /** Longest time in which the words in a payment's timeline are read; the others are left out. */
  @WithDefault("3s")
  Duration readWithin();

  /** Storing, hearing and reading of callbacks. */
  BatchSettings store();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if one is less than 1
   */
  default void validate() {
    if (maxBodyBytes() < 1 || perSecond() < 1 || maxWords() < 1) {
      throw new ConfigurationException("payments.rail-callback.* must be 1 or more.");
    }
    if (readWithin().toMillis() < 1) {
      throw new ConfigurationException("payments.rail-callback.read-within must be 1 ms or more.");
    }
  }
}
