package org.mizani.launch;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import org.mizani.launch.sandbox.Sandbox;
import org.mizani.launch.sandbox.SandboxEnd;

/**
 * Starts the service: on the database that {@code DB_URL} names, or, in the test environment and
 * without one, as a {@link Sandbox} that needs no configuration. Production never gets a sandbox.
 * With the argument {@code migrate} it brings the database's schema up to date and ends.
 */
@QuarkusMain
public final class Main {

  /** Runs until the process is told to stop; ends with exit code 1 if it cannot start. */
  public static void main(String... arguments) {
    if (ApplicationLifecycleManager.isAppCDSGeneration()) {
      recordStart();
      return;
    }
    try {
      start(LaunchSettings.ofThisProcess(), arguments);
    } catch (LaunchException e) {
      System.err.println(e.getMessage());
      ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(1, null);
    }
  }

  /**
   * Starts for whoever makes an archive of the classes that a start needs, such as the build of an
   * image. There is no database and there are no keys: it goes as far as it can without, and ends.
   */
  private static void recordStart() {
    System.setProperty(LaunchSettings.PRIVATE_KEY_FILE, "none");
    System.setProperty(LaunchSettings.PUBLIC_KEY_FILE, "none");
    System.setProperty("quarkus.log.level", "OFF");
    Quarkus.run(null, (code, failure) -> System.exit(0));
  }

  private static void start(LaunchSettings settings, String... arguments) {
    if (arguments.length > 0) {
      System.out.println(Migration.of(arguments).run());
      return;
    }
    if (settings.databaseGiven()) {
      Quarkus.run();
      return;
    }
    if (settings.production()) {
      throw new LaunchException("Production needs a database: set DB_URL.");
    }
    Sandbox sandbox = new Sandbox();
    SandboxEnd.arrange(sandbox, settings.databaseStopTimeout());
    sandbox.open(settings);
    Quarkus.run(Greeting.class);
  }
}
