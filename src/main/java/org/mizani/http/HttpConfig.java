package org.mizani.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.http.*}. */
@ConfigMapping(prefix = "payments.http")
public interface HttpConfig {

  /** Largest request body, in bytes. */
  @WithDefault("65536")
  int maxBodyBytes();

  /**
   * How long browsers are told to use TLS alone ({@code Strict-Transport-Security}), in answers
   * that go by TLS, a proxy's TLS included. 0 leaves the header out.
   */
  @WithDefault("365d")
  Duration strictTransportSecurity();
}
