package org.mizani.database;

/**
 * What is no error, and kept out of the log: a tick of a job that the scheduler has handed to a
 * busy event loop runs when the service has stopped, and finds no bean to call. Each job would say
 * so, as an ERROR with a stack trace.
 */
final class LateTicks {

  private static final String INVOKER = "io.quarkus.scheduler.common.runtime.DefaultInvoker";

  private LateTicks() {}

  /** Whether such a tick threw this; nothing may be thrown at all. */
  static boolean threw(Throwable thrown) {
    return thrown instanceof NullPointerException failure && isOfTheInvoker(failure);
  }

  /** Itself, and not the job that it calls. */
  private static boolean isOfTheInvoker(NullPointerException failure) {
    StackTraceElement[] calls = failure.getStackTrace();
    return calls.length > 0 && calls[0].getClassName().equals(INVOKER);
  }
}
