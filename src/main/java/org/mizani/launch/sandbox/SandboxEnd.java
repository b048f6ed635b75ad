package org.mizani.launch.sandbox;

import io.quarkus.runtime.Application;
import io.quarkus.runtime.ApplicationLifecycleManager;
import java.time.Duration;
import java.util.function.BiConsumer;

/**
 * End of the sandbox: closes it after Quarkus has stopped. Either Quarkus's exit handler comes
 * first, which live reload uses too, or the end of the process by a signal, in which Quarkus may
 * not call its handler any more.
 */
public final class SandboxEnd {

  private final Sandbox sandbox;
  private final BiConsumer<Integer, Throwable> exitHandler;
  private final Thread hook;

  private SandboxEnd(Sandbox sandbox, Duration patience) {
    this.sandbox = sandbox;
    this.exitHandler = ApplicationLifecycleManager.getDefaultExitCodeHandler();
    this.hook = new Thread(() -> endWithProcess(patience), "sandbox-end");
  }

  /**
   * Registers the end of a sandbox, even while that is still being opened.
   *
   * @param patience how long an ending process waits for Quarkus to stop
   */
  public static void arrange(Sandbox sandbox, Duration patience) {
    SandboxEnd end = new SandboxEnd(sandbox, patience);
    // Given to Quarkus.run instead, a handler would silence Quarkus's own report of a failed start.
    ApplicationLifecycleManager.setDefaultExitCodeHandler(end::endWithQuarkus);
    Runtime.getRuntime().addShutdownHook(end.hook);
  }

  private void endWithQuarkus(Integer exitCode, Throwable cause) {
    sandbox.close();
    ApplicationLifecycleManager.setDefaultExitCodeHandler(exitHandler);
    if (!ApplicationLifecycleManager.isVmShuttingDown()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
    exitHandler.accept(exitCode, cause);
  }

  private void endWithProcess(Duration patience) {
    Application application = Application.currentApplication();
    if (application != null) {
      awaitStop(application, patience);
    }
    sandbox.close();
  }

  private static void awaitStop(Application application, Duration patience) {
    Thread waiter = new Thread(application::awaitShutdown, "sandbox-end-waiter");
    waiter.setDaemon(true);
    waiter.start();
    try {
      waiter.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
