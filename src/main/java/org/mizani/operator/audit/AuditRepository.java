package org.mizani.operator.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mizani.audit.AuditLog;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;

/** Entries of the audit log, newest first. */
@Singleton
final class AuditRepository {

  private final LaggingReads reads;

  AuditRepository(LaggingReads reads) {
    this.reads = reads;
  }

  /**
   * Filter of entries.
   *
   * @param from the earliest time
   * @param to the time that all entries are before
   * @param aboutOperators whether entries about operators are among them
   */
  record Filter(
      Optional<String> subject,
      Optional<String> action,
      Optional<String> operator,
      Optional<Instant> from,
      Optional<Instant> to,
      boolean aboutOperators) {}

  /**
   * Entry of the audit log.
   *
   * @param before JSON, or null if there was no value before
   * @param after JSON, or null if there is no value now
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @RegisterForReflection
  public record AuditedAction(
      long id,
      Instant at,
      String operator,
      String action,
      String subject,
      @JsonRawValue String before,
      @JsonRawValue String after,
      String requestId) {}

  private static final String READ =
      """
      SELECT id, date_trunc('milliseconds', at) AS at, operator, action, subject,
             before::text AS before, after::text AS after, request_id
      FROM audit_entry
      WHERE %s
      ORDER BY id DESC
      LIMIT %d
      """;

  private static final Projection<AuditedAction> ACTIONS = Projection.into(AuditedAction.class);

  /** Up to {@code limit} entries with smaller ids than this. */
  Uni<List<AuditedAction>> read(Filter filter, long below, int limit) {
    List<Object> values = new ArrayList<>();
    List<String> wanted = new ArrayList<>();
    add(wanted, values, "id <", Optional.of(below));
    add(wanted, values, "subject =", filter.subject());
    add(wanted, values, "action =", filter.action());
    add(wanted, values, "operator =", filter.operator());
    add(wanted, values, "at >=", filter.from().map(from -> from.atOffset(ZoneOffset.UTC)));
    add(wanted, values, "at <", filter.to().map(to -> to.atOffset(ZoneOffset.UTC)));
    if (!filter.aboutOperators()) {
      wanted.add("NOT starts_with(subject, '" + AuditLog.OPERATOR + "')");
    }
    return reads
        .execute(READ.formatted(String.join(" AND ", wanted), limit), Tuple.from(values))
        .map(ACTIONS::all);
  }

  /** Adds a condition on a value, if there is one. */
  private static void add(
      List<String> wanted, List<Object> values, String condition, Optional<?> value) {
    value.ifPresent(
        given -> {
          values.add(given);
          wanted.add(condition + " $" + values.size());
        });
  }
}
