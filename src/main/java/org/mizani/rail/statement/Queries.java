package org.mizani.rail.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Queries of a connection, each a short transaction of its own that can only read. */
final class Queries {

  // Arrays are hashed by plans that are made for them, and no table is read from end to end.
  private static final String PREPARE =
      """
      SET default_transaction_read_only = on;
      SET plan_cache_mode = force_custom_plan;
      SET enable_seqscan = off
      """;

  private final Connection connection;

  /** Row of a result as a value. */
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private Queries(Connection connection) {
    this.connection = connection;
  }

  /** The queries of this connection, which is prepared for them. */
  static Queries of(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(PREPARE);
    }
    return new Queries(connection);
  }

  /**
   * The rows of one statement.
   *
   * @param parameters ids, texts, and arrays of ids, texts or numbers
   */
  <T> List<T> rows(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, bound(parameters[i]));
      }
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(reader.read(found));
        }
      }
    }
    return rows;
  }

  private Object bound(Object parameter) throws SQLException {
    if (parameter instanceof UUID[] ids) {
      return connection.createArrayOf("uuid", ids);
    } else if (parameter instanceof String[] texts) {
      return connection.createArrayOf("text", texts);
    }
    return parameter instanceof Long[] numbers
        ? connection.createArrayOf("bigint", numbers)
        : parameter;
  }
}
