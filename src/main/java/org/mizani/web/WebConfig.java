package org.mizani.web;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings {@code payments.web.*}. */
@ConfigMapping(prefix = "payments.web")
public interface WebConfig {

  /** Bytes of a request's body at most (decisions: 64 KiB). */
  @WithDefault("65536")
  int maxBodyBytes();
}
