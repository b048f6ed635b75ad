package org.mizani.fx.refresh;

import io.vertx.mutiny.core.Vertx;
import org.mizani.fx.FxConfig;

/** Sources of rates as pods of other settings have them. */
public final class RateSources {

  private RateSources() {}

  /** The source of these settings. */
  public static RateSource of(Vertx vertx, FxConfig config) {
    return new RateSource(vertx, config);
  }
}
