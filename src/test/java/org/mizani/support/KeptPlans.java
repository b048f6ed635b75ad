package org.mizani.support;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.mizani.database.PodDatabase;

/** Plans that the service's connections keep: for any parameters, with the settings of its pool. */
@Singleton
public class KeptPlans {

  private static final Pattern PARAMETER = Pattern.compile("\\$(\\d+)");

  private final PatientPool patient;

  KeptPlans(PatientPool patient) {
    this.patient = patient;
  }

  /** The plan, as EXPLAIN prints it, after these statements, which are rolled back. */
  public String plan(List<String> before, String statement) {
    List<String> statements = new ArrayList<>(before);
    PodDatabase.PLANNING.forEach(
        (name, value) -> statements.add("SET LOCAL " + name + " = " + value));
    statements.add("PREPARE planned AS " + statement);
    return patient
        .pool()
        .getConnection()
        .chain(
            connection ->
                all(connection, statements)
                    .chain(() -> explained(connection, parameters(statement)))
                    .eventually(() -> end(connection)))
        .await()
        .atMost(PatientPool.PATIENCE);
  }

  private static int parameters(String statement) {
    return PARAMETER
        .matcher(statement)
        .results()
        .map((MatchResult found) -> found.group(1))
        .mapToInt(Integer::parseInt)
        .max()
        .orElseThrow();
  }

  private static Uni<Void> all(SqlConnection connection, List<String> statements) {
    Uni<?> done = connection.query("BEGIN").execute();
    for (String statement : statements) {
      done = done.chain(() -> connection.query(statement).execute());
    }
    return done.replaceWithVoid();
  }

  private static Uni<String> explained(SqlConnection connection, int parameters) {
    String nulls = String.join(", ", Collections.nCopies(parameters, "NULL"));
    return connection
        .query("EXPLAIN EXECUTE planned (" + nulls + ")")
        .execute()
        .map(
            lines ->
                StreamSupport.stream(lines.spliterator(), false)
                    .map((Row line) -> line.getString(0))
                    .collect(Collectors.joining("\n")));
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
}
