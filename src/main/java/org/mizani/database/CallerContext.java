package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * Leads answers that come on threads of their own (a network's, a resolver's) back to the request
 * that waits for them: its transaction is known there alone.
 */
public final class CallerContext {

  private CallerContext() {}

  /** The same answer, on the context of whoever calls this; as it is where there is none. */
  public static <T> Uni<T> backTo(Uni<T> answer) {
    Context caller = Vertx.currentContext();
    return caller == null ? answer : answer.emitOn(on(caller));
  }

  private static Executor on(Context caller) {
    return answering -> caller.runOnContext(ignored -> answering.run());
  }
}
