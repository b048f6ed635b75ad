package org.mizani.database.replica;

import io.smallrye.common.vertx.ContextLocals;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.Optional;

/** Lag of the data that a request has read from a replica, kept on the request's context. */
public final class DataLag {

  private static final String LAG = DataLag.class.getName();

  private DataLag() {}

  /** Notes the lag of a read. Of several reads the greatest counts. */
  static void note(Duration lag) {
    if (VertxContext.isOnDuplicatedContext()) {
      Duration before = ContextLocals.<Duration>get(LAG).orElse(Duration.ZERO);
      ContextLocals.put(LAG, lag.compareTo(before) > 0 ? lag : before);
    }
  }

  /** The lag of what a request has read so far; empty if all of it came from the primary. */
  public static Optional<Duration> of(Context request) {
    return Optional.ofNullable(request.getLocal(LAG));
  }
}
