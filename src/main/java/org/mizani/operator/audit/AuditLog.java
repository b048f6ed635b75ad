package org.mizani.operator.audit;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.database.Database;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.access.CurrentOperator.Operator;

/**
 * Append-only log of operators' changes: operator, action, subject, time, values before and after.
 * A change and its entry are one transaction: neither is ever there without the other.
 */
@Singleton
public final class AuditLog {

  private final Database database;
  private final CurrentOperator operator;

  AuditLog(Database database, CurrentOperator operator) {
    this.database = database;
    this.operator = operator;
  }

  /**
   * Entry of a change.
   *
   * @param action such as {@code business.create}
   * @param subject the changed resource, such as {@code business/<id>}
   * @param before its fields before; empty if it was not there
   * @param after its fields now, never a secret
   */
  public record Entry(
      String action, String subject, Map<String, Object> before, Map<String, Object> after) {}

  /** The subject of a business, with which the subjects of its parts begin. */
  public static String business(UUID businessId) {
    return "business/" + businessId;
  }

  /**
   * Makes a change and writes its entry, in one transaction.
   *
   * @param change runs its statements through {@link Database}
   * @param entry makes the entry of the change's result
   */
  public <T> Uni<T> audited(Supplier<Uni<T>> change, Function<T, Entry> entry) {
    // The transaction has a context of its own, without the request's operator.
    Operator who = operator.get();
    return database.inTransaction(
        () -> change.get().call(result -> writeAs(who, entry.apply(result))));
  }

  /**
   * Writes an entry alone or, within a transaction, as a part of that.
   *
   * @param who of the request, read where that begins, or a job
   */
  public Uni<Void> writeAs(Operator who, Entry entry) {
    AuditEntry written =
        new AuditEntry(
            who.key(),
            who.requestId(),
            entry.action(),
            entry.subject(),
            json(entry.before()),
            json(entry.after()));
    return database.inTransaction(written::persist).replaceWithVoid();
  }

  private static Optional<String> json(Map<String, Object> fields) {
    return fields.isEmpty() ? Optional.empty() : Optional.of(new JsonObject(fields).encode());
  }
}
