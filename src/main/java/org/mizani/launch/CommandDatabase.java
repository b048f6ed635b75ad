package org.mizani.launch;

import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The database in {@code DB_URL}, for commands that run without the service and its keys. */
final class CommandDatabase {

  private static final int CONNECT_SECONDS = 10;

  private CommandDatabase() {}

  /**
   * The database of this process's settings.
   *
   * @param user the subject of the refusal, such as {@code The migration}
   * @throws LaunchException if none is given
   */
  static PGSimpleDataSource ofThisProcess(String user) {
    LaunchSettings.Source source = LaunchSettings.Source.ofThisProcess();
    String url =
        source
            .value(LaunchSettings.DATABASE_URL)
            .orElseThrow(() -> new LaunchException(user + " needs a database: set DB_URL."));
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL("jdbc:" + url);
    source.value(LaunchSettings.DATABASE_USERNAME).ifPresent(database::setUser);
    source.value(LaunchSettings.DATABASE_PASSWORD).ifPresent(database::setPassword);
    database.setConnectTimeout(CONNECT_SECONDS);
    return database;
  }

  /** The message of the server or the driver, which the library wraps in pages of text. */
  static String complaint(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PSQLException refused) {
        // Without its details, which may quote a row.
        ServerErrorMessage answer = refused.getServerErrorMessage();
        return sentence(answer == null ? refused.getMessage() : answer.getMessage());
      }
    }
    return sentence(failure.getMessage());
  }

  private static String sentence(String message) {
    return message.lines().findFirst().orElse("").strip().replaceAll("[.:]+$", "");
  }
}
