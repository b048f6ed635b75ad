package org.mizani.support;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.mizani.database.PodDatabase;

/** Plans of PostgreSQL for prepared statements, as those of the service are. */
@Singleton
public class QueryPlans {

  private static final Path SCHEMA = Path.of("src/main/resources/db/migration/V1__schema.sql");
  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  private final Pool pool;
  private SqlConnection onEmptyTables;

  QueryPlans(PatientPool patient) {
    this.pool = patient.pool();
  }

  @PreDestroy
  void close() {
    if (onEmptyTables != null) {
      end(onEmptyTables).await().atMost(Eventually.PATIENCE);
    }
  }

  /**
   * The plan, as EXPLAIN prints it.
   *
   * @param mode {@code force_custom_plan}, for these parameters, or {@code force_generic_plan}, for
   *     any
   * @param types those of the parameters, with commas between them
   * @param parameters as SQL has them, with commas between them
   */
  public String plan(String mode, String statement, String types, String parameters) {
    return pool.withTransaction(
            connection ->
                connection
                    .query("SET LOCAL plan_cache_mode = " + mode)
                    .execute()
                    .chain(() -> explained(connection, "(" + types + ")", statement, parameters))
                    .call(() -> connection.query("DEALLOCATE planned").execute()))
        .await()
        .atMost(Eventually.PATIENCE)
        .toString();
  }

  /**
   * A statement that deletes the statistics of tables with names like this: an ANALYZE has made
   * them of other tests' rows, and the planner would use them although the tables are empty.
   */
  public static String forget(String tables) {
    return "DELETE FROM pg_statistic WHERE starelid IN"
        + " (SELECT oid FROM pg_class WHERE relname LIKE '"
        + tables
        + "')";
  }

  /** The plan that a pod's connection makes of a statement, once and for any parameters. */
  public QueryPlan podsPlan(String statement) {
    return podsPlan(List.of(), statement);
  }

  /** The plan that a pod's connection makes of a statement while all tables are empty. */
  public synchronized QueryPlan podsPlanOfEmptyTables(String statement) {
    if (onEmptyTables == null) {
      onEmptyTables = emptyTables();
    }
    return explained(onEmptyTables, "", statement, nulls(statement))
        .call(() -> onEmptyTables.query("DEALLOCATE planned").execute())
        .await()
        .atMost(Eventually.PATIENCE);
  }

  /**
   * A connection with a transaction that never ends: the whole schema is made in it once, and no
   * other connection sees it.
   */
  private SqlConnection emptyTables() {
    List<String> statements =
        new ArrayList<>(
            List.of("CREATE SCHEMA unused", "SET LOCAL search_path = unused", schema()));
    statements.addAll(planningOfAPod());
    SqlConnection connection = pool.getConnection().await().atMost(Eventually.PATIENCE);
    all(connection, statements).await().atMost(Eventually.PATIENCE);
    return connection;
  }

  private static List<String> planningOfAPod() {
    return PodDatabase.PLANNING.entrySet().stream()
        .map(setting -> "SET LOCAL " + setting.getKey() + " = " + setting.getValue())
        .toList();
  }

  /** The plan that a pod's connection makes of a statement after these, which are rolled back. */
  public QueryPlan podsPlan(List<String> before, String statement) {
    List<String> statements = new ArrayList<>(before);
    statements.addAll(planningOfAPod());
    return pool.getConnection()
        .chain(
            connection ->
                all(connection, statements)
                    .chain(() -> explained(connection, "", statement, nulls(statement)))
                    .eventually(() -> end(connection)))
        .await()
        .atMost(Eventually.PATIENCE);
  }

  private static String nulls(String statement) {
    int parameters =
        PARAMETER
            .matcher(statement)
            .results()
            .map(MatchResult::group)
            .mapToInt(parameter -> Integer.parseInt(parameter.substring(1)))
            .max()
            .orElse(0);
    return String.join(", ", Collections.nCopies(parameters, "NULL"));
  }

  private static Uni<Void> all(SqlConnection connection, List<String> statements) {
    Uni<?> done = connection.query("BEGIN").execute();
    for (String statement : statements) {
      done = done.chain(() -> connection.query(statement).execute());
    }
    return done.replaceWithVoid();
  }

  private static Uni<Void> end(SqlConnection connection) {
    return connection
        .query("ROLLBACK")
        .execute()
        .chain(() -> connection.query("DEALLOCATE ALL").execute())
        .onFailure()
        .recoverWithNull()
        .chain(connection::close);
  }

  private static Uni<QueryPlan> explained(
      SqlConnection connection, String types, String statement, String parameters) {
    String list = parameters.isEmpty() ? "" : " (" + parameters + ")";
    return connection
        .query("PREPARE planned " + types + " AS " + statement)
        .execute()
        .chain(() -> connection.query("EXPLAIN EXECUTE planned" + list).execute())
        .map(QueryPlans::plan);
  }

  private static QueryPlan plan(RowSet<Row> lines) {
    List<String> plan =
        StreamSupport.stream(lines.spliterator(), false)
            .map((Row line) -> line.getString(0))
            .toList();
    return new QueryPlan(plan);
  }

  private static String schema() {
    try {
      return Files.readString(SCHEMA);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
