package org.mizani.launch.sandbox;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.mizani.launch.LaunchException;
import org.mizani.launch.LaunchSettings;

/**
 * The service with no configuration: it brings its own database and keys, all in one data
 * directory, and tells Quarkus of them by system properties.
 */
public final class Sandbox implements AutoCloseable {

  /** Where its data lies, an absolute path. */
  public static final String DIRECTORY_PROPERTY = "payments.data-dir";

  private final Map<String, String> replaced = new LinkedHashMap<>();
  private DataDirectory directory;
  private EmbeddedDatabase.Running database;
  private boolean closed;

  /**
   * Makes or reuses keys, starts the database and sets the properties. A {@link #close} from
   * another thread waits until this is over, so that no server is ever missed.
   *
   * @throws LaunchException if anything of it fails; nothing is left running then
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
      stopWithoutDelay(settings);
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

  /** Stops the database and takes the properties back; a second call does nothing. */
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

  /** Everybody knows the demo business's secret. */
  private void listenToThisMachineOnly(LaunchSettings settings) {
    if (!settings.httpHostGiven()) {
      set(LaunchSettings.HTTP_HOST, "localhost");
    }
  }

  /** Nobody but a person sends it requests, and that person has just pressed Ctrl-C. */
  private void stopWithoutDelay(LaunchSettings settings) {
    if (!settings.shutdownDelayGiven()) {
      set(LaunchSettings.SHUTDOWN_DELAY, "0s");
    }
  }

  private void provideKeys(LaunchSettings settings) {
    if (!settings.tokenKeysGiven()) {
      TokenKeys.ensure(directory);
      set(LaunchSettings.PRIVATE_KEY_FILE, directory.entry(TokenKeys.PRIVATE_FILE).toString());
      set(LaunchSettings.PUBLIC_KEY_FILE, directory.entry(TokenKeys.PUBLIC_FILE).toString());
    }
    if (!settings.encryptionKeysGiven()) {
      boolean databaseExists = EmbeddedDatabase.existsIn(directory);
      set(LaunchSettings.ENCRYPTION_KEYS, EncryptionKey.ensure(directory, databaseExists));
    }
  }

  // The library is no part of a native build, so nothing here may name its classes.
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
