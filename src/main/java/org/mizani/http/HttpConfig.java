package org.mizani.http;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.web.*}. */
@ConfigMapping(prefix = "payments.web")
public interface HttpConfig {

  /** Bytes of a request's body at most (decisions: 64 KiB). */
  @WithDefault("65536")
  int maxBodyBytes();

  /**
   * For so long browsers are told to come by TLS alone, on answers that go by TLS, be it that of a
   * proxy that says so. 0 says nothing.
   */
  @WithDefault("365d")
  Duration strictTransportSecurity();
}
