package org.mizani.support;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** How PostgreSQL would carry out a statement that is prepared, as those of the service are. */
@Singleton
public class QueryPlans {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Pool pool;

  QueryPlans(PatientPool patient) {
    this.pool = patient.pool();
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
                    .chain(
                        () ->
                            connection
                                .query("PREPARE planned (" + types + ") AS " + statement)
                                .execute())
                    .chain(
                        () ->
                            connection
                                .query("EXPLAIN EXECUTE planned (" + parameters + ")")
                                .execute())
                    .map(QueryPlans::text)
                    .call(() -> connection.query("DEALLOCATE planned").execute()))
        .await()
        .atMost(PATIENCE);
  }

  private static String text(RowSet<Row> lines) {
    return StreamSupport.stream(lines.spliterator(), false)
        .map((Row line) -> line.getString(0))
        .collect(Collectors.joining("\n"));
  }
}
