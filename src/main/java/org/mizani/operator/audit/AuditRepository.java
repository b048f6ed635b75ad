package org.mizani.operator.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.database.LaggingReads;

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
    StringBuilder wanted = new StringBuilder("id < :below");
    Map<String, Object> values = new HashMap<>();
    values.put("below", below);
    add(wanted, values, "subject = :subject", filter.subject());
    add(wanted, values, "action = :action", filter.action());
    add(wanted, values, "operator = :operator", filter.operator());
    add(wanted, values, "at >= :from", filter.from());
    add(wanted, values, "at < :to", filter.to());
    wanted.append(" ORDER BY id DESC");
    return reads
        .read(() -> AuditEntry.<AuditEntry>find(wanted.toString(), values).page(0, limit).list())
        .map(found -> found.stream().map(AuditRepository::shown).toList());
  }

  /** Adds a condition, which ends with its parameter's name, if it has a value. */
  private static void add(
      StringBuilder wanted, Map<String, Object> values, String condition, Optional<?> value) {
    value.ifPresent(
        given -> {
          wanted.append(" AND ").append(condition);
          values.put(condition.substring(condition.indexOf(':') + 1), given);
        });
  }

  private static AuditedAction shown(AuditEntry entry) {
    return new AuditedAction(
        entry.id(),
        entry.at().truncatedTo(ChronoUnit.MILLIS),
        entry.operator(),
        entry.action(),
        entry.subject(),
        entry.before().orElse(null),
        entry.after().orElse(null),
        entry.requestId());
  }
}
