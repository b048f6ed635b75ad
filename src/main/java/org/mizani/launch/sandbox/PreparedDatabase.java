package org.mizani.launch.sandbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** Preparation of an embedded server: its durability is checked, role and database are created. */
final class PreparedDatabase {

  /** The name of the database and of its owner, which is no superuser. */
  static final String NAME = "payments";

  private static final List<String> DURABILITY =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private PreparedDatabase() {}

  /**
   * Checks the durability of the server, and creates the role and the database if missing.
   *
   * @param password of letters and digits only
   * @throws LaunchException if the server could lose a confirmed payment
   */
  static void prepare(DataSource server, String password) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String setting : DURABILITY) {
        requireOn(statement, setting);
      }
      if (!exists(statement, "select 1 from pg_roles where rolname = '" + NAME + "'")) {
        statement.execute("create role " + NAME + " login password '" + password + "'");
      }
      if (!exists(statement, "select 1 from pg_database where datname = '" + NAME + "'")) {
        statement.execute("create database " + NAME + " owner " + NAME);
      }
    }
  }

  private static void requireOn(Statement statement, String setting) throws SQLException {
    try (ResultSet answer = statement.executeQuery("show " + setting)) {
      answer.next();
      if (!"on".equals(answer.getString(1))) {
        throw new LaunchException(
            "The embedded database has %s %s and could lose payments."
                .formatted(setting, answer.getString(1)));
      }
    }
  }

  private static boolean exists(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }
}
