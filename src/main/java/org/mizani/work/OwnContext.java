package org.mizani.work;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.impl.ContextInternal;

/**
 * Context of work that outlasts the request by which it came. The contexts of requests belong to
 * the HTTP server: at a stop it ends before the work does, and with it end all timers that began on
 * its contexts, such as the time-out of a call under way.
 */
final class OwnContext {

  private OwnContext() {}

  /** Runs this work on the caller's event loop, on a new context if the caller's is a server's. */
  static void run(Runnable work) {
    ContextInternal callers = ContextInternal.current();
    if (callers == null || !callers.isDeployment()) {
      work.run();
    } else {
      of(callers).runOnContext(ignored -> work.run());
    }
  }

  /** Runs this work on the context that it came from, if it came from one. */
  static void runOn(Context context, Runnable work) {
    if (context == null) {
      work.run();
    } else {
      context.runOnContext(ignored -> work.run());
    }
  }

  private static Context of(ContextInternal callers) {
    Context root =
        callers
            .owner()
            .createEventLoopContext(callers.nettyEventLoop(), null, callers.classLoader());
    Context context = VertxContext.createNewDuplicatedContext(root);
    VertxContextSafetyToggle.setContextSafe(context, true);
    return context;
  }
}
