package org.mizani.screening;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.mizani.rail.SecretSetting;

/** Settings {@code payments.screening.*}. */
@ConfigMapping(prefix = "payments.screening")
public interface ScreeningConfig {

  /** Address of the screening service; without one payouts are not screened. */
  Optional<URI> url();

  /** Request header that carries the secret. */
  @WithDefault("Authorization")
  String header();

  /** Secret by which the screening service knows this one, as the header has it. */
  SecretSetting secret();

  /** Longest time for a connection to the screening service. */
  @WithDefault("2s")
  Duration connectTimeout();

  /** Time that the screening service has to answer; without an answer the payout is held. */
  @WithDefault("5s")
  Duration timeout();

  /** Most calls under way at once, of one pod; a business has half of them at most. */
  @WithDefault("32")
  int places();

  /** Largest answer of the screening service, in bytes. */
  @WithDefault("16384")
  int maxAnswerBytes();

  /** Whether payouts are screened. */
  default boolean isOn() {
    return url().isPresent();
  }
}
