package org.mizani.support;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A database for a service in another process, on the server that the tests of this JVM share: new
 * and empty, or a copy of another one.
 */
public record GivenDatabase(String name) implements AutoCloseable {

  static final String OWNER = "postgres";

  private static final Map<Path, GivenDatabase> MADE = new ConcurrentHashMap<>();

  /** Creates an empty database. */
  public static GivenDatabase create() {
    return made("");
  }

  /** Creates a database with the schema and rows of this one, which has no connection meanwhile. */
  public GivenDatabase copy() {
    return made(" TEMPLATE " + name);
  }

  /**
   * The database of a service's directory, made at the first call: an executable gets it in place
   * of the embedded database that it does not have.
   */
  static GivenDatabase of(Path directory) {
    return MADE.computeIfAbsent(directory.toAbsolutePath(), any -> create());
  }

  /** The URL for {@code DB_URL}. */
  public String url() {
    return urlAt(TestPostgres.sharedPort());
  }

  /** The URL at another port, which leads to the same server. */
  public String urlAt(int port) {
    return "postgresql://127.0.0.1:" + port + "/" + name;
  }

  /** A connection of its owner; the caller closes it. */
  public Connection connect() throws SQLException {
    return connect(OWNER, OWNER);
  }

  /** A connection of this role; the caller closes it. */
  public Connection connect(String role, String password) throws SQLException {
    return DriverManager.getConnection("jdbc:" + url(), role, password);
  }

  /** Executes statements as its owner. */
  public void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Drops the database, and ends connections that are still open. */
  @Override
  public void close() {
    server("DROP DATABASE " + name + " WITH (FORCE)");
  }

  private static GivenDatabase made(String template) {
    GivenDatabase database =
        new GivenDatabase("given_" + UUID.randomUUID().toString().replace('-', '_'));
    server("CREATE DATABASE " + database.name() + template);
    return database;
  }

  private static void server(String sql) {
    new GivenDatabase(OWNER).execute(sql);
  }
}
