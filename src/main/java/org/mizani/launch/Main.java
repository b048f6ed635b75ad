package org.mizani.launch;

import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.mizani.http.ConnectionGuard;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;
import org.mizani.launch.sandbox.Sandbox;
import org.mizani.launch.sandbox.SandboxEnd;
import org.mizani.service.SecretFiles;

/**
 * Entry point of the process. It starts the service on the database in {@code DB_URL}; without one,
 * in the test environment, as a {@link Sandbox} that needs no configuration. Production never gets
 * a sandbox, and a given database no default environment. The argument {@code migrate} migrates the
 * schema and ends, {@code rail-check <name>} checks a connected rail and ends, {@code audit-check}
 * checks the chain of the audit log and ends, {@code rail-statement <name> <file>} compares a
 * network's statement with the payments and ends.
 */
@QuarkusMain
public final class Main {

  // Held here: the log manager may forget an unreferenced logger, and its level.
  private static final Logger LIBRARY_LOG = Logger.getLogger("org.hibernate");

  /**
   * Runs until the process is stopped, or its command ends; exits with code 1 if it cannot start.
   */
  public static void main(String... arguments) {
    if (ApplicationLifecycleManager.isAppCDSGeneration()) {
      recordStart();
      return;
    }
    // Our own filter refuses malformed URLs, in the contract's shape; the framework has none.
    System.setProperty("vertx.disableURIValidation", "true");
    System.setProperty(ConnectionGuard.SWITCH, ConnectionGuard.LOADED);
    // Its lines would stand before the sentence of a start that ends.
    LIBRARY_LOG.setLevel(Level.WARNING);
    try {
      SecretFiles.check();
      DatabaseAddress.check(LaunchSettings.Source.ofThisProcess());
      GivenSettings.checkLocations();
      start(LaunchSettings.ofThisProcess(), arguments);
    } catch (LaunchException | ConfigurationException e) {
      System.err.println(e.getMessage());
      exit(RailStatementCommand.isMeant(arguments) ? RailStatementCommand.NOT_COMPARED : 1);
    }
  }

  private static void exit(int code) {
    ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(code, null);
  }

  /**
   * Records the classes that a start loads, for a class archive such as that of an image. Without a
   * database and keys the start goes as far as it can, and ends.
   */
  private static void recordStart() {
    System.setProperty(LaunchSettings.PRIVATE_KEY_FILE, "none");
    System.setProperty(LaunchSettings.PUBLIC_KEY_FILE, "none");
    System.setProperty("quarkus.log.level", "OFF");
    System.setProperty("payments.database.start-wait", "0s");
    Quarkus.run(null, (code, failure) -> System.exit(0));
  }

  private static void start(LaunchSettings settings, String... arguments) {
    if (AuditCheck.isMeant(arguments)) {
      System.out.println(AuditCheck.of(arguments).run());
      return;
    }
    if (RailStatementCommand.isMeant(arguments)) {
      exit(RailStatementCommand.run(System.out, arguments));
      return;
    }
    if (settings.databaseGiven() && !settings.environmentGiven()) {
      throw new LaunchException(
          "A given database (DB_URL) has no default environment:"
              + " set PAYMENTS_ENVIRONMENT to test or production.");
    }
    if (RailCheckCommand.isMeant(arguments)) {
      RailCheckCommand.start(settings, arguments);
      return;
    }
    if (arguments.length > 0) {
      System.out.println(Migration.of(settings, arguments).run());
      return;
    }
    if (settings.databaseGiven()) {
      Quarkus.run(null, StartFailure::end);
      return;
    }
    if (settings.production()) {
      throw new LaunchException("Production needs a database: set DB_URL.");
    }
    Sandbox sandbox = new Sandbox();
    SandboxEnd.arrange(sandbox, settings.databaseStopTimeout());
    sandbox.open(settings);
    Quarkus.run(Greeting.class, StartFailure::end);
  }
}
