package org.mizani.operator.audit;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;

/** Reads the audit log, the newest entry first. */
@Singleton
final class AuditRepository {

  private static final String READ =
      """
      SELECT id, at, operator, action, subject, before::text, after::text, request_id
      FROM audit_entry
      WHERE ($1::text IS NULL OR subject = $1)
        AND ($2::text IS NULL OR action = $2)
        AND ($3::text IS NULL OR operator = $3)
        AND ($4::timestamptz IS NULL OR at >= $4)
        AND ($5::timestamptz IS NULL OR at < $5)
        AND id < $6
      ORDER BY id DESC
      LIMIT $7
      """;

  private final Database database;

  AuditRepository(Database database) {
    this.database = database;
  }

  /**
   * Which entries to read.
   *
   * @param from the earliest
   * @param to the first that is too late
   */
  record Filter(
      Optional<String> subject,
      Optional<String> action,
      Optional<String> operator,
      Optional<Instant> from,
      Optional<Instant> to) {}

  /**
   * An entry as it was written.
   *
   * @param before JSON, or null where there was nothing
   * @param after JSON, or null where there is nothing
   */
  record Written(
      long id,
      Instant at,
      String operator,
      String action,
      String subject,
      String before,
      String after,
      String requestId) {}

  /** Up to so many entries with ids below one. */
  Uni<List<Written>> read(Filter filter, long below, int limit) {
    Tuple parameters = Tuple.tuple();
    parameters.addString(filter.subject().orElse(null));
    parameters.addString(filter.action().orElse(null));
    parameters.addString(filter.operator().orElse(null));
    parameters.addValue(filter.from().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    parameters.addValue(filter.to().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    parameters.addLong(below);
    parameters.addInteger(limit);
    return database
        .execute(READ, parameters)
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .map(AuditRepository::entry)
                    .toList());
  }

  private static Written entry(Row row) {
    return new Written(
        row.getLong("id"),
        row.getOffsetDateTime("at").toInstant(),
        row.getString("operator"),
        row.getString("action"),
        row.getString("subject"),
        row.getString("before"),
        row.getString("after"),
        row.getString("request_id"));
  }
}
