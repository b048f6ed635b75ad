package org.mizani.launch.sandbox;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Sandbox: a start without configuration, with its own database and keys in one data directory.
 * Quarkus gets them as system properties.
 */
public final class Sandbox implements AutoCloseable {

  /** The setting of its data directory, an absolute path once it is open. */
  public static final String DIRECTORY_PROPERTY = "payments.data-dir";

  private static final String DEMO_OPERATOR_KEY = "op_test_demo";
  private static final String DEMO_OPERATOR_SECRET = "os_test_demo";

  private final Map<String, String> replaced = new LinkedHashMap<>();
  private DataDirectory directory;
  private EmbeddedDatabase.Running database;
  private boolean closed;

  /**
   * Creates or reuses keys, starts the database and sets the properties. A {@link #close} from
   * another thread waits until this ends, so that it misses no server.
   *
   * @throws LaunchException if a step fails; no server is left running then
   */
  public synchronized void open(LaunchSettings settings) {
    if (closed) {
      return;
    }
    try {
      EmbeddedDatabase server = embeddedDatabase();
      directory = DataDirectory.open(settings.dataDirectory());
      provideKeys(settings);
      database = server.start(directory, settings);
      set(LaunchSettings.DATABASE_URL, database.url());
      set(LaunchSettings.DATABASE_USERNAME, database.username());
      set(LaunchSettings.DATABASE_PASSWORD, database.password());
      listenToThisMachineOnly(settings);
      provideOperator(settings);
      stopWithoutDelay(settings);
      keepRates(settings);
      set(DIRECTORY_PROPERTY, directory.path().toString());
      set(DemoBusiness.SWITCH, "true");
    } catch (ServiceConfigurationError | LinkageError e) {
      close();
      throw missingLibrary(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Stops the database and restores the properties; a second call has no effect. */
  @Override
  public synchronized void close() {
    closed = true;
    replaced.forEach(Sandbox::restore);
    replaced.clear();
    try {
      if (database != null) {
        database.close();
      }
    } finally {
      database = null;
      unlock();
    }
  }

  private void unlock() {
    if (directory != null) {
      directory.close();
      directory = null;
    }
  }

  /** A demo credential of operators, unless there is one. */
  private void provideOperator(LaunchSettings settings) {
    if (!settings.operatorGiven()) {
      set(LaunchSettings.OPERATOR_KEY, DEMO_OPERATOR_KEY);
      set(LaunchSettings.OPERATOR_SECRET, DEMO_OPERATOR_SECRET);
    }
  }

  /** The secrets of the demo business and of its operators are public. */
  private void listenToThisMachineOnly(LaunchSettings settings) {
    if (!settings.httpHostGiven()) {
      set(LaunchSettings.HTTP_HOST, "localhost");
    }
  }

  /** Its only client is the person who has just pressed Ctrl-C. */
  private void stopWithoutDelay(LaunchSettings settings) {
    if (!settings.shutdownDelayGiven()) {
      set(LaunchSettings.SHUTDOWN_DELAY, "0s");
    }
  }

  /** Those that it was made with: nobody enters new ones. */
  private void keepRates(LaunchSettings settings) {
    if (!settings.rateMaxAgeGiven()) {
      set(LaunchSettings.RATE_MAX_AGE, "0s");
    }
  }

  private void provideKeys(LaunchSettings settings) {
    if (!settings.tokenKeysGiven()) {
      SandboxKeys.ensureTokenKeys(directory);
      set(LaunchSettings.PRIVATE_KEY_FILE, directory.entry(SandboxKeys.PRIVATE_FILE).toString());
      set(LaunchSettings.PUBLIC_KEY_FILE, directory.entry(SandboxKeys.PUBLIC_FILE).toString());
    }
    if (!settings.encryptionKeysGiven()) {
      boolean databaseExists = EmbeddedDatabase.existsIn(directory);
      set(LaunchSettings.ENCRYPTION_KEYS, SandboxKeys.encryptionKey(directory, databaseExists));
    }
  }

  // A native build lacks the library, so this code must not name its classes.
  private static EmbeddedDatabase embeddedDatabase() {
    return ServiceLoader.load(EmbeddedDatabase.class, Sandbox.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> missingLibrary(null));
  }

  private static LaunchException missingLibrary(Throwable cause) {
    return new LaunchException("This build has no embedded database: set DB_URL.", cause);
  }

  private void set(String name, String value) {
    replaced.put(name, System.getProperty(name));
    System.setProperty(name, value);
  }

  private static void restore(String name, String before) {
    if (before == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, before);
    }
  }
}
