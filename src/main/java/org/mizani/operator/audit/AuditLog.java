package org.mizani.operator.audit;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.database.Database;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.access.Operator;

/**
 * Who did what to what, when, before and after. The table is append-only. A change and its entry
 * are one transaction: neither is ever there without the other.
 */
@Singleton
public final class AuditLog {

  private static final String WRITE =
      """
      INSERT INTO audit_entry (operator, action, subject, before, after, request_id)
      VALUES ($1, $2, $3, $4, $5, $6)
      """;

  private final Database database;
  private final CurrentOperator operator;

  public AuditLog(Database database, CurrentOperator operator) {
    this.database = database;
    this.operator = operator;
  }

  /**
   * What is written of a change.
   *
   * @param action such as {@code business.create}
   * @param subject what it was done to, such as {@code business/<id>}
   * @param before what it was; empty where it was not there
   * @param after what it is now; secrets are never part of it
   */
  public record Entry(
      String action, String subject, Map<String, Object> before, Map<String, Object> after) {}

  /**
   * Makes a change, in one transaction with its entry.
   *
   * @param change runs its statements through {@link Database} and answers what came of it
   * @param entry makes the entry of that
   */
  public <T> Uni<T> audited(Supplier<Uni<T>> change, Function<T, Entry> entry) {
    return database.inTransaction(() -> change.get().call(result -> write(entry.apply(result))));
  }

  /** Writes an entry by itself, for what is to follow and cannot be in the same transaction. */
  public Uni<Void> write(Entry entry) {
    return writeAs(operator.get(), entry);
  }

  /** Writes an entry of what nobody asked for in a request, such as a job. */
  public Uni<Void> writeAs(Operator who, Entry entry) {
    return database
        .execute(
            WRITE,
            Tuple.tuple()
                .addString(who.key())
                .addString(entry.action())
                .addString(entry.subject())
                .addJsonObject(json(entry.before()))
                .addJsonObject(json(entry.after()))
                .addString(who.requestId()))
        .replaceWithVoid();
  }

  private static JsonObject json(Map<String, Object> fields) {
    return fields.isEmpty() ? null : new JsonObject(fields);
  }
}
