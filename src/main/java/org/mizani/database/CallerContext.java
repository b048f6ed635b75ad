package org.mizani.database;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * Context of a caller. Answers on other threads (a network's, a resolver's) return to it, because a
 * transaction is known on its context only.
 */
public final class CallerContext {

  private CallerContext() {}

  /** The same answer, on the context of this method's caller; unchanged without a context. */
  public static <T> Uni<T> backTo(Uni<T> answer) {
    Context caller = Vertx.currentContext();
    return caller == null ? answer : answer.emitOn(on(caller));
  }

  private static Executor on(Context caller) {
    return answering -> caller.runOnContext(ignored -> answering.run());
  }
}
