package org.mizani.fx.refresh;

import io.vertx.mutiny.core.Vertx;
import org.mizani.fx.FxConfig;

/** Creates sources of rates for tests of other packages. */
public final class RateSources {

  private RateSources() {}

  /** Creates the source of these settings. */
  public static RateSource of(Vertx vertx, FxConfig config) {
    return new RateSource(vertx, config);
  }
}
