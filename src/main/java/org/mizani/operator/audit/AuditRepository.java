package org.mizani.operator.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;

/** Entries of the audit log, newest first. */
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
   * Filter of entries.
   *
   * @param from the earliest time
   * @param to the time that all entries are before
   */
  record Filter(
      Optional<String> subject,
      Optional<String> action,
      Optional<String> operator,
      Optional<Instant> from,
      Optional<Instant> to) {}

  /**
   * Entry of the audit log.
   *
   * @param before JSON, or null if there was no value before
   * @param after JSON, or null if there is no value now
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AuditedAction(
      long id,
      Instant at,
      String operator,
      String action,
      String subject,
      @JsonRawValue String before,
      @JsonRawValue String after,
      String requestId) {}

  /** Up to {@code limit} entries with smaller ids than this. */
  Uni<List<AuditedAction>> read(Filter filter, long below, int limit) {
    Tuple parameters = Tuple.tuple();
    parameters.addString(filter.subject().orElse(null));
    parameters.addString(filter.action().orElse(null));
    parameters.addString(filter.operator().orElse(null));
    parameters.addValue(filter.from().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    parameters.addValue(filter.to().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null));
    parameters.addLong(below);
    parameters.addInteger(limit);
    return database.list(READ, parameters, AuditRepository::entry);
  }

  private static AuditedAction entry(Row row) {
    return new AuditedAction(
        row.getLong("id"),
        ShownTime.of(row, "at"),
        row.getString("operator"),
        row.getString("action"),
        row.getString("subject"),
        row.getString("before"),
        row.getString("after"),
        row.getString("request_id"));
  }
}
